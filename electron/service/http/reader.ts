/**
 * Reads from the service: with a token, repeated at most twice where that can help, within one time limit for all
 * attempts. ofetch repeats them and writes their JSON; its `fetch` is the exchange of this service, which applies the
 * proxy, the certificates and the limits. Nothing here may be used for a request that moves money.
 */
import { createFetch, FetchError, type FetchContext } from 'ofetch'
import { DeskError } from '#shared/errors.ts'
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../log/index.ts'
import { addressOf } from './address.ts'
import { refusesToken, retryAfterOf } from '../parsing/answer.ts'
import { sleep, startStopwatch, type Stopwatch } from './deadline.ts'
import { exchange, type Answer, type Exchange, type Failure, type LargeBody, type Limits } from './exchange.ts'
import type { ServerTime } from '../features/serverTime.ts'
import type { Tokens } from '../auth/tokens.ts'
import type { Transport } from './transport.ts'

export interface ReadRequest {
  /** The name of the request in the log and in messages. It holds no uid and no query. */
  readonly what: string
  readonly method?: 'GET' | 'POST'
  /** The path with a leading slash. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly json?: Readonly<Record<string, unknown>>
  /** The fields of a form, instead of JSON. */
  readonly form?: Readonly<Record<string, string>>
  readonly accept?: string
  /** The maximum size of the decoded answer. */
  readonly maxBytes: number
  /** Receives an answer that is too large to be parsed as a whole. */
  readonly large?: () => LargeBody
  /** Bytes up to which an answer is parsed as a whole, if not the usual number. */
  readonly wholeBytes?: number | undefined
  /** Receives a successful answer as it arrives. It is not compressed, because that would delay its parts. */
  readonly stream?: () => LargeBody
  /** How often a failed attempt may be repeated; by default twice. */
  readonly maxRetries?: number
  readonly signal?: AbortSignal | undefined
  /** Called right before each attempt is sent. */
  readonly onSend?: (() => void) | undefined
}

interface ReaderOptions {
  readonly base: URL
  readonly transport: Transport
  readonly limits: Limits
  readonly clock: Clock
  readonly serverTime: ServerTime
  readonly log: Log
  /** Aborted when the client closes. */
  readonly closed: AbortSignal
  /** Called with the outcome of each request of `ask`, after its repeats. */
  readonly onOutcome: (outcome: Exchange) => void
}

export interface Reader {
  /** Sends with this authorization or with none. A refused one is not renewed. */
  readonly send: (request: ReadRequest, authorization?: string) => Promise<Exchange>
  /**
   * Sends with the token; a refused one is renewed exactly once. Throws `credentials_rejected`, or the error of the
   * token request.
   */
  readonly ask: (request: ReadRequest, tokens: Tokens) => Promise<Exchange>
}

const defaultRetries = 2
/** Milliseconds. Where the service requests a longer pause, the error contains it instead. */
const maxPauseMs = 10_000
const transientStatuses = [408, 425, 429, 500, 502, 503, 504]
const transientCauses = new Set<Failure['cause']>(['refused', 'reset', 'cut'])

function isTransient(outcome: Exchange): boolean {
  if (outcome.type === 'answer') return transientStatuses.includes(outcome.status)
  return outcome.code === 'EAI_AGAIN' || transientCauses.has(outcome.cause)
}

/** Returns the milliseconds to wait before the next attempt, or null where it is better to give up. */
function pauseAfter(outcome: Exchange, attempt: number, clock: Clock): number | null {
  const jittered = 200 * 2 ** attempt * (0.5 + Math.random())
  const wanted = outcome.type === 'answer' ? retryAfterOf(outcome, clock) : null
  if (wanted === null) return jittered
  return wanted * 1000 > maxPauseMs ? null : wanted * 1000 + Math.random() * 250
}

/** Thrown for an exchange without an answer, as `fetch` rejects. */
class ExchangeFailed extends Error {}

/**
 * What ofetch gets of an answer: its status. Its body stays with the exchange, which has read it within its limits.
 */
const responseOf = ({ status }: Answer): Response =>
  new Response(null, { status: status >= 200 && status <= 599 ? status : 599 })

/** ofetch has written the body as text. */
const bodyOf = (init: RequestInit | undefined): { readonly body?: string } =>
  typeof init?.body === 'string' ? { body: init.body } : {}

interface Attempt {
  readonly request: ReadRequest
  readonly url: URL
  readonly init: RequestInit | undefined
  /** Runs since the first attempt. */
  readonly spent: Stopwatch
  readonly signal: AbortSignal
}

async function attempt(
  { transport, limits, clock, serverTime, log }: ReaderOptions,
  { request, url, init, spent, signal }: Attempt,
): Promise<Exchange> {
  const own = startStopwatch(clock)
  request.onSend?.()
  const outcome = await exchange({
    dispatcher: transport.shared(),
    clock,
    limits: { ...limits, total: Math.max(1, limits.total - spent.elapsed()) },
    method: request.method ?? 'GET',
    url,
    headers: Object.fromEntries(new Headers(init?.headers)),
    ...bodyOf(init),
    maxBytes: request.maxBytes,
    large: request.large,
    wholeBytes: request.wholeBytes,
    stream: request.stream,
    signal,
  })
  if (outcome.type === 'answer') serverTime.see(outcome.headers.get('date'))
  log.debug('read', {
    what: request.what,
    ms: Math.round(own.elapsed()),
    ...(outcome.type === 'answer' ? { status: outcome.status } : { cause: outcome.cause, systemCode: outcome.code }),
  })
  return outcome
}

async function send(options: ReaderOptions, request: ReadRequest, authorization?: string): Promise<Exchange> {
  const { base, limits, clock, closed } = options
  const { maxRetries = defaultRetries } = request
  const url = addressOf(base, request.path, request.query)
  const signal = request.signal === undefined ? closed : AbortSignal.any([closed, request.signal])
  const spent = startStopwatch(clock)
  let outcome: Exchange | undefined
  let attempts = 0

  /** It is called after a failed attempt. ofetch then makes the next one, unless `retry` is false. */
  const pause = async (context: FetchContext): Promise<void> => {
    if (outcome === undefined) return
    const delay = attempts > maxRetries || !isTransient(outcome) ? null : pauseAfter(outcome, attempts - 1, clock)
    if (delay === null || spent.elapsed() + delay >= limits.total) context.options.retry = false
    else await sleep(delay, signal)
  }
  const service = createFetch({
    fetch: async (_address, init) => {
      attempts += 1
      outcome = await attempt(options, { request, url, init, spent, signal })
      if (outcome.type === 'failure') throw new ExchangeFailed(outcome.cause)
      return responseOf(outcome)
    },
  })
  await service
    .raw(url.href, {
      method: request.method ?? 'GET',
      headers: {
        accept: request.accept ?? 'application/json',
        'accept-encoding': request.stream === undefined ? 'gzip, br' : 'identity',
        ...(authorization === undefined ? {} : { authorization }),
        ...(request.form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(request.json !== undefined && { body: request.json }),
      ...(request.form !== undefined && { body: new URLSearchParams(request.form).toString() }),
      retry: maxRetries,
      retryStatusCodes: transientStatuses,
      onRequestError: pause,
      onResponseError: pause,
    })
    .catch((error: unknown) => {
      // The exchange has more detail than ofetch's error, whose message contains the address.
      const isOutcome =
        error instanceof FetchError && (error.status !== undefined || error.cause instanceof ExchangeFailed)
      if (!isOutcome) throw error
    })
  if (outcome === undefined) throw new Error('ofetch made no attempt')
  return outcome
}

export function createReader(options: ReaderOptions): Reader {
  const sendWithToken = async (request: ReadRequest, token: string): Promise<Exchange> => {
    const outcome = await send(options, request, `Bearer ${token}`)
    options.onOutcome(outcome)
    return outcome
  }

  return {
    send: (request, authorization) => send(options, request, authorization),
    async ask(request, tokens) {
      const first = await tokens.get(request.signal)
      const outcome = await sendWithToken(request, first)
      if (!refusesToken(outcome)) return outcome
      tokens.refused(first)
      const second = await sendWithToken(request, await tokens.get(request.signal))
      if (!refusesToken(second)) return second
      throw new DeskError('credentials_rejected', `${request.what} refused a new token too`, {
        status: second.type === 'answer' ? second.status : null,
      })
    },
  }
}
