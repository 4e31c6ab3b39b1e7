/**
 * Sends one request on a connection of its own, for actions that must not happen twice. The caller can abort it only
 * until the first byte is sent; after that it waits for the answer within the time limits.
 */
import type { Clock } from '../../base/clock.ts'
import { exchange, type Answer, type Exchange, type Limits } from './exchange.ts'
import type { ServerTime } from '../features/serverTime.ts'
import type { FreshConnection, Transport } from './transport.ts'

export interface OnceOptions {
  readonly transport: Transport
  readonly limits: Limits
  readonly clock: Clock
  readonly serverTime: ServerTime
  readonly onOutcome: (outcome: Exchange) => void
}

interface OnceRequest {
  readonly method: 'POST' | 'PUT'
  readonly url: URL
  readonly token: string
  readonly headers?: Readonly<Record<string, string>>
  /** The body as JSON text. */
  readonly body?: string
  readonly signal: AbortSignal
}

export interface SentOnce {
  readonly outcome: Exchange
  /** False where it is proven that not one byte of the request was sent. */
  readonly written: boolean
}

/** Bytes: more than a megabyte, so that an answer with a text of a megabyte is read. */
const maxBytes = 2 * 1024 * 1024

/**
 * Whether the answer is an empty 200 that only the closing connection ends, which looks like one that was cut after its
 * head.
 */
export function mayBeCut({ status, headers, body }: Answer): boolean {
  const framed = headers.has('content-length') || headers.has('transfer-encoding')
  return status >= 200 && status < 300 && status !== 204 && !framed && body.length === 0
}

/** Returns a signal that is aborted with the given one, but only before the first byte of the request. */
function untilWritten(
  connection: FreshConnection,
  signal: AbortSignal,
): { readonly signal: AbortSignal; readonly forget: () => void } {
  const stop = new AbortController()
  const onAbort = (): void => {
    if (!connection.written()) stop.abort()
  }
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  return { signal: stop.signal, forget: () => signal.removeEventListener('abort', onAbort) }
}

/** Resolves whatever the network does. */
export async function sendOnce(
  { transport, limits, clock, serverTime, onOutcome }: OnceOptions,
  { method, url, token, headers, body, signal }: OnceRequest,
): Promise<SentOnce> {
  const connection = transport.fresh()
  const stop = untilWritten(connection, signal)
  try {
    const outcome = await exchange({
      dispatcher: connection.dispatcher,
      onConnected: connection.onConnected,
      clock,
      limits,
      method,
      url,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        authorization: `Bearer ${token}`,
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
      maxBytes,
      signal: stop.signal,
    })
    onOutcome(outcome)
    if (outcome.type === 'answer') serverTime.see(outcome.headers.get('date'))
    return { outcome, written: connection.written() }
  } finally {
    stop.forget()
    connection.destroy()
  }
}
