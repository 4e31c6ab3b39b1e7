/** A desk's events with a real relay and a real database, without the rest of the desk. */
import { onTestFinished } from 'vitest'
import type { EventName, Events as Pushed } from '#shared/contract.ts'
import { EventStatus } from '#shared/model/customer/events.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { systemClock } from '../../../../electron/base/clock.ts'
import { systemTimer } from '../../../../electron/base/timer.ts'
import type { StoredRelay } from '../../../../electron/connections/index.ts'
import type { HintTargets } from '../../../../electron/events/hints.ts'
import { enrol } from '../../../../electron/events/relay/connect.ts'
import { createRelaySource, type RelaySourceOptions } from '../../../../electron/events/relay/source.ts'
import { startEventSession } from '../../../../electron/events/session.ts'
import type { EventStore } from '../../../../electron/events/store.ts'
import { invite } from '../../../../relay/commands/devices.ts'
import { createEndpoint } from '../../../../electron/service/index.ts'
import { withDatabase } from '../../../support/postgres.ts'
import { connection, type TestRelay } from '../../../support/relay.ts'
import { silentLog } from '../storage/support.ts'
import { eventStore } from './support.ts'

export interface DeskOptions extends Pick<RelaySourceOptions, 'heartbeatMs' | 'retryAfter'> {
  readonly store?: EventStore
  /** Where the desk reaches the relay, such as a proxy before it. */
  readonly through?: string
  readonly targets?: Partial<HintTargets>
  readonly isOpen?: (uid: CustomerUid) => boolean
  readonly device?: DeviceOfDesk
}

export interface DeviceOfDesk {
  readonly relay: StoredRelay
  readonly privateKey: string
}

export async function connectDesk({ url, settings }: Pick<TestRelay, 'url' | 'settings'>): Promise<DeviceOfDesk> {
  const code = await withDatabase(settings.databaseUrl, (client) => invite(client, connection, 'Anna'))
  const endpoint = createEndpoint({ address: url, clock: systemClock, log: silentLog })
  const signal = new AbortController().signal
  const { privateKey, ...device } = await enrol({
    endpoint,
    address: url,
    code,
    clock: systemClock,
    log: silentLog,
    signal,
  })
  await endpoint.close()
  return {
    relay: { ...device, address: url, connectedAt: new Date(Date.now() - 1000).toISOString(), key: 'stored' },
    privateKey,
  }
}

export async function startDesk(relay: Pick<TestRelay, 'url' | 'settings'>, options: DeskOptions = {}) {
  const { store = eventStore(), through, device = await connectDesk(relay), targets, isOpen, ...timing } = options
  const reads: string[] = []
  const pushed: Pushed['events.changed'][] = []
  const source = createRelaySource({
    ...device,
    endpoint: createEndpoint({ address: through ?? device.relay.address, clock: systemClock, log: silentLog }),
    clock: systemClock,
    timer: systemTimer,
    log: silentLog,
    retryAfter: () => 50,
    ...timing,
  })
  const session = await startEventSession({
    store,
    source,
    targets: {
      customerOfIccid: (iccid) => Promise.resolve(CustomerUid.parse(`owner of ${iccid}`)),
      lookUpIccid: () => Promise.resolve(null),
      readAgain: (uid) => Promise.resolve(void reads.push(uid)),
      unresolvedOf: () => [],
      hasStarted: () => false,
      checkNow: () => Promise.resolve(),
      ...targets,
    },
    isOpen: isOpen ?? (() => false),
    clock: systemClock,
    timer: systemTimer,
    emit: <E extends EventName>(_event: E, payload: Pushed[E]) => void pushed.push(payload as never),
    log: silentLog,
    signal: new AbortController().signal,
  })
  let closing: Promise<void> | null = null
  const close = (): Promise<void> => (closing ??= session.close())
  onTestFinished(close)
  return {
    session,
    store,
    reads,
    pushed,
    device,
    close,
    status: () => EventStatus.omit({ canHaveRelay: true }).parse(session.status()),
    rows: () => store.page({}, 1000, null),
  }
}
