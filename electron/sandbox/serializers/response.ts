/**
 * The response of an endpoint, before any fault changes it. JSON content types are lower-case and have no parameters,
 * because clients compare them.
 */
export type ApiResponse = {
  readonly status: number
  readonly type: string | null
  /** An iterable of texts is streamed, so that a million customers need no memory. */
  readonly body: string | Buffer | Iterable<string> | null
  readonly headers?: Readonly<Record<string, string>>
}

export const jsonType = 'application/json'

export function json(value: unknown, status = 200): ApiResponse {
  return { status, type: jsonType, body: JSON.stringify(value) }
}

export function jsonText(body: string | Buffer | Iterable<string>): ApiResponse {
  return { status: 200, type: jsonType, body }
}

export function text(status: number, body: string, headers: Readonly<Record<string, string>> = {}): ApiResponse {
  return { status, type: 'text/plain', body, headers }
}

/** The service sends this body as text, although it resembles JSON (interface 7). */
export const notActive: ApiResponse = text(403, '{active = false}')

/** The response to an unknown path, which is never in the form of the service. */
export const noRoute: ApiResponse = text(404, '404 page not found')
