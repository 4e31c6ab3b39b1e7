/** A context for operations with prepared service answers and a real journal in memory, without a network. */
import Database from 'better-sqlite3-multiple-ciphers'
import { ConnectionProfile } from '#shared/model/connection.ts'
import { defaultRules, type BuyingRules } from '#shared/model/operation/purchase.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import type { OpenConnection } from '../../../../electron/connections/index.ts'
import { createJournal, type Journal } from '../../../../electron/operations/journal/journal.ts'
import type { PreviewContext } from '../../../../electron/operations/preview/previewContext.ts'
import { createServiceClient, type ServiceClient } from '../../../../electron/service/index.ts'

export interface ServiceReads {
  readonly customer?: WireCustomerEntry
  /** The inventory of a fresh read. */
  readonly inventory?: readonly WireInventoryItem[]
  /** The cached inventory, or `null` if its read fails. */
  readonly cachedInventory?: readonly WireInventoryItem[] | null
  readonly rules?: Partial<BuyingRules>
  /** Called during every read of the service. */
  readonly onRead?: () => void
}

/** The wall clock of the desk. The clock of the service is an hour ahead. */
export const deskNow = new Date(2026, 10, 21, 12).getTime()
export const serviceNow = deskNow + 3_600_000

export function journalInMemory(): Journal {
  return createJournal(new Database(':memory:'), { now: () => deskNow, monotonic: () => 0 })
}

/** Creates a client without a network. Tests override the functions that they need. */
export function offlineClient(overrides: Partial<ServiceClient> = {}): ServiceClient {
  const silent = (): void => undefined
  const real = createServiceClient({
    address: 'https://api.example.invalid',
    segment: 'shop',
    credentials: () => Promise.reject(new Error('no request is expected')),
    clock: { now: () => deskNow, monotonic: () => 0 },
    log: { error: silent, warn: silent, info: silent, debug: silent, hide: () => silent },
  })
  const client: ServiceClient = { ...real, now: () => serviceNow, ...overrides }
  return {
    ...client,
    readCustomer: async (uid, read) => ({ entry: await client.customer(uid, read), way: 'path entry' }),
    ...overrides,
  }
}

const profile = ConnectionProfile.parse({
  id: 'c1',
  name: 'Shop',
  kind: 'service',
  address: 'https://api.example.invalid',
  segment: 'shop',
  caFile: null,
  proxy: null,
  linkHost: null,
  secret: 'session',
  createdAt: '2026-01-01T00:00:00.000Z',
  lastOpenedAt: null,
})
export const openOf = (
  client: ServiceClient,
  identity = 'identity-1',
  signal: AbortSignal = new AbortController().signal,
): OpenConnection => ({ profile, identity, client, signal })

export function contextOf(
  { customer, inventory = [], cachedInventory = inventory, rules = {}, onRead }: ServiceReads,
  journal: Journal = journalInMemory(),
): PreviewContext {
  const client = offlineClient({
    customer: () => {
      onRead?.()
      return customer === undefined ? Promise.reject(new Error('there is no customer')) : Promise.resolve(customer)
    },
    searchCustomers: () => Promise.resolve({ entries: [], unreadable: [], received: 0 }),
    inventory: () => {
      onRead?.()
      return Promise.resolve({ items: inventory, unreadable: [] })
    },
  })
  return {
    open: openOf(client),
    journal,
    notes: { get: () => ({ email: null, note: null, reference: null, userCountry: null, userIp: null, iccids: [] }) },
    clock: { now: () => deskNow, monotonic: () => 0 },
    rules: { ...defaultRules, ...rules },
    newId: () => 'preview-1',
    signal: new AbortController().signal,
    inventoryItems: () =>
      cachedInventory === null
        ? Promise.reject(new Error('there is no cached inventory'))
        : Promise.resolve(cachedInventory),
  }
}
