/**
 * The name by which a request reached the sandbox. A page on the internet can have its own name lead to 127.0.0.1 and
 * then reads what it likes; its requests still name that host. The port may be another one, of a tunnel.
 */

const loopbackNames: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])
const form = /^(\[[0-9a-f:]+\]|[^:[\]]+)(?::\d{1,5})?$/

/** @param further names that the sandbox has beside those of loopback */
export function isOwnHost(header: string | undefined, further: readonly string[] = []): boolean {
  const name = form.exec((header ?? '').toLowerCase())?.[1]
  return name !== undefined && (loopbackNames.has(name) || further.includes(name))
}
