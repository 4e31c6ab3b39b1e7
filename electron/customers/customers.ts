/**
 * Customers: found in the local directory, read fresh from the service, shown as rows and as one customer's view.
 * Whatever is read of a customer goes into the directory too. Moves no money and knows no credentials.
 */
import type { Emit } from '#shared/contract.ts'
import { asDeskError, DeskError } from '#shared/errors.ts'
import { customerViewSteps } from '#shared/model/customerView.ts'
import { toInstant } from '#shared/model/instant.ts'
import type { CustomerView } from '#shared/model/views.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CountrySetId, CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import type { HandlersOf } from '../call.ts'
import type { Clock } from '../clock.ts'
import type { Connections, OpenConnection } from '../connections/index.ts'
import { inSteps } from '../inSteps.ts'
import type { Log } from '../log/index.ts'
import type { Storage } from '../storage/index.ts'
import { questionFor } from './ask.ts'
import type { SearchPage, SearchRequest } from './directory/protocol.ts'
import { knownInventory } from './knownInventory.ts'
import { openSession, type Session } from './session.ts'
import type { Pace } from './sync/sync.ts'

export interface CustomersOptions {
  readonly connections: Pick<Connections, 'current' | 'require' | 'onChange'>
  readonly storage: Pick<Storage, 'directoryPlace' | 'deleteDirectory' | 'quarantined'>
  /** Packages of the open connection: coverage is inferred from them. */
  readonly inventoryItems: () => Promise<readonly WireInventoryItem[]>
  /** Items with an open operation. */
  readonly lockedItems: () => ReadonlySet<ItemUid>
  /** Country set of an item that this desk bought; null where that isn't known. */
  readonly countrySetOf: (itemUid: ItemUid) => CountrySetId | null
  /** Told each customer who was read whole from the service. */
  readonly onRead: (entry: WireCustomerEntry) => void
  readonly clock: Clock
  readonly emit: Emit
  readonly log: Pick<Log, 'info' | 'warn'>
  /** The built entry of `worker.ts`. */
  readonly workerUrl: URL
  /** The window has loaded and asks: until then no directory is opened, which would make it come later. */
  readonly windowAsks: Promise<void>
  /** The window has what it needs to start: until then no more than the first page of customers is read. */
  readonly started: Promise<void>
  /** The maximum number of customers in the directory. */
  readonly maxCustomers?: () => Promise<number>
  readonly pace?: Pace
}

/** Customers sent to the directory at once. This thread is blocked while they are copied. */
const entriesAtOnce = 20

type SearchInput = Parameters<HandlersOf<'customers'>['search']>[0]

export interface Customers {
  readonly handlers: HandlersOf<'customers'>
  /** Another room has just read this customer. */
  readonly noteFresh: (entry: WireCustomerEntry) => void
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
    // One directory at a time: the file of the last one is closed first.
    const session = Promise.all([closing, options.windowAsks]).then(() => openSession({ ...options, open, firstSync }))
    current = { open, session }
    inventory.forget()
    session.catch((thrown: unknown) => {
      log.warn('The directory could not be opened', { code: asDeskError(thrown).code })
      // The next call tries again.
      if (current?.session === session) current = null
    })
    return session
  }

  /** Throws `not_connected`, or why the directory can't be opened. */
  const session = async (): Promise<Session> => {
    const open = connections.require()
    return await (current?.open === open ? current.session : begin(open))
  }

  /** Throws `not_connected` where the connection has changed meanwhile: nothing of one connection is shown in another. */
  const answering = async <T>(work: (of: Session) => T | Promise<T>): Promise<T> => {
    const open = connections.require()
    return await session()
      .then((of) => work(of))
      .finally(() => {
        if (connections.current() !== open) throw new DeskError('not_connected', 'The connection was closed meanwhile')
      })
  }

  const stopListening = connections.onChange(async (open) => {
    if (open !== null && current?.open !== open) begin(open).catch(() => undefined)
    if (open !== null) return
    endCurrent()
    // Who closed it may delete the directory's file next.
    await closing
  })
  const already = connections.current()
  if (already !== null) begin(already).catch(() => undefined)

  /** The directory is a copy: what fails in it keeps nobody from the service's own answer. */
  const keep = async ({ directory, open }: Session, entries: readonly WireCustomerEntry[]): Promise<void> => {
    const fetchedAt = open.client.now()
    try {
      for (let at = 0; at < entries.length; at += entriesAtOnce) {
        await directory.ask((remote) =>
          remote.put({ entries: entries.slice(at, at + entriesAtOnce), alsoSeen: [], fetchedAt }),
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
    return await directory.ask((remote) => remote.samePerson({ email, uid: customer.uid })).catch(() => [])
  }

  const view = async (
    of: Session,
    entry: WireCustomerEntry,
    asOf: number,
    source: CustomerView['source'],
  ): Promise<CustomerView> =>
    await inSteps(
      customerViewSteps(entry, {
        now: of.open.client.now(),
        asOf,
        inventory: inventory.cached(),
        lockedItems: lockedItems(),
        countrySetOf: options.countrySetOf,
        samePerson: await samePerson(of, entry),
        source,
      }),
    )

  /** Throws what was thrown; a customer of whom the service itself says that there is none leaves the directory first. */
  const forgetMissing = async ({ directory }: Session, uid: CustomerUid, thrown: unknown): Promise<never> => {
    const { code, details } = asDeskError(thrown)
    if (code === 'not_found' && details['definite'] === true)
      await directory.ask((remote) => remote.remove(uid)).catch(() => undefined)
    throw thrown
  }

  const fromService = async (of: Session, uid: CustomerUid, signal: AbortSignal): Promise<CustomerView> => {
    const packages = inventory.soon()
    const entry = await of.open.client
      .customer(uid, { signal: AbortSignal.any([signal, of.open.signal]) })
      .catch((thrown: unknown) => forgetMissing(of, uid, thrown))
    const asOf = of.open.client.now()
    options.onRead(entry)
    await Promise.all([keep(of, [entry]), packages])
    return await view(of, entry, asOf, 'service')
  }

  const fromDirectory = async (of: Session, uid: CustomerUid): Promise<CustomerView> => {
    void inventory.soon()
    const kept = await of.directory.ask((remote) => remote.get(uid))
    if (kept === null) throw new DeskError('not_found', 'The directory has no such customer')
    return await view(of, kept.entry, kept.fetchedAt, 'directory')
  }

  const searchCopy = async (
    { directory }: Session,
    request: SearchRequest,
    canAskService: boolean,
  ): Promise<SearchPage> => {
    try {
      return await directory.ask((remote) => remote.search(request))
    } catch (thrown) {
      const { code } = asDeskError(thrown)
      if (!canAskService || code === 'invalid_input') throw thrown
      log.warn('The directory could not be searched', { code })
      return { rows: [], exactCount: 0, exact: null }
    }
  }

  const asOf = ({ open }: Session): { readonly asOf: string } => ({ asOf: toInstant(open.client.now()) ?? '' })

  const search = async (
    of: Session,
    { query, limit, cursor }: SearchInput,
    signal: AbortSignal,
  ): ReturnType<HandlersOf<'customers'>['search']> => {
    const { open, sync, ask } = of
    const question = questionFor(query, limit)
    const { exactCount, ...found } = await searchCopy(
      of,
      { query, limit, cursor, now: open.client.now() },
      question !== null,
    )
    const isMissing = exactCount === 0 && (found.rows.length === 0 || !sync.isComplete())
    if (cursor !== undefined || question === null || !isMissing)
      return { ...found, source: 'directory', serviceProblem: null, ...asOf(of) }

    const asked = await ask(query, question, AbortSignal.any([signal, open.signal]))
    await keep(of, asked.entries)
    const rows = [...asked.rows, ...found.rows.filter(({ uid }) => asked.rows.every((row) => row.uid !== uid))]
    const source = found.rows.length === 0 ? 'service' : asked.rows.length === 0 ? 'directory' : 'both'
    return {
      ...found,
      rows: rows.slice(0, Math.max(limit, found.rows.length)),
      source,
      exact: asked.exact,
      serviceProblem: asked.problem,
      ...asOf(of),
    }
  }

  const handlers: HandlersOf<'customers'> = {
    search: async (request, { signal }) => await answering((of) => search(of, request, signal)),
    get: async ({ uid, from = 'service' }, { signal }) =>
      await answering((of) => (from === 'service' ? fromService(of, uid, signal) : fromDirectory(of, uid))),
    list: async ({ limit, cursor }) =>
      await answering(async (of) => ({
        ...(await of.directory.ask((remote) => remote.list({ limit, cursor, now: of.open.client.now() }))),
        ...asOf(of),
      })),
    sync: async () =>
      await answering(({ sync }) => {
        void sync.run()
        return sync.status()
      }),
    status: async () => await answering(({ sync }) => sync.status()),
    async wipe() {
      const open = connections.require()
      endCurrent()
      const deleted = closing.then(() => storage.deleteDirectory(open.profile.id))
      closing = deleted.catch(() => undefined)
      const [anew] = await Promise.all([begin(open, 'later'), deleted])
      if (connections.current() === open) emit('sync.progress', anew.sync.status())
      return null
    },
  }

  return {
    handlers,
    noteFresh(entry) {
      const changed = (): void => emit('customer.changed', { uid: entry.customer.uid })
      session()
        .then((of) => keep(of, [entry]))
        .then(changed, changed)
    },
    async close() {
      stopListening()
      endCurrent()
      await closing
    },
  }
}
