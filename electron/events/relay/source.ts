/** A relay as a source of events: its feed, the claims of reads, and a test of the whole path. */
import * as z from 'zod'
import { asDeskError, DeskError, type DeskErrorCode } from '#shared/errors.ts'
import type { RelayState } from '#shared/model/customer/events.ts'
import type { Clock } from '../../base/clock.ts'
import { endsWithin } from '../../base/withTimeout.ts'
import type { Timer } from '../../base/timer.ts'
import type { StoredRelay } from '../../connections/index.ts'
import type { Log } from '../../log/index.ts'
import type { Endpoint } from '../../service/index.ts'
import type { Claims, EventSource } from '../source.ts'
import { createRelayClient, type Position, type RelayClient } from './client.ts'
import { follow, type FollowOptions } from './follow.ts'

export interface RelaySourceOptions extends Pick<FollowOptions, 'heartbeatMs' | 'retryAfter'> {
  readonly relay: StoredRelay
  readonly privateKey: string
  /** The source closes it. */
  readonly endpoint: Endpoint
  readonly clock: Clock
  readonly timer: Timer
  readonly log: Pick<Log, 'info' | 'warn' | 'hide'>
}

const StoredPosition = z.object({
  feed: z.string().nullable(),
  after: z.number().int().nonnegative(),
  digest: z.string().nullable().default(null),
})
/** Milliseconds after which the desk reads under its own limit, because it is unknown who else reads. */
const claimTimeoutMs = 3000
const closeTimeoutMs = 2000

/** A cursor that cannot be read counts as that of no feed. Events that are stored already are not stored twice. */
function positionOf(cursor: string | null): Position {
  if (cursor === null) return { feed: null, after: 0 }
  try {
    return StoredPosition.parse(JSON.parse(cursor))
  } catch {
    return { feed: null, after: 0 }
  }
}

function claimsOf(client: RelayClient, { log }: Pick<RelaySourceOptions, 'log'>): Claims {
  return {
    async claim(customer, isOpen, signal) {
      try {
        const inTime = AbortSignal.any([signal, AbortSignal.timeout(claimTimeoutMs)])
        return await client.claim(customer, isOpen, inTime)
      } catch {
        return null
      }
    },
    async report(read, signal) {
      try {
        await client.report(read, signal)
      } catch (thrown) {
        log.info('A read was not reported to the relay', { code: asDeskError(thrown).code })
      }
    },
  }
}

/** A relay that cannot be read, because this desk's key is not there or not valid. */
export const createFailedSource = ({ address, name, key }: StoredRelay, code: DeskErrorCode): EventSource => ({
  name: 'relay',
  isDurable: true,
  relay: () => ({ address, name, key, state: 'refused', problem: code, isCatchingUp: false }),
  start: () => Promise.reject(new DeskError(code, 'The relay cannot be read')),
})

export function createRelaySource(options: RelaySourceOptions): EventSource {
  const { relay, privateKey, endpoint, clock, timer, log, heartbeatMs, retryAfter } = options
  const { address, device, name } = relay
  const client = createRelayClient({ endpoint, address, device, privateKey, clock, log })
  let state: RelayState = { state: 'connecting', problem: null, isCatchingUp: false }
  let wake = (): void => undefined

  return {
    name: 'relay',
    isDurable: true,
    relay: () => ({ address, name, key: relay.key, ...state }),
    claims: claimsOf(client, options),
    dispose: endpoint.close,
    sendTest: (kind, signal) => client.test(kind, signal),
    wake() {
      endpoint.renew()
      wake()
    },
    start(sink, cursor, signal) {
      const stop = new AbortController()
      const following = follow({
        client,
        from: positionOf(cursor),
        store: (records, position) =>
          sink.storeRecords(records, JSON.stringify(position), Date.parse(relay.connectedAt)),
        onState(next) {
          const problem = 'code' in next ? next.code : null
          const before = state
          state = { state: next.state, problem, isCatchingUp: 'isCatchingUp' in next && next.isCatchingUp }
          if (before.state === state.state && before.problem === problem && before.isCatchingUp === state.isCatchingUp)
            return
          if (problem !== before.problem && problem !== null)
            log.warn('The relay cannot be read now', { code: problem })
          sink.onState(problem)
        },
        clock,
        timer,
        signal: AbortSignal.any([signal, stop.signal]),
        ...(heartbeatMs !== undefined && { heartbeatMs }),
        ...(retryAfter !== undefined && { retryAfter }),
      })
      wake = following.wake
      return Promise.resolve(async () => {
        stop.abort()
        await endsWithin(Promise.all([following.ended, endpoint.close()]), closeTimeoutMs)
      })
    },
  }
}
