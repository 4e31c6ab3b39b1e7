/**
 * One open connection: its client, its health, and the attempts in the background while the service is unreachable.
 * Rejected credentials are never tried again automatically.
 */
import { DeskError, asDeskError, type DeskErrorCode } from '#shared/errors.ts'
import type { ConnectionHealth, ConnectionProfile } from '#shared/model/connection.ts'
import { backoffMs } from '../base/backoff.ts'
import {
  createEndpoint,
  type CreateServiceClient,
  type Endpoint,
  type Health,
  type ServiceClientOptions,
} from '../service/index.ts'
import type { OpenConnection } from './types.ts'

interface SessionOptions {
  readonly profile: ConnectionProfile
  readonly identity: string
  readonly createClient: CreateServiceClient
  readonly client: Omit<ServiceClientOptions, 'onHealth'>
  /** Milliseconds before the next attempt, by the number of attempts so far. */
  readonly retryAfter: (tries: number) => number
  readonly onHealth: (session: Session) => void
}

interface SessionHealth {
  readonly state: ConnectionHealth
  readonly problem: DeskErrorCode | null
}

export interface Session {
  readonly open: OpenConnection
  readonly openedAt: string
  readonly health: () => SessionHealth
  /** Requests a token. Throws the reason if there is none. */
  readonly check: (signal?: AbortSignal) => Promise<void>
  /** Starts reporting health and retrying an unreachable service. */
  readonly begin: () => void
  /** Throws `address_not_allowed`. */
  readonly openEndpoint: (address: string) => Endpoint
  readonly rename: (profile: ConnectionProfile) => void
  /** Tries an unreachable service at once, also with credentials that a proxy has refused. */
  readonly tryAgain: () => void
  /** The machine woke from sleep: connections from before are not reused. */
  readonly wake: () => void
  /** Marks the service as permanently lost. */
  readonly lose: (problem: DeskErrorCode) => void
  readonly close: () => Promise<void>
}

export const defaultRetry = (tries: number): number => backoffMs(2000, tries)

const endpointsOf =
  ({ ca, proxies, clock, log, parser }: SessionOptions['client']): Session['openEndpoint'] =>
  (address) =>
    createEndpoint({ address, ca, proxies, clock, log, parser })

export function createSession(options: SessionOptions): Session {
  const closing = new AbortController()
  let profile = options.profile
  let health: SessionHealth = { state: 'connecting', problem: null }
  let hasBegun = false
  let isLost = false
  let tries = 0
  let timer: NodeJS.Timeout | null = null

  const set = (next: SessionHealth): void => {
    if (isLost || closing.signal.aborted) return
    const changed = next.state !== health.state || next.problem !== health.problem
    health = next
    if (!hasBegun) return
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
  const tryLater = (): void => void (timer ??= setTimeout(() => void tryNow(), options.retryAfter(tries)).unref())
  const tryNow = async (): Promise<void> => {
    tries += 1
    try {
      await session.check(closing.signal)
      // The token arrived, but calls were cut off before. Only a call can show whether they still are.
      if (health.state === 'offline') await client.inventory({ signal: closing.signal })
    } catch (thrown) {
      forgetTimer()
      if (health.state === 'offline' && asDeskError(thrown).code !== 'aborted' && !isLost && !closing.signal.aborted)
        tryLater()
    }
  }

  const client = options.createClient({ ...options.client, onHealth: (reported: Health) => set(reported) })
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
    openEndpoint: endpointsOf(options.client),
    begin() {
      hasBegun = true
      if (health.state === 'offline') tryLater()
    },
    tryAgain() {
      options.client.proxies?.tryAgain()
      if (timer === null) return
      stopTrying()
      void tryNow()
    },
    wake() {
      client.onResume()
      session.tryAgain()
    },
    rename: (next) => void (profile = next),
    lose(problem) {
      set({ state: 'offline', problem })
      isLost = true
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
