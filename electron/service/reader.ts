/**
 * Reads: with a token, repeated at most twice where that can help, within one time limit for all of it.
 * Nothing here may be used for a request that moves money.
 */
import { DeskError } from '#shared/errors.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log/index.ts'
import { addressOf } from './address.ts'
import { refusesToken, retryAfterOf } from './answer.ts'
import { sleep, startStopwatch, type Stopwatch } from './deadline.ts'
import { exchange, type Exchange, type LargeBody, type Limits } from './exchange.ts'
import type { ServerTime } from './serverTime.ts'
import type { Tokens } from './tokens.ts'
import type { Transport } from './transport.ts'

export interface ReadRequest {
  /** For the log and messages: no uid, no query. */
  readonly what: string
  readonly method?: 'GET' | 'POST'
  /** Starts with a slash. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly accept?: string
  /** Of the decoded answer. */
  readonly maxBytes: number
  /** Takes an answer that is too large to be parsed as a whole. */
  readonly large?: () => LargeBody
  readonly signal?: AbortSignal | undefined
}

export interface ReaderOptions {
  readonly base: URL
  readonly transport: Transport
  readonly limits: Limits
  readonly clock: Clock
  readonly serverTime: ServerTime
  readonly log: Log
  /** Aborted when the client closes. */
  readonly closed: AbortSignal
  /** Hears how each request of `ask` ended, after its repeats. */
  readonly saw: (outcome: Exchange) => void
}

export interface Reader {
  /** With this authorization or none, and no answer to a refused one. */
  readonly send: (request: ReadRequest, authorization?: string) => Promise<Exchange>
  /** With the token; a refused one is renewed exactly once. Throws `credentials_rejected`, and why there is no token. */
  readonly ask: (request: ReadRequest, tokens: Tokens) => Promise<Exchange>
}

const repeats = 2
/** Milliseconds; a service that wants a longer pause is told to the person instead. */
const maxPauseMs = 10_000
const passing = new Set([408, 425, 429, 500, 502, 503, 504])

function mayPass(outcome: Exchange): boolean {
  if (outcome.type === 'answer') return passing.has(outcome.status)
  return (
    outcome.code === 'EAI_AGAIN' || outcome.cause === 'refused' || outcome.cause === 'reset' || outcome.cause === 'cut'
  )
}

/** Milliseconds to wait before the next try, or null where it is better to give up. */
function pauseAfter(outcome: Exchange, tries: number, clock: Clock): number | null {
  const jittered = 200 * 2 ** tries * (0.5 + Math.random())
  const wanted = outcome.type === 'answer' ? retryAfterOf(outcome, clock) : null
  if (wanted === null) return jittered
  return wanted * 1000 > maxPauseMs ? null : wanted * 1000 + Math.random() * 250
}

export function createReader({ base, transport, limits, clock, serverTime, log, closed, saw }: ReaderOptions): Reader {
  const once = async (
    request: ReadRequest,
    authorization: string | undefined,
    spent: Stopwatch,
    signal: AbortSignal,
  ): Promise<Exchange> => {
    const own = startStopwatch(clock)
    const outcome = await exchange({
      dispatcher: transport.shared(),
      clock,
      limits: { ...limits, total: Math.max(1, limits.total - spent.elapsed()) },
      method: request.method ?? 'GET',
      url: addressOf(base, request.path, request.query),
      headers: {
        accept: request.accept ?? 'application/json',
        'accept-encoding': 'gzip, br',
        ...(authorization === undefined ? {} : { authorization }),
        ...(request.json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.json === undefined ? {} : { body: JSON.stringify(request.json) }),
      maxBytes: request.maxBytes,
      large: request.large,
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

  const send: Reader['send'] = async (request, authorization) => {
    const signal = request.signal === undefined ? closed : AbortSignal.any([closed, request.signal])
    const spent = startStopwatch(clock)
    for (let tries = 0; ; tries += 1) {
      const outcome = await once(request, authorization, spent, signal)
      if (tries === repeats || !mayPass(outcome)) return outcome
      const pause = pauseAfter(outcome, tries, clock)
      if (pause === null || spent.elapsed() + pause >= limits.total) return outcome
      await sleep(pause, signal)
    }
  }

  const asked = async (request: ReadRequest, token: string): Promise<Exchange> => {
    const outcome = await send(request, `Bearer ${token}`)
    saw(outcome)
    return outcome
  }

  return {
    send,
    async ask(request, tokens) {
      const first = await tokens.get(request.signal)
      const outcome = await asked(request, first)
      if (!refusesToken(outcome)) return outcome
      tokens.refused(first)
      const second = await asked(request, await tokens.get(request.signal))
      if (!refusesToken(second)) return second
      throw new DeskError('credentials_rejected', `${request.what} refused a new token too`, {
        status: second.type === 'answer' ? second.status : null,
      })
    },
  }
}
