/** Customers for tests of the verdict: what the service sends becomes a view as in the desk, and that becomes facts. */
import { customerViewSteps, type CustomerContext } from '../../../electron/views/customerView.ts'
import { inventoryRow } from '#shared/model/package/inventoryRow.ts'
import type { Connectivity } from '#shared/model/esim/connectivity.ts'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import type { CustomerView } from '#shared/model/customer/views.ts'
import type { Cause } from '../../../renderer/rules/cause.ts'
import type { VerdictFacts } from '../../../renderer/rules/facts.ts'
import { verdictOf } from '../../../renderer/rules/verdict.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import { CustomerUid, Iccid } from '#shared/wire/ids.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import { customer, esim } from '../shared/model/customerSamples.ts'
import { at, item, now, packageOf } from '../shared/model/things.ts'

export const europe = packageOf({ includedCountries: ['DE', 'FR', 'PT'] })
export const portugal = packageOf({
  id: 'package-pt',
  name: 'Portugal 3 GB',
  countrySet: 'PT',
  includedCountries: ['PT'],
  prices: [{ priceValue: 3, currencyCode: 'USD' }],
})
export const japan = packageOf({
  id: 'package-jp',
  name: 'Japan 3 GB',
  countrySet: 'JP',
  includedCountries: ['JP'],
  prices: [{ priceValue: 4, currencyCode: 'USD' }],
})
export const inventory: readonly WireInventoryItem[] = [europe, portugal, japan]

export const seen = (days: number, more: Parameters<typeof esim>[1] = {}) =>
  esim('8948010000000000017', { state: 'INSTALLED', lastSeen: at(-days), ...more })
export const released = (more: Parameters<typeof esim>[1] = {}) =>
  esim('8948010000000000025', { state: 'RELEASED', lastSeen: null, ...more })

export function viewOf(entry: WireCustomerEntry, context: Partial<CustomerContext> = {}): CustomerView {
  const steps = customerViewSteps(entry, {
    now,
    asOf: now,
    inventory,
    lockedItems: new Set(),
    countrySetOf: () => null,
    samePerson: [],
    source: 'service',
    ...context,
  })
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

type Parts = Readonly<Record<string, unknown>>

/** The facts about a customer with these packages and profiles. */
export function factsOf(
  items: readonly unknown[],
  esims: readonly unknown[],
  changes: Partial<VerdictFacts> & { readonly entry?: Parts; readonly context?: Partial<CustomerContext> } = {},
): VerdictFacts {
  const { entry = {}, context = {}, ...others } = changes
  const known = customer('customer-1', 'ann@example.com', {
    totalAvailableBalance: null,
    activatedItems: items,
    relatedEsims: esims,
    ...entry,
  })
  const rows = (context.inventory ?? inventory).map((item) => inventoryRow(item))
  return {
    view: viewOf(known, context),
    now,
    operations: [],
    inventory: rows,
    visits: [],
    connectivity: [],
    mails: [],
    country: null,
    device: null,
    ...others,
  }
}

/** What the service says of the eSIM of `seen`: it is on a network now, unless a test says otherwise. */
export const connected = (changes: Partial<Connectivity> & Pick<Connectivity, 'country'>): Connectivity => ({
  iccid: Iccid.parse('8948010000000000017'),
  connected: true,
  lastSeen: at(0),
  asOf: at(0),
  ...changes,
})

/** The ids of the causes, the most pressing first. */
export const idsOf = (facts: VerdictFacts): readonly string[] => verdictOf(facts).map(({ id }) => id)

export function operation(changes: Partial<OperationRow> = {}): OperationRow {
  return {
    id: '01JD000000000000000000000A',
    kind: 'refund',
    state: 'UNKNOWN',
    confirmedBy: null,
    answer: 'lost',
    changedAnyway: false,
    isShown: true,
    awaitsRead: false,
    startsDifferently: false,
    agent: 'Ada',
    connectionName: 'Live',
    customerUid: CustomerUid.parse('customer-1'),
    customerEmail: null,
    itemUid: null,
    packageName: 'Europe 3 GB',
    esimUid: null,
    inventoryItemId: null,
    countrySet: null,
    mode: null,
    reference: null,
    echoed: null,
    amount: null,
    charged: null,
    createdAt: at(-0.01),
    updatedAt: at(-0.01),
    reason: null,
    retryAfter: null,
    refundReason: 'not_needed',
    ticket: null,
    current: true,
    sandbox: false,
    checks: 1,
    nextCheck: null,
    checking: false,
    duplicates: [],
    ...changes,
  }
}

/** The cause that the page names first. */
export const main = (facts: VerdictFacts): Cause => verdictOf(facts)[0]
export const gigabytes = (sizeValue: number) => ({ sizeValue, sizeUnit: 'GB' })
export const used = item({ balance: { availableBalance: gigabytes(1.5) } })
export const usedUp = item({ balance: { availableBalance: gigabytes(0) } })
/** A package in use that ends after this time. */
export const endsIn = (days: number, parts: Parameters<typeof item>[0] = {}) =>
  item({ ...parts, balance: { availableBalance: gigabytes(1.5), expiresAt: at(days), ...parts.balance } })
export const ended = item({ balance: { expiresAt: at(-10), availableBalance: { sizeValue: 70, sizeUnit: 'MB' } } })
