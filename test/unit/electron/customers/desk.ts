/** A desk with only its customers module, on a sandbox: connections that open and close as the real ones do. */
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { EventName, Events } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import { type Clock, systemClock } from '../../../../electron/base/clock.ts'
import type { Connections, OpenConnection } from '../../../../electron/connections/index.ts'
import { createLocalLists } from '../../../../electron/connections/localLists.ts'
import {
  createProfileStore,
  defaultLocalList,
  type StoredProfile,
} from '../../../../electron/connections/profileStore.ts'
import type { LocalLists } from '../../../../electron/connections/types.ts'
import { createCustomers, type Customers, type CustomersOptions } from '../../../../electron/customers/index.ts'
import type { Keychain } from '../../../../electron/keychain/index.ts'
import type { Sandbox } from '../../../../electron/sandbox/index.ts'
import { customerStorage } from '../../../../electron/customers/directory/customerStorage.ts'
import { createServiceClient } from '../../../../electron/service/index.ts'
import { createParserHere } from '../../../../electron/service/parsing/parser.ts'
import { openStorage, type Storage } from '../../../../electron/storage/index.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'
import { approveAll } from '../../../support/approvals.ts'
import { memoryKeychain, silentLog } from '../storage/support.ts'
import { until, workerUrl } from './support.ts'

export const call = { signal: new AbortController().signal }

/** `open` and `close` as the connections module does them. */
export function connections(localLists: LocalLists): Pick<
  Connections,
  'current' | 'require' | 'onChange' | 'localLists' | 'tryAgain'
> & {
  readonly change: (open: OpenConnection | null) => Promise<unknown>
} {
  let current: OpenConnection | null = null
  const listeners = new Set<Parameters<Connections['onChange']>[0]>()
  return {
    localLists,
    tryAgain: () => undefined,
    current: () => current,
    require() {
      if (current === null) throw new DeskError('not_connected', 'No connection is open')
      return current
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change(open) {
      current = open
      return Promise.all([...listeners].map((listener) => listener(open)))
    },
  }
}

export function connect(id: string, to: Sandbox): { readonly open: OpenConnection; readonly closed: AbortController } {
  const client = createServiceClient({
    address: to.baseUrl,
    segment: to.segment,
    credentials: () => Promise.resolve(to),
    clock: systemClock,
    log: silentLog,
    parser: createParserHere(customerStorage),
  })
  const closed = new AbortController()
  onTestFinished(async () => {
    closed.abort()
    await client.close()
  })
  const profile = {
    id,
    name: id,
    kind: 'service' as const,
    address: to.baseUrl,
    segment: to.segment,
    caFile: null,
    proxy: null,
    linkHost: null,
    secret: 'stored' as const,
    createdAt: '',
    lastOpenedAt: null,
  }
  return { open: { profile, identity: id, client, signal: closed.signal }, closed }
}

const storedProfile = (id: string, { baseUrl, segment }: Sandbox): StoredProfile => ({
  id,
  name: id,
  address: baseUrl,
  segment,
  caFile: null,
  proxy: null,
  linkHost: null,
  secret: 'stored',
  createdAt: '',
  lastOpenedAt: null,
  workedAt: null,
  dialect: null,
  relay: null,
  localList: defaultLocalList,
})

interface SavedFile {
  readonly suggestedName: string
  readonly pieces: readonly Uint8Array[]
}

export interface Desk {
  readonly customers: Customers
  readonly rooms: ReturnType<typeof connections>
  readonly events: { readonly event: EventName; readonly payload: unknown }[]
  readonly folder: string
  readonly locked: Set<ItemUid>
  readonly unconfirmed: Set<CustomerUid>
  /** The exported files. */
  readonly saved: readonly SavedFile[]
  readonly open: OpenConnection
  readonly storage: Storage
  /** Moves the clock of the desk, but not that of the service. */
  readonly advance: (milliseconds: number) => void
  /** The connections that were set to keep no list. */
  readonly dropped: readonly string[]
  /** Closes the connection as the connections module does. */
  readonly disconnect: () => Promise<unknown>
  /** Closes the customers module and creates another one on the same files. */
  readonly restart: (open?: OpenConnection) => Promise<Customers>
  /** Resolves when the first sync has ended. */
  readonly synced: () => Promise<void>
}

/** `more` replaces parts of other modules. */
export async function desk(
  to: Sandbox,
  keychain: Keychain = memoryKeychain(),
  worker = workerUrl,
  more: Partial<
    Pick<CustomersOptions, 'approvals' | 'beginCorrection' | 'buyersOf' | 'inventoryItems' | 'saveFile'>
  > = {},
): Promise<Desk> {
  const folder = await temporaryFolder()
  let offset = 0
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + offset }
  const storage = await openStorage({ folder, keychain, clock, log: silentLog })
  const store = createProfileStore(join(folder, 'profiles.json'), clock)
  await store.put(storedProfile('c1', to))
  const rooms = connections(createLocalLists({ store, clock }))
  const { open, closed } = connect('c1', to)
  const dropped: string[] = []
  const events: { event: EventName; payload: unknown }[] = []
  const locked = new Set<ItemUid>()
  const unconfirmed = new Set<CustomerUid>()
  const saved: SavedFile[] = []
  const create = (): Customers =>
    createCustomers({
      connections: rooms,
      storage,
      unconfirmedCustomers: () => unconfirmed,
      saveFile: async ({ suggestedName, data }) => {
        const pieces: Uint8Array[] = []
        for await (const piece of data) pieces.push(piece)
        saved.push({ suggestedName, pieces })
        return `/home/${suggestedName}`
      },
      inventoryItems: async () => (await open.client.inventory()).items,
      lockedItems: () => locked,
      countrySetOf: () => null,
      buyersOf: () => [],
      onRead: () => undefined,
      approvals: approveAll,
      beginCorrection: () => () => undefined,
      ...more,
      clock,
      emit: <E extends EventName>(event: E, payload: Events[E]) => void events.push({ event, payload }),
      log: silentLog,
      workerUrl: worker,
      started: Promise.resolve(),
      agentName: () => 'Ada',
      onListDropped: (id) => void dropped.push(id),
    })
  let customers = create()
  onTestFinished(async () => {
    await customers.close()
    storage.close()
  })
  void rooms.change(open)
  const synced = async (): Promise<void> => {
    await until(() =>
      events.some(
        ({ event, payload }) => event === 'sync.progress' && /"state":"(done|failed)"/.test(JSON.stringify(payload)),
      ),
    )
  }
  return {
    get customers() {
      return customers
    },
    rooms,
    events,
    folder,
    locked,
    unconfirmed,
    saved,
    open,
    storage,
    advance: (milliseconds) => void (offset += milliseconds),
    dropped,
    disconnect() {
      closed.abort()
      return rooms.change(null)
    },
    async restart(next = open) {
      await rooms.change(null)
      await customers.close()
      events.length = 0
      customers = create()
      void rooms.change(next)
      return customers
    },
    synced,
  }
}

export const search = (of: Desk, query: string, limit = 50): ReturnType<Customers['handlers']['search']> =>
  of.customers.handlers.search({ query, limit }, call)
