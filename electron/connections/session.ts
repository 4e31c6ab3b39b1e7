/**
 * One open connection: its client, its health, and the tries in the background while the service can't be reached.
 * Rejected credentials are never tried again by themselves.
 */
import { DeskError, asDeskError, type DeskErrorCode } from '#shared/errors.ts'
import type { ConnectionHealth, ConnectionProfile } from '#shared/model/connection.ts'
import type { CreateServiceClient, Health, ServiceClientOptions } from '../service/index.ts'
import type { OpenConnection } from './types.ts'

export interface SessionOptions {
  readonly profile: ConnectionProfile
  readonly identity: string
  readonly createClient: CreateServiceClient
  readonly client: Omit<ServiceClientOptions, 'onHealth'>
  /** Milliseconds before the next try, from the number of tries before it. */
  readonly retryAfter: (tries: number) => number
  readonly onHealth: (session: Session) => void
}

export interface SessionHealth {
  readonly state: ConnectionHealth
  readonly problem: DeskErrorCode | null
}

export interface Session {
  readonly open: OpenConnection
  readonly openedAt: string
  readonly health: () => SessionHealth
  /** Asks for a token. Throws why there is none. */
  readonly check: (signal?: AbortSignal) => Promise<void>
  /** From now on health is told and an unreachable service tried again. */
  readonly begin: () => void
  readonly rename: (profile: ConnectionProfile) => void
  /** The machine woke: nothing that slept with it is used, and an unreachable service is tried at once. */
  readonly wake: () => void
  /** The service behind it has gone for good. */
  readonly lose: (problem: DeskErrorCode) => void
  readonly close: () => Promise<void>
}

const defaultFirst = 2000
const defaultMaxMs = 60_000

/** 2 s, doubled up to a minute, each between half and the whole of that. */
export const defaultRetry = (tries: number): number =>
  Math.min(defaultFirst * 2 ** tries, defaultMaxMs) * (0.5 + Math.random() / 2)

export function createSession(options: SessionOptions): Session {
  const closing = new AbortController()
  let profile = options.profile
  let health: SessionHealth = { state: 'connecting', problem: null }
  let begun = false
  let lost = false
  let tries = 0
  let timer: NodeJS.Timeout | null = null

  const set = (next: SessionHealth): void => {
    if (lost || closing.signal.aborted) return
    const changed = next.state !== health.state || next.problem !== health.problem
    health = next
    if (!begun) return
    if (changed) options.onHealth(session)
    if (next.state === 'offline') tryLater()
    else stopTrying()
  }
  const forgetTimer = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }
  const stopTrying = (): void => {
    forgetTimer()
    tries = 0
  }
  const tryLater = (): void => {
    if (timer !== null) return
    timer = setTimeout(() => void tryNow(), options.retryAfter(tries))
    timer.unref()
  }
  const tryNow = async (): Promise<void> => {
    tries += 1
    try {
      await session.check(closing.signal)
      // There is a token, and calls were cut off before: only one of them can tell whether they still are.
      if (health.state === 'offline') await client.inventory({ signal: closing.signal })
    } catch (thrown) {
      forgetTimer()
      if (health.state === 'offline' && asDeskError(thrown).code !== 'aborted' && !lost && !closing.signal.aborted)
        tryLater()
    }
  }

  const client = options.createClient({ ...options.client, onHealth: (seen: Health) => set(seen) })
  const session: Session = {
    open: {
      get profile() {
        return profile
      },
      identity: options.identity,
      client,
      signal: closing.signal,
    },
    openedAt: new Date(options.client.clock.now()).toISOString(),
    health: () => health,
    check: (signal) => client.renewToken(signal === undefined ? {} : { signal }),
    begin() {
      begun = true
      if (health.state === 'offline') tryLater()
    },
    wake() {
      client.onResume()
      if (timer === null) return
      stopTrying()
      void tryNow()
    },
    rename(next) {
      profile = next
    },
    lose(problem) {
      set({ state: 'offline', problem })
      lost = true
      stopTrying()
    },
    async close() {
      stopTrying()
      closing.abort(new DeskError('not_connected', 'The connection was closed'))
      await client.close()
    },
  }
  return session
}
