/** What the functions of the connections share. */
import type { Emit } from '#shared/contract.ts'
import type { ConnectionProfile } from '#shared/model/connection.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Clock } from '../base/clock.ts'
import type { Mutex } from '../base/mutex.ts'
import type { Keychain } from '../keychain/index.ts'
import type { Log } from '../log/index.ts'
import type { CreateServiceClient, FindProxy } from '../service/index.ts'
import type { ActiveConnection } from './activeConnection.ts'
import type { ProfileStore, StoredProfile } from './profileStore.ts'
import type { RelayKeys } from './relayKeys.ts'
import type { SandboxRun } from './sandboxRun.ts'
import type { Secrets } from './secrets.ts'
import { wantedServiceOf, type TryOut } from './tryOut.ts'

export interface ConnectionsContext {
  readonly approvals: Pick<Approvals, 'service'>
  readonly keychain: Keychain
  readonly clock: Clock
  readonly log: Log
  readonly emit: Emit
  readonly deleteFiles: (connectionId: string) => Promise<void>
  readonly systemProxy: FindProxy
  readonly createClient: CreateServiceClient
  readonly retryAfter: (tries: number) => number
  readonly timeoutMs: number
  readonly store: ProfileStore
  readonly secrets: Secrets
  readonly relayKeys: RelayKeys
  readonly active: ActiveConnection
  readonly sandbox: SandboxRun
  readonly tryOut: TryOut
  /** Opening, closing and changing run one after another. */
  readonly runExclusively: Mutex
  /** Aborted when the desk ends. */
  readonly shutdown: AbortSignal
}

export const nowInstant = ({ clock }: Pick<ConnectionsContext, 'clock'>): string => new Date(clock.now()).toISOString()

/** Aborted when the turn of the mutex is lost, the caller gives up, or the desk ends. */
export const anyOf = (
  { shutdown }: Pick<ConnectionsContext, 'shutdown'>,
  ...signals: readonly AbortSignal[]
): AbortSignal => AbortSignal.any([shutdown, ...signals])

export async function profileOf(
  { secrets }: Pick<ConnectionsContext, 'secrets'>,
  stored: StoredProfile,
): Promise<ConnectionProfile> {
  const { id, name, address, segment, caFile, proxy, linkHost, createdAt, lastOpenedAt } = stored
  return {
    id,
    name,
    kind: 'service',
    address,
    segment,
    caFile,
    proxy,
    linkHost,
    secret: await secrets.state(stored),
    createdAt,
    lastOpenedAt,
  }
}

/**
 * Asks before the mutex is taken, because a person takes their time. Callers ask again while they hold it, since the
 * stored connections may have changed meanwhile.
 */
export async function approve(
  { approvals, store, active }: Pick<ConnectionsContext, 'approvals' | 'store' | 'active'>,
  wanted: Parameters<typeof wantedServiceOf>[0],
): Promise<void> {
  const stored = await store.all()
  const open = active.session()?.open.profile
  const known = open === undefined ? stored : [...stored, open]
  await approvals.service(
    wantedServiceOf(wanted),
    known.map((each) => wantedServiceOf(each)),
  )
}
