/**
 * Checks the host that a request names. A page on the internet can point its own name at 127.0.0.1 (DNS rebinding) and
 * could then read every response, but its requests still name that host. The port may differ, for instance in a tunnel.
 */

const loopbackNames: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])
const hostPattern = /^(\[[0-9a-f:]+\]|[^:[\]]+)(?::\d{1,5})?$/

/** @param extraNames lower-case host names that are allowed in addition to those of loopback */
export function isAllowedHost(header: string | undefined, extraNames: readonly string[] = []): boolean {
  const name = hostPattern.exec((header ?? '').toLowerCase())?.[1]
  return name !== undefined && (loopbackNames.has(name) || extraNames.includes(name))
}
