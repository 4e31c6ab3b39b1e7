/**
 * Calls a relay as this desk's device: it signs a challenge for a token, renews the token before it expires and once if
 * it is refused. Neither the token nor the private key is in an address, a message or the log.
 */
import type * as z from 'zod'
import { DeskError } from '#shared/errors.ts'
import {
  ChallengeAnswer,
  ClaimAnswer,
  LeaveAnswer,
  ReadAnswer,
  relayPaths,
  StatusAnswer,
  TestAnswer,
  TokenAnswer,
  type FeedPage,
} from '#shared/wire/relay.ts'
import type { WebhookKind } from '#shared/wire/webhookKind.ts'
import type { Clock } from '../../base/clock.ts'
import { raceAbort } from '../../base/raceAbort.ts'
import type { Log } from '../../log/index.ts'
import type { Endpoint, Exchange, ListParser } from '../../service/index.ts'
import { maxPageBytes, maxShortBytes as maxBytes, readAnswer, readPage, successOf, Unauthorized } from './answers.ts'
import { createStreamParser } from './eventStream.ts'
import { signChallenge } from './keys.ts'

export interface Position {
  /** `null` before the first answer. */
  readonly feed: string | null
  readonly after: number
  /** That of the record `after`, if it is known. */
  readonly digest?: string | null
}

export interface RelayClient {
  /** Signs in and reads the relay's state. */
  readonly check: (signal: AbortSignal) => Promise<void>
  /** Reads records after a position, and waits for the first one. Throws CursorUnknown. */
  readonly page: (position: Position, waitSeconds: number, signal: AbortSignal) => Promise<FeedPage>
  /** Receives pages until the stream ends. Throws CursorUnknown, or what `onPage` throws. */
  readonly stream: (position: Position, onPage: (page: FeedPage) => Promise<void>, signal: AbortSignal) => Promise<void>
  readonly claim: (customer: string, isOpen: boolean, signal: AbortSignal) => Promise<ClaimAnswer>
  readonly report: (
    read: { readonly customer: string; readonly iccids: readonly string[]; readonly events: readonly string[] },
    signal: AbortSignal,
  ) => Promise<void>
  /** Makes the relay receive a test webhook, and returns the id of its event. */
  readonly test: (kind: WebhookKind, signal: AbortSignal) => Promise<string>
  /** Ends this device's access for good. */
  readonly leave: (signal: AbortSignal) => Promise<void>
}

export interface RelayClientOptions {
  readonly endpoint: Pick<Endpoint, 'send' | 'parser'>
  /** The relay's address, whose origin is signed. */
  readonly address: string
  readonly device: string
  readonly privateKey: string
  readonly clock: Clock
  readonly log: Pick<Log, 'hide'>
}

/** Records of one answer. More at once would block this process while they are read. */
export const pageRecords = 500
/** How many records are requested after so many were too large for one page. */
const fewer = (records: number): number => Math.max(1, Math.floor(records / 10))
/** Milliseconds. A token is valid for 15 minutes. */
const tokenLifeMs = 13 * 60_000

type Request = Parameters<Endpoint['send']>[0]

function createTokens({ endpoint, address, device, privateKey, clock, log }: RelayClientOptions) {
  let held: { readonly token: string; readonly since: number } | null = null
  let pending: Promise<string> | null = null
  let forget = (): void => undefined
  const post = async <T>(what: string, path: string, json: Record<string, unknown>, schema: z.ZodType<T>) =>
    readAnswer(await endpoint.send({ what, method: 'POST', path, json, maxBytes, maxRetries: 0 }), schema, clock)
  const request = async (): Promise<string> => {
    try {
      const { challenge } = await post('relay challenge', relayPaths.challenges, { device }, ChallengeAnswer)
      const signature = signChallenge(privateKey, { origin: new URL(address).origin, device, challenge })
      const { token } = await post('relay token', relayPaths.tokens, { device, challenge, signature }, TokenAnswer)
      forget()
      forget = log.hide(token)
      held = { token, since: clock.monotonic() }
      return token
    } catch (error) {
      if (error instanceof Unauthorized)
        throw new DeskError('relay_device_refused', 'The relay refused this desk', {}, { cause: error })
      throw error
    }
  }
  return {
    async get(): Promise<string> {
      if (held !== null && clock.monotonic() - held.since < tokenLifeMs) return held.token
      pending ??= request().finally(() => (pending = null))
      return await pending
    },
    refused(token: string): void {
      if (held?.token === token) held = null
    },
  }
}

export function createRelayClient(options: RelayClientOptions): RelayClient {
  const { endpoint, clock, log } = options
  log.hide(options.privateKey)
  const tokens = createTokens(options)

  /** A token that is refused may have expired while this machine slept; a second refusal is final. */
  const ask = async <T>(request: Request, read: (exchange: Exchange) => T | Promise<T>): Promise<T> => {
    // All calls share one sign-in, so a call that is aborted leaves it to the others.
    const signIn = (): Promise<string> => raceAbort(tokens.get(), request.signal)
    const send = async (token: string): Promise<T> =>
      await read(await endpoint.send({ ...request, maxRetries: 0 }, `Bearer ${token}`))
    const first = await signIn()
    try {
      return await send(first)
    } catch (error) {
      if (!(error instanceof Unauthorized)) throw error
    }
    tokens.refused(first)
    const second = await signIn()
    try {
      return await send(second)
    } catch (error) {
      if (!(error instanceof Unauthorized)) throw error
      throw new DeskError('relay_device_refused', 'The relay refused a new token', {}, { cause: error })
    }
  }
  const call = <T>(request: Omit<Request, 'maxBytes'>, schema: z.ZodType<T>): Promise<T> =>
    ask({ ...request, maxBytes }, (exchange) => readAnswer(exchange, schema, clock))
  /** The number of records that are requested: fewer while they are too large. */
  let limit = pageRecords
  const queryOf = ({ feed, after, digest = null }: Position): Record<string, string> => ({
    after: String(after),
    limit: String(limit),
    ...(feed !== null && { feed }),
    ...(digest !== null && { digest }),
  })

  return {
    check: async (signal) => void (await call({ what: 'relay status', path: relayPaths.status, signal }, StatusAnswer)),
    page(position, waitSeconds, signal) {
      const query = { ...queryOf(position), wait: String(waitSeconds) }
      const requested = limit
      return ask(
        { what: 'relay feed', path: relayPaths.feed, query, maxBytes: maxPageBytes, signal },
        async (exchange) => {
          if (exchange.type === 'failure' && exchange.cause === 'too_large') limit = fewer(requested)
          const page = await readPage(successOf(exchange, clock).body, requested, endpoint.parser)
          limit = pageRecords
          return page
        },
      )
    },
    async stream(position, onPage, signal) {
      const request = {
        what: 'relay stream',
        path: relayPaths.stream,
        query: queryOf(position),
        accept: 'text/event-stream',
        maxBytes,
        signal,
        stream: () => streamBody(onPage, endpoint.parser),
      }
      await ask(request, (exchange) => {
        const { large } = successOf(exchange, clock)
        if (large?.problem !== undefined) throw asError(large.problem)
      })
    },
    claim: (customer, isOpen, signal) =>
      call(
        { what: 'relay claim', method: 'POST', path: relayPaths.claims, json: { customer, isOpen }, signal },
        ClaimAnswer,
      ),
    async report({ customer, iccids, events }, signal) {
      const json = { customer, iccids, events }
      await call({ what: 'relay read', method: 'POST', path: relayPaths.reads, json, signal }, ReadAnswer)
    },
    async test(kind, signal) {
      const request = { what: 'relay test', method: 'POST' as const, path: relayPaths.test, json: { kind }, signal }
      return (await call(request, TestAnswer)).id
    },
    async leave(signal) {
      await call({ what: 'relay leave', method: 'POST', path: relayPaths.leave, json: {}, signal }, LeaveAnswer)
    },
  }
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error('The stream was not taken'))

function streamBody(onPage: (page: FeedPage) => Promise<void>, parser: ListParser) {
  const parse = createStreamParser()
  return {
    async take(bytes: Uint8Array): Promise<void> {
      for (const { data } of parse(bytes)) {
        await onPage(await readPage(Buffer.from(data), pageRecords, parser))
      }
    },
    end: () => Promise.resolve(),
    close: () => undefined,
  }
}
