/**
 * Sends one request that moves money and says what was seen of it; what that means is not decided here.
 * A fresh connection each, one send, no redirect followed, never thrown. Who asked may stop it only while nothing has
 * left: after the first byte the answer is waited for, within the time limits.
 */
import { DeskError } from '#shared/errors.ts'
import { WireRegister, WireTopUp, WireTopUpWithProfile } from '#shared/wire/activation.ts'
import type { Clock } from '../clock.ts'
import { addressOf, pathPart } from './address.ts'
import { contentTypeOf, retryAfterOf } from './answer.ts'
import { exchange, type Answer, type Exchange, type Limits } from './exchange.ts'
import type { ServerTime } from './serverTime.ts'
import type { Tokens } from './tokens.ts'
import type { FreshConnection, Transport } from './transport.ts'
import type { Evidence, MoneyRequest } from './types.ts'

export interface MoneyOptions {
  readonly base: URL
  readonly transport: Transport
  readonly limits: Limits
  readonly clock: Clock
  readonly serverTime: ServerTime
  readonly tokens: Tokens
  readonly closed: AbortSignal
  /** Takes secrets and tokens out of a body, and leaves its form. */
  readonly hide: (body: string) => string
  readonly saw: (outcome: Exchange) => void
}

const maxBytes = 1024 * 1024
const bodies = { register: WireRegister, 'top-up': WireTopUp, 'top-up-with-profile': WireTopUpWithProfile }
const idempotencyKey = /^[\x21-\x7e]{1,64}$/

const unsendable = (): DeskError => new DeskError('invalid_input', 'This request can not be sent')

/** A purchase has a body, the others none. Throws `invalid_input` for what the service can't be meant to get. */
function bodyOf(request: MoneyRequest): string | undefined {
  if ('itemUid' in request) return undefined
  const body = bodies[request.kind].safeParse(request.body)
  if (!body.success) throw unsendable()
  return JSON.stringify(body.data)
}

/** An empty 200 whose end only the closing connection tells: it can't be told from one that was cut after its head. */
export function mayBeCut({ status, headers, body }: Answer): boolean {
  const framed = headers.has('content-length') || headers.has('transfer-encoding')
  return status >= 200 && status < 300 && status !== 204 && !framed && body.length === 0
}

/** The part of a signal that comes before the first byte of the request. */
export function untilWritten(connection: FreshConnection, signal: AbortSignal): { readonly signal: AbortSignal; readonly forget: () => void } {
  const stop = new AbortController()
  const onAbort = (): void => {
    if (!connection.written()) stop.abort()
  }
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  return { signal: stop.signal, forget: () => signal.removeEventListener('abort', onAbort) }
}

export async function sendMoneyRequest(options: MoneyOptions, route: string, request: MoneyRequest): Promise<Evidence> {
  const { base, transport, limits, clock, serverTime, tokens, closed, hide, saw } = options
  const signal = request.signal === undefined ? closed : AbortSignal.any([closed, request.signal])
  const notSent = (error: unknown): Evidence => {
    const code = error instanceof DeskError ? error.code : null
    const cause = code === 'aborted' ? 'aborted' : code === 'invalid_input' ? 'other' : 'no_token'
    return { type: 'failure', cause, written: false, code }
  }
  let url: URL
  let token: string
  let body: string | undefined
  try {
    if (!idempotencyKey.test(request.intentId)) throw unsendable()
    body = bodyOf(request)
    url = addressOf(base, 'itemUid' in request ? route.replace('{uid}', () => pathPart(request.itemUid)) : route)
    token = await tokens.get(signal)
  } catch (error) {
    return notSent(error)
  }

  const connection = transport.fresh()
  const stop = untilWritten(connection, signal)
  try {
    const outcome = await exchange({
      dispatcher: connection.dispatcher,
      onConnected: connection.onConnected,
      clock,
      limits,
      method: 'POST',
      url,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        authorization: `Bearer ${token}`,
        'idempotency-key': request.intentId,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
      maxBytes,
      signal: stop.signal,
    })
    saw(outcome)
    if (outcome.type === 'failure') return { type: 'failure', cause: outcome.cause, code: outcome.code, written: connection.written() }
    serverTime.see(outcome.headers.get('date'))
    if (mayBeCut(outcome)) return { type: 'failure', cause: 'cut', written: true, code: null }
    return {
      type: 'answer',
      status: outcome.status,
      contentType: contentTypeOf(outcome),
      body: hide(outcome.body.toString('utf8')),
      retryAfter: retryAfterOf(outcome, clock),
    }
  } finally {
    stop.forget()
    connection.destroy()
  }
}
