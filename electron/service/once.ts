/**
 * One request on a connection of its own, for what may not be done twice. Who asked may stop it only while nothing of it
 * has left: after the first byte the answer is waited for, within the time limits.
 */
import type { Clock } from '../clock.ts'
import { exchange, type Answer, type Exchange, type Limits } from './exchange.ts'
import type { ServerTime } from './serverTime.ts'
import type { FreshConnection, Transport } from './transport.ts'

export interface OnceOptions {
  readonly transport: Transport
  readonly limits: Limits
  readonly clock: Clock
  readonly serverTime: ServerTime
  readonly saw: (outcome: Exchange) => void
}

export interface OnceRequest {
  readonly method: 'POST' | 'PUT'
  readonly url: URL
  readonly token: string
  readonly headers?: Readonly<Record<string, string>>
  /** JSON. */
  readonly body?: string
  readonly signal: AbortSignal
}

export interface SentOnce {
  readonly outcome: Exchange
  /** False where provably not one byte of it left. */
  readonly written: boolean
}

const maxBytes = 1024 * 1024

/** An empty 200 whose end only the closing connection tells: it can't be told from one that was cut after its head. */
export function mayBeCut({ status, headers, body }: Answer): boolean {
  const framed = headers.has('content-length') || headers.has('transfer-encoding')
  return status >= 200 && status < 300 && status !== 204 && !framed && body.length === 0
}

/** The part of a signal that comes before the first byte of the request. */
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

/** Resolves for whatever the network does. */
export async function sendOnce(
  { transport, limits, clock, serverTime, saw }: OnceOptions,
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
    saw(outcome)
    if (outcome.type === 'answer') serverTime.see(outcome.headers.get('date'))
    return { outcome, written: connection.written() }
  } finally {
    stop.forget()
    connection.destroy()
  }
}
