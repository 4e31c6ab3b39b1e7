/** What an endpoint gives back, before any fault gets at it. JSON content types are in lower case and bare: clients compare them. */
export type Answer = {
  readonly status: number
  readonly type: string | null
  /** Texts that come one by one are streamed, so that a million customers need no memory. */
  readonly body: string | Buffer | Iterable<string> | null
  readonly headers?: Readonly<Record<string, string>>
}

export const jsonType = 'application/json'

export function json(value: unknown, status = 200): Answer {
  return { status, type: jsonType, body: JSON.stringify(value) }
}

export function jsonText(body: string | Buffer | Iterable<string>): Answer {
  return { status: 200, type: jsonType, body }
}

export function text(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, type: 'text/plain', body, headers }
}

export function empty(status: number): Answer {
  return { status, type: null, body: null }
}

/** Interface 7: sent as text, not as JSON, though it looks like it. */
export const notActive: Answer = text(403, '{active = false}')

/** A path the service has not: never in the service's own form. */
export const noRoute: Answer = text(404, '404 page not found')
