/**
 * Creates `window.desk` from the contract's names. The preload script of Electron and the init script of Chromium both
 * use it; on Chromium it is sent to the page as text, so it must not use anything outside itself.
 *
 * Every operation resolves, never rejects, to `{ ok: true, value }` or `{ ok: false, error }`; the typed client of the
 * window unwraps it. Everything in it is frozen.
 */

interface DeskApiTransport {
  /** Sends one JSON string to the main process and resolves to the JSON string of the answer. */
  readonly send: (text: string) => Promise<string>
  /** Registers the listener for the JSON strings `{ event, payload }` of the main process. Called once. */
  readonly receive: (listener: (text: string) => void) => void
}

type Listener = (payload: unknown) => void
type Operation = (input?: unknown) => Promise<unknown>
type Subscribe = (event: string, listener: Listener) => () => void
type DeskApi = Readonly<Record<string, Readonly<Record<string, Operation>> | Subscribe>>

export function makeDeskApi(
  names: Readonly<Record<string, readonly string[]>>,
  events: readonly string[],
  transport: DeskApiTransport,
): DeskApi {
  // The first formatter looks up the available locales, which takes 11 ms: do it while the page's script is loading,
  // once the page has requested it.
  setTimeout(() => Intl.NumberFormat.supportedLocalesOf('en'))

  const failure = (code: string, message: string) => ({ ok: false, error: { code, message, details: {} } })

  const listeners = new Map<string, Set<Listener>>()
  for (const event of events) listeners.set(event, new Set())

  const call = async (operation: string, input: unknown): Promise<unknown> => {
    let text: string
    try {
      text = JSON.stringify({ op: operation, input: input === undefined ? null : input })
    } catch {
      return failure('invalid_input', 'The input is not plain data')
    }
    try {
      return JSON.parse(await transport.send(text))
    } catch {
      return failure('unexpected', 'The main process did not answer')
    }
  }

  transport.receive((text) => {
    const { event, payload } = JSON.parse(text) as { event: string; payload: unknown }
    for (const listener of [...(listeners.get(event) ?? [])]) {
      try {
        listener(payload)
      } catch (error) {
        // A failing listener must not stop the others; the page's own error handler reports it.
        queueMicrotask(() => {
          throw error
        })
      }
    }
  })

  const api: Record<string, Readonly<Record<string, Operation>> | Subscribe> = {}
  for (const [namespace, operations] of Object.entries(names)) {
    const module: Record<string, Operation> = {}
    for (const operation of operations) module[operation] = (input) => call(`${namespace}.${operation}`, input)
    api[namespace] = Object.freeze(module)
  }
  api['on'] = (event: string, listener: Listener) => {
    const known = listeners.get(event)
    if (known === undefined) throw new TypeError(`The desk has no event named ${event}`)
    // Wrapped, so that the same function passed twice is two subscriptions.
    const wrapped: Listener = (payload) => listener(payload)
    known.add(wrapped)
    return () => {
      known.delete(wrapped)
    }
  }
  return Object.freeze(api)
}
