/**
 * Previews a purchase from a fresh read of the inventory and of the customer: its effect, or why it is not possible.
 */
import { DeskError } from '#shared/errors.ts'
import { leadingPrice, orderPrices } from '#shared/model/package/amount.ts'
import { coverageOfInventoryItem, coverageOfItems, packagesLike } from '#shared/model/package/coverage.ts'
import { toInstant } from '#shared/model/instant.ts'
import { inventoryRow, isTestPackage } from '#shared/model/package/inventoryRow.ts'
import { daysToAutomaticActivation } from '#shared/model/package/itemPhase.ts'
import { transmittedAddress } from '#shared/model/mail.ts'
import {
  metatagOf,
  type BuyingRules,
  type PurchasePreview,
  type PurchaseTarget,
} from '#shared/model/operation/purchase.ts'
import { endOfValidity } from '#shared/model/package/validity.ts'
import type { ActionReason, InventoryRow } from '#shared/model/customer/views.ts'
import type { WireTopUp } from '#shared/wire/activation.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import { lockKeyOf } from '../send/locks.ts'
import { createsEsim } from '../kinds.ts'
import { customerEsimsOf, iccidsOf, previewBase, readCustomer, type PreviewContext } from './previewContext.ts'
import type { BoundPreview } from './previews.ts'
import { readBuyers, recentSaleTo, salesElsewhere, type BoundSale, type SoldTo } from './recentSale.ts'
import type { PurchaseFacts } from '../types.ts'
import { limitMoney, limitReason, spentToday } from '../export/totals.ts'

const day = 24 * 60 * 60 * 1000

type ExpectedPrice = NonNullable<WireTopUp['expectedPrice']>
const reasonIf = (applies: boolean, reason: ActionReason): readonly ActionReason[] => (applies ? [reason] : [])

/**
 * Returns the retail price in USD that is shown, exactly as the service sent it, because the service compares it. A
 * price without its `sortIndex` has the one of its place in the list (interface 2.1).
 */
function expectedPriceOf({ retailPrices }: WireInventoryItem): ExpectedPrice | undefined {
  const prices = retailPrices ?? []
  const [price] = orderPrices(prices)
  if (price === undefined || price.currencyCode.trim().toUpperCase() !== 'USD' || price.priceValue < 0) return undefined
  const { sortIndex = prices.indexOf(price), priceValue } = price
  return {
    sortIndex: Number.isSafeInteger(sortIndex) ? sortIndex : prices.indexOf(price),
    priceValue,
    currencyCode: 'USD',
  }
}

interface PackageResult {
  readonly item: WireInventoryItem
  /** Whether the package is missing from the inventory now, but was in the cached one. */
  readonly isMissing: boolean
  readonly inventory: readonly WireInventoryItem[]
}

async function findPackage(
  target: PurchaseTarget,
  { open, inventoryItems, signal }: PreviewContext,
): Promise<PackageResult> {
  const isTarget = ({ id }: WireInventoryItem): boolean => id === target.inventoryItemId
  const { items: inventory } = await open.client.inventory({ signal })
  const present = inventory.find(isTarget)
  const item = present ?? (await inventoryItems().catch(() => [])).find(isTarget)
  if (item === undefined) throw new DeskError('not_found', 'The inventory has no such package', { what: 'package' })
  return { item, isMissing: present === undefined, inventory }
}

interface CustomersReading {
  /** `null` for a new customer. */
  readonly entry: WireCustomerEntry | null
  /** To whom the package may just have been sold. */
  readonly buyers: readonly WireCustomerEntry[] | 'unread'
  readonly buyer: SoldTo
}

/** A new customer can be sold to although the service can't be searched for their address. */
async function readCustomers(target: PurchaseTarget, context: PreviewContext): Promise<CustomersReading> {
  if (target.kind !== 'register') {
    const { entry } = await readCustomer(target.customerUid, context)
    return { entry, buyers: [entry], buyer: { customerUid: target.customerUid, email: entry.customer.email ?? null } }
  }
  const soldTo = { customerUid: null, email: target.customerEmail ?? null }
  const buyer = { ...soldTo, customerUid: target.person ?? null }
  const { open, signal } = context
  return { entry: null, buyer, buyers: await readBuyers(soldTo, open.client, signal).catch(() => 'unread' as const) }
}

function boundSale(
  { item, inventory }: PackageResult,
  { buyers, buyer }: Pick<CustomersReading, 'buyers' | 'buyer'>,
  context: PreviewContext,
): BoundSale {
  const sold = { item, alike: packagesLike(item, inventory) }
  return { ...sold, buyer, elsewhere: buyers === 'unread' ? [] : salesElsewhere(buyers, sold, context) }
}

/** Compares country sets: with the earlier purchases of this desk for the customer, else with the inferred coverage. */
function countrySetReasons(
  row: InventoryRow,
  entry: WireCustomerEntry,
  inventory: readonly WireInventoryItem[],
  { journal }: PreviewContext,
): Record<'reasons' | 'notes', readonly ActionReason[]> {
  if (row.coverage === 'unknown') return { reasons: [], notes: ['coverage_unknown'] }
  const known = journal.countrySetsOf(entry.customer.uid)
  if (known.length > 0) return { reasons: reasonIf(!known.includes(row.countrySet), 'other_country_set'), notes: [] }
  const probable = coverageOfItems(entry.activatedItems, inventory)
  if (probable.countrySet === null) return { reasons: [], notes: ['coverage_unknown'] }
  return { reasons: [], notes: reasonIf(probable.countrySet !== row.countrySet, 'probably_other_country_set') }
}

/** Country and address of a new customer. The rules of the connection replace the values of the form. */
interface Residence {
  readonly country: string | null
  readonly address: string | null
}

function residenceOf(target: PurchaseTarget, rules: BuyingRules): Residence | null {
  return target.kind === 'register'
    ? { country: rules.userCountry ?? target.userCountry ?? null, address: rules.userIp ?? target.userIp ?? null }
    : null
}

/** What the reasons and notes of a preview depend on. */
interface PurchaseReading extends PackageResult {
  readonly target: PurchaseTarget
  readonly row: InventoryRow
  /** `null` for a new customer. */
  readonly entry: WireCustomerEntry | null
  /** Whether the read of what was just sold to the address of a new customer failed. */
  readonly areSalesUnread: boolean
  readonly residence: Residence | null
  readonly expected: ExpectedPrice | undefined
  /** Amount in USD that was spent today. */
  readonly spent: string
  readonly isLocked: () => boolean
}

/** Returns why the purchase is not possible, and further warnings for the agent. */
function findReasons(
  { target, row, entry, areSalesUnread, inventory, isMissing, residence, expected, spent, isLocked }: PurchaseReading,
  context: PreviewContext,
): Record<'reasons' | 'notes', ActionReason[]> {
  const { open, journal, rules } = context
  const limitingReason = limitReason(row.purchasePrice, spent, rules.dailyLimit)
  const countrySetCheck =
    entry === null ? { reasons: [], notes: [] } : countrySetReasons(row, entry, inventory, context)
  const reasons: ActionReason[] = [
    ...reasonIf(isMissing, 'package_gone'),
    ...reasonIf(!isMissing && !row.active, 'package_inactive'),
    ...reasonIf(target.mode === 'ON_DEMAND' && row.coverage === 'country', 'mode_not_offered'),
    ...countrySetCheck.reasons,
    ...reasonIf(residence !== null && residence.country === null, 'country_missing'),
    ...reasonIf(residence !== null && residence.address === null, 'address_missing'),
    ...(limitingReason === null ? [] : [limitingReason]),
    ...reasonIf(isLocked(), 'operation_open'),
  ]
  const notes: ActionReason[] = [
    ...countrySetCheck.notes,
    ...reasonIf(isTestPackage(row), 'test_package'),
    ...reasonIf((row.stock ?? 0) > 0 && !isTestPackage(row), 'taken_from_stock'),
    ...reasonIf(row.purchasePrice === null, 'price_unknown'),
    ...reasonIf(expected === undefined, 'price_not_compared'),
    ...reasonIf(journal.altersReferences(open.identity), 'reference_altered'),
    ...reasonIf(areSalesUnread, 'other_sales_unread'),
    'credits_unknown',
  ]
  return { reasons, notes: reasons.length === 0 ? notes : [] }
}

/** Throws `not_found` if there is no such package or customer, and every error of the reads. */
export async function previewPurchase(target: PurchaseTarget, context: PreviewContext): Promise<BoundPreview> {
  const { open, journal, rules, clock } = context
  const frame = previewBase(target.kind, context)
  const lockKey = lockKeyOf(target, frame.previewId, open)
  const journalAt = journal.newestSeq(lockKey)
  const lockedBefore = journal.isLocked(lockKey)
  const [found, customers] = await Promise.all([findPackage(target, context), readCustomers(target, context)])
  const { item } = found
  const { entry, buyers } = customers
  const sold = boundSale(found, customers, context)
  const row = inventoryRow(item)
  const now = open.client.now()
  const residence = residenceOf(target, rules)
  const expected = expectedPriceOf(item)
  const spent = spentToday(journal, open.identity, clock.now())
  const isLocked = (): boolean => lockedBefore || journal.isLocked(lockKey)
  const { reasons, notes } = findReasons(
    { ...found, target, row, entry, areSalesUnread: buyers === 'unread', residence, expected, spent, isLocked },
    context,
  )
  const email = (target.kind === 'register' ? target.customerEmail : entry?.customer.email) ?? null
  const purchase: PurchasePreview = {
    inventoryItemId: item.id,
    mode: target.mode,
    reference: target.reference || null,
    expectedPrice: expected === undefined ? null : leadingPrice(item.retailPrices ?? []),
    userCountry: residence && { value: residence.country, fixed: rules.userCountry !== null },
    userIp: residence && { value: residence.address, fixed: rules.userIp !== null },
    esim: entry === null || createsEsim(target.kind) ? 'new' : customerEsimsOf(entry),
    stock: row.stock,
    spentToday: limitMoney(spent),
    dailyLimit: rules.dailyLimit === null ? null : limitMoney(rules.dailyLimit),
    recentSale: recentSaleTo({ customerUid: entry?.customer.uid ?? null, email }, sold, sold.elsewhere, context),
  }
  return {
    connection: open.identity,
    lockKey,
    journalAt,
    requestOf: requestFor(target, { expected, residence, template: rules.metatag, now: open.client.now }),
    purchase: purchaseFacts(purchase, row),
    sold,
    readBy: null,
    iccids: entry === null ? [] : iccidsOf(entry),
    view: {
      ...frame,
      possible: reasons.length === 0,
      reasons,
      notes,
      customerUid: entry?.customer.uid ?? null,
      customerEmail: email,
      itemUid: null,
      item: null,
      lastRefusal: null,
      packageName: row.name || null,
      metatag: null,
      size: row.size,
      available: row.size,
      validity: row.validity,
      coverage: coverageOfInventoryItem(item),
      amount: row.purchasePrice,
      endsAt: target.mode === 'NOW' ? toInstant(endOfValidity(now, row.validity)) : null,
      activatesBy: target.mode === 'NOW' ? null : toInstant(now + daysToAutomaticActivation * day),
      purchase,
      asOf: toInstant(now) ?? '',
    },
  }
}

/** Returns what the journal stores of the purchase. */
const purchaseFacts = (purchase: PurchasePreview, { countrySet }: InventoryRow): PurchaseFacts => ({
  inventoryItemId: purchase.inventoryItemId,
  countrySet,
  mode: purchase.mode,
  expectedPrice: purchase.expectedPrice,
  countryFixed: purchase.userCountry?.fixed === true,
  addressFixed: purchase.userIp?.fixed === true,
})

interface RequestTerms {
  readonly expected: ExpectedPrice | undefined
  readonly residence: Residence | null
  readonly template: string
  /** The service's present time in epoch milliseconds. */
  readonly now: () => number
}

/** Returns a function that builds the request for an intent with a given id. */
function requestFor(
  target: PurchaseTarget,
  { expected, residence, template, now: presentTime }: RequestTerms,
): BoundPreview['requestOf'] {
  return (id, agent) => {
    const date = (toInstant(presentTime()) ?? '').slice(0, 10)
    const common = {
      inventoryItemId: target.inventoryItemId,
      metatag: metatagOf(template, { id, reference: target.reference ?? '', agent, date }),
      activationMode: target.mode,
      ...(expected === undefined ? {} : { expectedPrice: expected }),
    }
    if (target.kind !== 'register') return { kind: target.kind, body: { ...common, customerUid: target.customerUid } }
    const { customerEmail } = target
    return {
      kind: 'register',
      body: {
        ...common,
        userCountry: residence?.country ?? '',
        userIp: residence?.address ?? '',
        ...(customerEmail === undefined ? {} : { customerEmail: transmittedAddress(customerEmail) }),
      },
    }
  }
}
