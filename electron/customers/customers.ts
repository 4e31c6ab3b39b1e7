/**
 * Customers: searches the local directory, reads customers from the service, and builds their rows and views. Every
 * customer that is read is also stored in the directory. This module moves no money and knows no credentials.
 */
import type { Emit } from '#shared/contract.ts'
import { asDeskError, DeskError } from '#shared/errors.ts'
import { customerViewSteps } from '#shared/model/customerView.ts'
import { toInstant } from '#shared/model/instant.ts'
import type { CustomerView } from '#shared/model/views.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CountrySetId, CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import type { HandlersOf } from '../bridge/index.ts'
import type { Clock } from '../base/clock.ts'
import type { Connections, OpenConnection } from '../connections/index.ts'
import { inSteps } from '../base/inSteps.ts'
import type { Log } from '../log/index.ts'
import type { Storage } from '../storage/index.ts'
import { lookupQueryFor } from './ask.ts'
import type { SearchPage, SearchRequest } from './directory/protocol.ts'
import { knownInventory } from './knownInventory.ts'
import { openSession, type Session } from './session.ts'
import type { Pace } from './sync/sync.ts'

export interface CustomersOptions {
  readonly connections: Pick<Connections, 'current' | 'require' | 'onChange'>
  readonly storage: Pick<Storage, 'directoryLocation' | 'deleteDirectory' | 'quarantined'>
  /** The packages of the open connection, from which coverage is inferred. */
  readonly inventoryItems: () => Promise<readonly WireInventoryItem[]>
  /** Items with an operation that is not terminal. */
  readonly lockedItems: () => ReadonlySet<ItemUid>
  /** The country set of an item that this desk bought, or null if it is not known. */
  readonly countrySetOf: (itemUid: ItemUid) => CountrySetId | null
  /** Called with each customer that was read in full from the service. */
  readonly onRead: (entry: WireCustomerEntry) => void
  readonly clock: Clock
  readonly emit: Emit
  readonly log: Pick<Log, 'info' | 'warn'>
  /** The built entry file of `worker.ts`. */
  readonly workerUrl: URL
  /**
   * Resolves when the window has loaded and makes its first calls. No directory is opened before that, because it would
   * delay the window.
   */
  readonly windowLoaded: Promise<void>
  /** Resolves when the window has what it needs to start. Only the first page of customers is read before that. */
  readonly started: Promise<void>
  /** The maximum number of customers in the directory. */
  readonly maxCustomers?: () => Promise<number>
  readonly pace?: Pace
}

/** Customers sent to the worker in one message. The main thread is blocked while they are copied. */
const entriesAtOnce = 20

type SearchInput = Parameters<HandlersOf<'customers'>['search']>[0]

export interface Customers {
  readonly handlers: HandlersOf<'customers'>
  /** Stores a customer that another module has just read from the service. */
  readonly storeFresh: (entry: WireCustomerEntry) => void
  readonly close: () => Promise<void>
}

export function createCustomers(options: CustomersOptions): Customers {
  const { connections, storage, lockedItems, emit, log } = options
  const inventory = knownInventory(options.inventoryItems)
  let current: { readonly open: OpenConnection; readonly session: Promise<Session> } | null = null
  let closing: Promise<unknown> = Promise.resolve()

  const endCurrent = (): void => {
    const ended = current?.session
    current = null
    if (ended !== undefined)
      closing = closing.then(() => ended.then((session) => session.close())).catch(() => undefined)
  }

  const begin = (open: OpenConnection, firstSync: 'due' | 'later' = 'due'): Promise<Session> => {
    endCurrent()
    // One directory is open at a time: the file of the last one is closed first.
    const session = Promise.all([closing, options.windowLoaded]).then(() =>
      openSession({ ...options, open, firstSync }),
    )
    current = { open, session }
    inventory.forget()
    session.catch((thrown: unknown) => {
      log.warn('The directory could not be opened', { code: asDeskError(thrown).code })
      // The next call tries again.
      if (current?.session === session) current = null
    })
    return session
  }

  /** Throws `not_connected`, or the reason why the directory cannot be opened. */
  const session = async (): Promise<Session> => {
    const open = connections.require()
    return await (current?.open === open ? current.session : begin(open))
  }

  /**
   * Runs `work` with the session of the open connection. Throws `not_connected` if the connection has changed
   * meanwhile, so that data of one connection is never shown in another.
   */
  const withSession = async <T>(work: (active: Session) => T | Promise<T>): Promise<T> => {
    const open = connections.require()
    return await session()
      .then((active) => work(active))
      .finally(() => {
        if (connections.current() !== open) throw new DeskError('not_connected', 'The connection was closed meanwhile')
      })
  }

  const stopListening = connections.onChange(async (open) => {
    if (open !== null && current?.open !== open) begin(open).catch(() => undefined)
    if (open !== null) return
    endCurrent()
    // The caller may delete the directory's file next.
    await closing
  })
  const already = connections.current()
  if (already !== null) begin(already).catch(() => undefined)

  /**
   * Stores the entries in the directory. The directory is a copy, so a failure there does not hide the service's
   * answer.
   */
  const storeEntries = async ({ directory, open }: Session, entries: readonly WireCustomerEntry[]): Promise<void> => {
    const fetchedAt = open.client.now()
    try {
      for (let at = 0; at < entries.length; at += entriesAtOnce) {
        await directory.call((remote) =>
          remote.put({ entries: entries.slice(at, at + entriesAtOnce), unreadableUids: [], fetchedAt }),
        )
      }
    } catch (thrown) {
      log.warn('A customer could not be put into the directory', { code: asDeskError(thrown).code })
    }
  }

  const samePerson = async (
    { directory }: Session,
    { customer }: WireCustomerEntry,
  ): Promise<readonly WireCustomerEntry[]> => {
    const email = customer.email?.trim() ?? ''
    if (email === '') return []
    return await directory.call((remote) => remote.samePerson({ email, uid: customer.uid })).catch(() => [])
  }

  const view = async (
    active: Session,
    entry: WireCustomerEntry,
    asOf: number,
    source: CustomerView['source'],
  ): Promise<CustomerView> =>
    await inSteps(
      customerViewSteps(entry, {
        now: active.open.client.now(),
        asOf,
        inventory: inventory.cached(),
        lockedItems: lockedItems(),
        countrySetOf: options.countrySetOf,
        samePerson: await samePerson(active, entry),
        source,
      }),
    )

  /**
   * Rethrows the error. If the service says definitely that there is no such customer, it removes the customer from the
   * directory first.
   */
  const forgetMissing = async ({ directory }: Session, uid: CustomerUid, thrown: unknown): Promise<never> => {
    const { code, details } = asDeskError(thrown)
    if (code === 'not_found' && details['definite'] === true)
      await directory.call((remote) => remote.remove(uid)).catch(() => undefined)
    throw thrown
  }

  const readFromService = async (active: Session, uid: CustomerUid, signal: AbortSignal): Promise<CustomerView> => {
    const packages = inventory.refresh()
    const entry = await active.open.client
      .customer(uid, { signal: AbortSignal.any([signal, active.open.signal]) })
      .catch((thrown: unknown) => forgetMissing(active, uid, thrown))
    const asOf = active.open.client.now()
    options.onRead(entry)
    await Promise.all([storeEntries(active, [entry]), packages])
    return await view(active, entry, asOf, 'service')
  }

  const readFromDirectory = async (active: Session, uid: CustomerUid): Promise<CustomerView> => {
    void inventory.refresh()
    const stored = await active.directory.call((remote) => remote.get(uid))
    if (stored === null) throw new DeskError('not_found', 'The directory has no such customer')
    return await view(active, stored.entry, stored.fetchedAt, 'directory')
  }

  const searchDirectory = async (
    { directory }: Session,
    request: SearchRequest,
    canAskService: boolean,
  ): Promise<SearchPage> => {
    try {
      return await directory.call((remote) => remote.search(request))
    } catch (thrown) {
      const { code } = asDeskError(thrown)
      if (!canAskService || code === 'invalid_input') throw thrown
      log.warn('The directory could not be searched', { code })
      return { rows: [], exactCount: 0, exact: null }
    }
  }

  const asOf = ({ open }: Session): { readonly asOf: string } => ({ asOf: toInstant(open.client.now()) ?? '' })

  const search = async (
    active: Session,
    { query, limit, cursor }: SearchInput,
    signal: AbortSignal,
  ): ReturnType<HandlersOf<'customers'>['search']> => {
    const { open, sync, lookUp } = active
    const lookupQuery = lookupQueryFor(query, limit)
    const { exactCount, ...found } = await searchDirectory(
      active,
      { query, limit, cursor, now: open.client.now() },
      lookupQuery !== null,
    )
    const isMissing = exactCount === 0 && (found.rows.length === 0 || !sync.isComplete())
    if (cursor !== undefined || lookupQuery === null || !isMissing)
      return { ...found, source: 'directory', serviceProblem: null, ...asOf(active) }

    const result = await lookUp(query, lookupQuery, AbortSignal.any([signal, open.signal]))
    await storeEntries(active, result.entries)
    const rows = [...result.rows, ...found.rows.filter(({ uid }) => result.rows.every((row) => row.uid !== uid))]
    const source = found.rows.length === 0 ? 'service' : result.rows.length === 0 ? 'directory' : 'both'
    return {
      ...found,
      rows: rows.slice(0, Math.max(limit, found.rows.length)),
      source,
      exact: result.exact,
      serviceProblem: result.problem,
      ...asOf(active),
    }
  }

  const handlers: HandlersOf<'customers'> = {
    search: async (request, { signal }) => await withSession((active) => search(active, request, signal)),
    get: async ({ uid, from = 'service' }, { signal }) =>
      await withSession((active) =>
        from === 'service' ? readFromService(active, uid, signal) : readFromDirectory(active, uid),
      ),
    list: async ({ limit, cursor }) =>
      await withSession(async (active) => ({
        ...(await active.directory.call((remote) => remote.list({ limit, cursor, now: active.open.client.now() }))),
        ...asOf(active),
      })),
    sync: async () =>
      await withSession(({ sync }) => {
        void sync.run()
        return sync.status()
      }),
    status: async () => await withSession(({ sync }) => sync.status()),
    async wipe() {
      const open = connections.require()
      endCurrent()
      const deleted = closing.then(() => storage.deleteDirectory(open.profile.id))
      closing = deleted.catch(() => undefined)
      const [reopened] = await Promise.all([begin(open, 'later'), deleted])
      if (connections.current() === open) emit('sync.progress', reopened.sync.status())
      return null
    },
  }

  return {
    handlers,
    storeFresh(entry) {
      const changed = (): void => emit('customer.changed', { uid: entry.customer.uid })
      session()
        .then((active) => storeEntries(active, [entry]))
        .then(changed, changed)
    },
    async close() {
      stopListening()
      endCurrent()
      await closing
    },
  }
}
