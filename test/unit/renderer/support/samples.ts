/** Complete, valid values of the contract for tests of the window. Each test sets only what matters to it. */
import type { CurrentConnection } from '#shared/model/connection.ts'
import type { MailRow } from '#shared/model/mail.ts'
import type { OperationPreview, OperationRow, PreviewItem } from '#shared/model/operation/operation.ts'
import { defaultDocuments } from '#shared/model/documents.ts'
import { noLastSale, type Settings } from '#shared/model/settings.ts'
import type { PurchasePreview } from '#shared/model/operation/purchase.ts'
import type { SyncStatus } from '#shared/model/customer/sync.ts'
import { nothingUnreadable } from '#shared/model/customer/unreadableParts.ts'
import type { CustomerView, EsimView, InventoryRow, ItemView } from '#shared/model/customer/views.ts'
import { CountrySetId, CustomerUid, EsimUid, Iccid, InventoryItemId, ItemUid } from '#shared/wire/ids.ts'

export const now = '2026-11-21T10:00:00.000Z'
export const customerUid = CustomerUid.parse('c-1')
export const itemUid = ItemUid.parse('i-1')

export const connection: CurrentConnection = {
  profile: {
    id: 'c1',
    name: 'Shop',
    kind: 'service',
    address: 'https://service.example',
    segment: 'brand',
    caFile: null,
    proxy: null,
    linkHost: null,
    secret: 'stored',
    createdAt: now,
    lastOpenedAt: null,
  },
  health: 'online',
  problem: null,
  directoryStorage: 'disk',
  openedAt: now,
}
export const settings = (changes: Partial<Settings> = {}): Settings => ({
  theme: 'system',
  language: 'system',
  systemLanguage: 'en',
  customerLimit: 1_000_000,
  agentName: 'jdoe',
  osUser: 'jdoe',
  keychain: 'stored',
  version: '1.2.3',
  host: 'chromium',
  documents: defaultDocuments,
  mail: null,
  mutedAlerts: [],
  lastSale: noLastSale,
  openCustomers: [],
  tour: 'offered',
  decimalSign: 'point',
  ...changes,
})

export function previewItem(
  changes: Partial<PreviewItem> = {},
  others: Partial<PreviewItem['others']> = {},
): PreviewItem {
  return {
    phase: 'active',
    salesDate: '2026-11-11T09:58:00.000Z',
    activatedAt: '2026-11-11T10:00:00.000Z',
    expiresAt: '2026-12-11T10:00:00.000Z',
    esims: 'installed',
    ...changes,
    others: { usable: { value: 0, unit: 'GB' }, partial: false, nextExpiry: null, ...others },
  }
}

export function preview(changes: Partial<OperationPreview> = {}): OperationPreview {
  return {
    previewId: 'p-1',
    kind: 'refund',
    validUntil: new Date(Date.now() + 60_000).toISOString(),
    possible: true,
    reasons: [],
    notes: ['monthly_maximum_unknown'],
    customerUid,
    customerEmail: 'ada@example.org',
    itemUid,
    item: previewItem(),
    lastRefusal: null,
    packageName: 'Europe 3 GB',
    metatag: 'order 17',
    size: { value: 3, unit: 'GB' },
    available: { value: 3, unit: 'GB' },
    validity: { value: 30, unit: 'days', unlimited: false },
    coverage: { certainty: 'probably', countrySet: CountrySetId.parse('EUROPE'), countries: ['FR', 'DE'] },
    amount: { amount: '4.50', currency: 'USD' },
    endsAt: null,
    activatesBy: null,
    refundsThisMonth: 2,
    purchase: null,
    asOf: now,
    ...changes,
  }
}

export const inventoryItemId = InventoryItemId.parse('inventory Europe 3 GB')

/** The preview of a purchase for a new customer. */
export function purchasePreview(
  changes: Partial<OperationPreview> = {},
  bought: Partial<PurchasePreview> = {},
): OperationPreview {
  return preview({
    kind: 'register',
    notes: ['credits_unknown'],
    customerUid: null,
    customerEmail: null,
    itemUid: null,
    item: null,
    lastRefusal: null,
    metatag: null,
    endsAt: '2026-12-21T10:00:00.000Z',
    purchase: {
      inventoryItemId,
      mode: 'NOW',
      reference: null,
      expectedPrice: { amount: '9.00', currency: 'USD' },
      userCountry: { value: 'DE', fixed: false },
      userIp: { value: '203.0.113.7', fixed: false },
      esim: 'new',
      stock: 0,
      recentSale: null,
      spentToday: { amount: '12.00', currency: 'USD' },
      dailyLimit: null,
      ...bought,
    },
    ...changes,
  })
}

export function operation(changes: Partial<OperationRow> = {}): OperationRow {
  return {
    id: '01JD000000000000000000000A',
    kind: 'refund',
    state: 'CONFIRMED',
    confirmedBy: 'answer',
    answer: 'lost',
    changedAnyway: false,
    isShown: true,
    awaitsRead: false,
    startsDifferently: false,
    agent: 'Ada',
    connectionName: 'Sandbox',
    customerUid,
    customerEmail: 'ada@example.org',
    itemUid,
    packageName: 'Europe 3 GB',
    esimUid: null,
    inventoryItemId: null,
    countrySet: null,
    mode: null,
    reference: null,
    echoed: null,
    amount: { amount: '4.50', currency: 'USD' },
    charged: null,
    createdAt: now,
    updatedAt: now,
    reason: null,
    retryAfter: null,
    refundReason: 'not_needed',
    ticket: null,
    current: true,
    sandbox: false,
    checks: 0,
    nextCheck: null,
    checking: false,
    duplicates: [],
    ...changes,
  }
}

export function esim(changes: Partial<EsimView> = {}): EsimView {
  return {
    uid: EsimUid.parse('e-1'),
    iccid: Iccid.parse('8948010000012345678'),
    imsi: '260010123456789',
    state: 'installed',
    raw: 'INSTALLED',
    active: true,
    lastSeen: '2026-11-21T09:30:00.000Z',
    activatedAt: '2026-11-01T08:00:00.000Z',
    codeState: 'usable',
    ...changes,
  }
}

/** A mail with the installation of `esim`, which its server has accepted. */
export const mailRow = (changes: Partial<MailRow> = {}): MailRow => ({
  id: 'm-1',
  state: 'SENT',
  problem: null,
  customerUid,
  esimUid: EsimUid.parse('e-1'),
  iccid: Iccid.parse('8948010000012345678'),
  about: 'installation',
  to: 'ada@example.org',
  own: true,
  language: 'en',
  agent: 'Ada',
  createdAt: now,
  ...changes,
})

export function item(changes: Partial<ItemView> = {}): ItemView {
  return {
    uid: itemUid,
    name: 'Europe 3 GB',
    metatag: 'order 17',
    salesChannel: 'API',
    mode: 'NOW',
    phase: 'active',
    useOrder: 1,
    size: { value: 3, unit: 'GB' },
    available: { value: 1.5, unit: 'GB' },
    remainingShare: 0.5,
    validity: { value: 30, unit: 'days', unlimited: false },
    activatedAt: '2026-11-11T10:00:00.000Z',
    expiresAt: '2026-12-11T10:00:00.000Z',
    activatesBy: null,
    purchasePrice: { amount: '4.50', currency: 'USD' },
    retailPrice: { amount: '9.00', currency: 'USD' },
    salesDate: '2026-11-11T09:58:00.000Z',
    coverage: { certainty: 'probably', countrySet: CountrySetId.parse('EUROPE'), countries: ['FR', 'DE'] },
    activate: { possible: false, reasons: ['already_active'], notes: [] },
    refund: { possible: false, reasons: ['used'], notes: [] },
    ...changes,
  }
}

export function customer(changes: Partial<CustomerView> = {}): CustomerView {
  return {
    uid: customerUid,
    email: 'ada@example.org',
    language: null,
    totalRemaining: { value: 1.5, unit: 'GB' },
    esims: [esim()],
    items: [item()],
    omittedItems: 0,
    omittedEsims: 0,
    unreadable: [],
    samePerson: [],
    asOf: now,
    now,
    source: 'service',
    ...changes,
  }
}

export function inventoryRow(changes: Partial<InventoryRow> & { readonly name: string }): InventoryRow {
  return {
    id: InventoryItemId.parse(`inventory ${changes.name}`),
    countrySet: CountrySetId.parse('EUROPE'),
    coverage: 'regional',
    countries: ['FR', 'DE', 'ES'],
    size: { value: 3, unit: 'GB' },
    sizeMb: 3072,
    validity: { value: 30, unit: 'days', unlimited: false },
    validityDays: 30,
    packageType: 'standard',
    active: true,
    highSpeed: null,
    purchasePrice: { amount: '4.50', currency: 'USD' },
    retailPrice: { amount: '9.00', currency: 'USD' },
    margin: { amount: '4.50', currency: 'USD' },
    otherPrices: [],
    stock: 0,
    details: {
      productId: null,
      profileDomain: null,
      policyType: null,
      resetType: null,
      retailPriceEdited: null,
      otherRetailPrices: [],
    },
    ...changes,
  }
}

/** A package of a country set with these countries. */
export const packageFor = (name: string, countrySet: string, ...countries: readonly string[]): InventoryRow =>
  inventoryRow({
    name,
    countrySet: CountrySetId.parse(countrySet),
    coverage: countries.length === 1 ? 'country' : 'regional',
    countries: [...countries],
  })

export const openSandbox: CurrentConnection = {
  profile: {
    id: 'sandbox',
    name: 'Sandbox',
    kind: 'sandbox',
    address: 'http://127.0.0.1:1234',
    segment: 'sandbox',
    caFile: null,
    proxy: null,
    linkHost: null,
    secret: 'session',
    createdAt: now,
    lastOpenedAt: null,
  },
  health: 'online',
  problem: null,
  directoryStorage: 'memory',
  openedAt: now,
}

/** The state of the local directory; without changes that of a connection that keeps no list. */
export const syncStatus = (changes: Partial<SyncStatus> = {}): SyncStatus => ({
  state: 'never',
  customers: 0,
  received: 0,
  perSecond: null,
  sorted: true,
  expected: null,
  startedAt: null,
  finishedAt: null,
  whole: true,
  problem: null,
  unreadable: [],
  unreadableCount: 0,
  unreadableParts: nothingUnreadable,
  storage: 'none',
  ...changes,
})
