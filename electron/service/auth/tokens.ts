/**
 * Holds the access token (interface 5): one request serves all callers, the token is renewed a little early and dropped
 * when the service refused it. A secret that the service rejected is not sent again by this client until it changes.
 */
import { createHash } from 'node:crypto'
import { DeskError } from '#shared/errors.ts'
import type { WireAuthentication } from '#shared/wire/authentication.ts'
import { raceAbort } from '../../base/raceAbort.ts'
import type { Clock } from '../../base/clock.ts'
import { startStopwatch, type Stopwatch } from '../http/deadline.ts'

export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
}

interface TokensOptions {
  readonly clock: Clock
  /** Called for each token request. Throws `secret_missing` where there are no credentials. */
  readonly credentials: () => Promise<Credentials>
  /** Sends POST /reseller/authenticate. Throws `credentials_rejected`, or the error of the request. */
  readonly authenticate: (credentials: Credentials) => Promise<WireAuthentication>
}

export interface Tokens {
  /** Returns a valid token. An abort does not end the request for other callers. */
  readonly get: (signal?: AbortSignal) => Promise<string>
  /** Drops a token that the service refused, unless another one has replaced it. */
  readonly refused: (token: string) => void
  /** Drops the current token and requests a new one. */
  readonly renew: (signal?: AbortSignal) => Promise<string>
  /** Ensures that the token is valid for at least `life` milliseconds, or is as new as the service issues them. */
  readonly ensureLife: (life: number, signal?: AbortSignal) => Promise<void>
  readonly drop: () => void
}

interface Held {
  readonly token: string
  /** The lifetime that the service gave it, in milliseconds. */
  readonly life: number
  readonly since: Stopwatch
}

const second = 1000
/** A token may be used for this long where its lifetime is missing or absurd. A refused one is renewed anyway. */
const unknownLife = 5 * 60 * second
const maxLifetimeMs = 24 * 60 * 60 * second
/** Seconds of a year. No token lives longer; such a number is an instant, or means milliseconds. */
const longestLife = 366 * 24 * 60 * 60
const earliest = 30 * second
/** The part of a short lifetime that is used as the reserve instead. */
const reserveShare = 0.2

function lifeOf(expiresIn: number | null): number {
  if (expiresIn === null || !(expiresIn > 0) || expiresIn > longestLife) return unknownLife
  return Math.min(Math.max(expiresIn * second, second), maxLifetimeMs)
}

const leftOf = (held: Held): number => held.life - held.since.elapsed()
const isGood = (held: Held): boolean => leftOf(held) > Math.min(earliest, held.life * reserveShare)
const nameOf = ({ clientId, clientSecret }: Credentials): string =>
  createHash('sha256')
    .update(JSON.stringify([clientId, clientSecret]))
    .digest('hex')

export function createTokens({ clock, credentials, authenticate }: TokensOptions): Tokens {
  let held: Held | null = null
  let pending: Promise<Held> | null = null
  let rejected: string | null = null

  const request = async (): Promise<Held> => {
    const now = await credentials()
    const name = nameOf(now)
    if (rejected === name)
      throw new DeskError('credentials_rejected', 'These credentials were rejected before; they were not sent again', {
        again: true,
      })
    const since = startStopwatch(clock)
    try {
      const answer = await authenticate(now)
      rejected = null
      return { token: answer.accessToken, life: lifeOf(answer.expiresIn), since }
    } catch (error) {
      if (error instanceof DeskError && error.code === 'credentials_rejected') rejected = name
      throw error
    }
  }

  /** Returns the pending request or starts one. A token that was dropped meanwhile does not come back by it. */
  const fetchNew = (): Promise<Held> => {
    if (pending !== null) return pending
    const mine = request().then(
      (fresh) => {
        if (pending === mine) {
          held = fresh
          pending = null
        }
        return fresh
      },
      (error: unknown) => {
        if (pending === mine) pending = null
        throw error
      },
    )
    pending = mine
    return mine
  }

  const current = async (signal: AbortSignal | undefined): Promise<Held> =>
    held !== null && isGood(held) ? held : raceAbort(fetchNew(), signal)

  return {
    get: async (signal) => (await current(signal)).token,
    refused(token) {
      if (held?.token === token) held = null
    },
    async renew(signal) {
      held = null
      return (await raceAbort(fetchNew(), signal)).token
    },
    async ensureLife(life, signal) {
      if (held !== null && isGood(held) && leftOf(held) >= life) return
      held = null
      await raceAbort(fetchNew(), signal)
    },
    drop() {
      held = null
      pending = null
    },
  }
}
