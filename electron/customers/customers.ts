/**
 * Customers: searches the local directory, reads customers from the service, and builds their rows and views. Every
 * customer that is read is also stored in the directory. This module moves no money and has no credentials.
 */
import type { LocalListRules } from '#shared/model/customer/localList.ts'
import type { HandlersOf } from '../bridge/index.ts'
import { createActiveSession, type ActiveSession } from './activeSession.ts'
import { readConnectivity } from './connectivity.ts'
import { correctEmail } from './correctEmail.ts'
import { getCustomer } from './customer.ts'
import { customerOfIccid, lookUpIccid, readAgain } from './hints.ts'
import { knownInventory } from './knownInventory.ts'
import { browseCustomers, tableOf } from './list.ts'
import type { Customers, CustomersOptions } from './options.ts'
import { linkHandlers } from './links/handlers.ts'
import { withLinks } from './links/links.ts'
import { createLinkStore } from './links/store.ts'
import { watchExpiry } from './localList.ts'
import { createSales, type Sales } from './sales.ts'
import { listCustomers, searchCustomers, similarQueries } from './search.ts'
import { storeEntries } from './storeEntries.ts'
import { todayHandlers } from './today.ts'

export function createCustomers(options: CustomersOptions): Customers {
  const { emit, log } = options
  const inventory = knownInventory(options.inventoryItems)
  const session = createActiveSession(options, inventory.forget)
  const links = createLinkStore(options.storage.work)
  const sales = createSales(options.connections)
  const context = { ...options, inventory, links, sales }
  const stopWatching = watchExpiry(session.deleteExpired, options.started)

  const handlers: HandlersOf<'customers'> = {
    search: async (request, { signal }) =>
      await session.use(async (active) => {
        const page = await searchCustomers(active, request, signal, log)
        return { ...page, rows: withLinks(links, active, page.rows) }
      }),
    similar: async ({ query }) => await session.use((active) => similarQueries(active, query, log)),
    names: async ({ uids, itemUids }) =>
      await session.use(({ directory }) => directory.call((remote) => remote.names(uids, itemUids))),
    get: async (request, { signal }) => await session.use((active) => getCustomer(context, active, request, signal)),
    correctEmail: async (input, { signal }) => await correctEmail(context, session, input, signal),
    list: async (request) =>
      await session.use(async (active) => {
        const page = await listCustomers(active, request)
        return { ...page, rows: withLinks(links, active, page.rows) }
      }),
    connectivity: async ({ iccid }, { signal }) =>
      await session.use((active) => readConnectivity(active, iccid, signal)),
    browse: async (request) =>
      await session.use(async (active) => {
        const page = await browseCustomers(context, active, request)
        return { ...page, rows: withLinks(links, active, page.rows) }
      }),
    async exportCsv({ name, ...list }, { signal }) {
      const { pieces, rows } = await session.use((active) => tableOf(context, active, list, signal))
      const path = await options.saveFile({ suggestedName: `${name}.csv`, data: pieces })
      return { path, rows: rows() }
    },
    sync: async () =>
      await session.use(({ sync }) => {
        options.connections.tryAgain()
        void sync.run()
        return sync.status()
      }),
    cancelSync: async () => await session.use(({ sync }) => sync.cancel()),
    status: async () => await session.use(({ sync }) => sync.status()),
    async wipe() {
      await session.wipe()
      return null
    },
    localList: async () => await rulesOf(options),
    async setLocalList(rules) {
      await session.setRules(rules)
      return await rulesOf(options)
    },
    ...linkHandlers(context, session),
    ...todayHandlers(context, session),
  }

  return {
    handlers,
    storeFresh(entry, askedAt) {
      const changed = (): void => emit('customer.changed', { uid: entry.customer.uid })
      session
        .get()
        .then((active) => storeEntries(active, [entry], askedAt, log))
        .then(changed, changed)
    },
    differences: async (...request) =>
      await session.use(async ({ directory }) => directory.call((remote) => remote.differences(...request))),
    readAgain: async (uid, signal) => await session.use((active) => readAgain(context, active, uid, signal)),
    customerOfIccid: async (iccid) => await session.use((active) => customerOfIccid(active, iccid)),
    lookUpIccid: async (iccid, signal) => await session.use((active) => lookUpIccid(context, active, iccid, signal)),
    noteSale: noteSale(context, session),
    soldEsim: sales.ofEsim,
    async close() {
      stopWatching()
      sales.close()
      await session.close()
    },
  }
}

/** A new customer is stored as well, so that the search finds them at once. */
const noteSale =
  (
    { sales, clock, log }: Pick<CustomersOptions, 'clock' | 'log'> & { readonly sales: Sales },
    session: ActiveSession,
  ): Customers['noteSale'] =>
  (open, entry, isNew) => {
    sales.note(open, { entry, isNew })
    const askedAt = clock.monotonic()
    if (isNew) session.use((active) => storeEntries(active, [entry], askedAt, log)).catch(() => undefined)
  }

const rulesOf = async ({ connections }: Pick<CustomersOptions, 'connections'>): Promise<LocalListRules> =>
  await connections.localLists.rules(connections.require().profile.id)
