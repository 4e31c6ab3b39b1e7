/** Previews a purchase from a fresh read of the inventory and of the customer: its effect, or why it is not possible. */
import { DeskError } from '#shared/errors.ts'
import { leadingPrice } from '#shared/model/amount.ts'
import { coverageOfItems } from '#shared/model/coverage.ts'
import { toInstant } from '#shared/model/instant.ts'
import { inventoryRow } from '#shared/model/inventoryRow.ts'
import { daysToAutomaticActivation } from '#shared/model/itemPhase.ts'
import { metatagOf, type PurchasePreview, type PurchaseTarget } from '#shared/model/purchase.ts'
import { endOfValidity } from '#shared/model/validity.ts'
import type { ActionReason, Coverage, InventoryRow } from '#shared/model/views.ts'
import type { WireTopUp } from '#shared/wire/activation.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import { lockKeyOf } from '../send/locks.ts'
import { createsEsim } from '../kinds.ts'
import { iccidsOf, previewBase, readCustomer, type PreviewContext } from './preview.ts'
import type { BoundPreview } from './previews.ts'
import type { OperationRequest } from '../types.ts'
import { limitMoney, limitReason, spentToday } from '../export/totals.ts'

const day = 24 * 60 * 60 * 1000

type ExpectedPrice = NonNullable<WireTopUp['expectedPrice']>
const reasonIf = (applies: boolean, reason: ActionReason): readonly ActionReason[] => (applies ? [reason] : [])

/** Returns the retail price in USD exactly as the service sent it, because the service compares it. */
function expectedPriceOf(item: WireInventoryItem): ExpectedPrice | undefined {
  const price = (item.retailPrices ?? []).find(({ currencyCode }) => currencyCode === 'USD')
  return price === undefined || price.priceValue < 0 ? undefined : { priceValue: price.priceValue, currencyCode: 'USD' }
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

/** Compares country sets: with the earlier purchases of this desk for the customer, else with the inferred coverage. */
function countrySetReasons(
  row: InventoryRow,
  entry: WireCustomerEntry,
  inventory: readonly WireInventoryItem[],
  { journal }: PreviewContext,
): Record<'reasons' | 'notes', readonly ActionReason[]> {
  const known = journal.countrySetsOf(entry.customer.uid)
  if (known.length > 0) return { reasons: reasonIf(!known.includes(row.countrySet), 'other_country_set'), notes: [] }
  const probable = coverageOfItems(entry.activatedItems, inventory)
  if (probable.countrySet === null) return { reasons: [], notes: ['coverage_unknown'] }
  return { reasons: [], notes: reasonIf(probable.countrySet !== row.countrySet, 'probably_other_country_set') }
}

/** Throws `not_found` if there is no such package or customer, and every error of the reads. */
export async function previewPurchase(target: PurchaseTarget, context: PreviewContext): Promise<BoundPreview> {
  const { open, journal, rules, clock } = context
  const frame = previewBase(target.kind, context)
  const lockKey = lockKeyOf(target, frame.previewId, open)
  const journalAt = journal.newestSeq(lockKey)
  const lockedBefore = journal.isLocked(lockKey)
  const [{ item, isMissing, inventory }, entry] = await Promise.all([
    findPackage(target, context),
    target.kind === 'register' ? null : readCustomer(target.customerUid, context),
  ])

  const row = inventoryRow(item)
  const now = open.client.now()
  const price = row.purchasePrice
  const residence =
    target.kind === 'register'
      ? { country: rules.userCountry ?? target.userCountry ?? null, address: rules.userIp ?? target.userIp ?? null }
      : null
  const expected = expectedPriceOf(item)
  const spent = spentToday(journal, open.identity, clock.now())
  const limit = rules.dailyLimit
  const limitingReason = limitReason(price, spent, limit)
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
    ...reasonIf(lockedBefore || journal.isLocked(lockKey), 'operation_open'),
  ]
  const notes: ActionReason[] = [
    ...countrySetCheck.notes,
    ...reasonIf((row.stock ?? 0) > 0, 'taken_from_stock'),
    ...reasonIf(price === null, 'price_unknown'),
    ...reasonIf(expected === undefined, 'price_not_compared'),
    ...reasonIf(journal.altersReferences(open.identity), 'reference_altered'),
    'credits_unknown',
  ]
  const coverage: Coverage = { certainty: 'known', countrySet: row.countrySet, countries: row.countries }
  const retail = leadingPrice(item.retailPrices ?? [])
  const purchase: PurchasePreview = {
    inventoryItemId: item.id,
    mode: target.mode,
    reference: target.reference || null,
    expectedPrice: expected === undefined ? null : retail,
    userCountry: residence && { value: residence.country, fixed: rules.userCountry !== null },
    userIp: residence && { value: residence.address, fixed: rules.userIp !== null },
    newEsim: createsEsim(target.kind),
    stock: row.stock,
    spentToday: limitMoney(spent),
    dailyLimit: limit === null ? null : limitMoney(limit),
  }
  return {
    connection: open.identity,
    lockKey,
    journalAt,
    requestOf: requestFor(target, { expected, residence, template: rules.metatag }),
    purchase: {
      inventoryItemId: item.id,
      countrySet: row.countrySet,
      mode: target.mode,
      expectedPrice: purchase.expectedPrice,
      countryFixed: purchase.userCountry?.fixed === true,
      addressFixed: purchase.userIp?.fixed === true,
    },
    iccids: entry === null ? [] : iccidsOf(entry),
    view: {
      ...frame,
      possible: reasons.length === 0,
      reasons,
      notes: reasons.length === 0 ? notes : [],
      customerUid: entry?.customer.uid ?? null,
      customerEmail: (target.kind === 'register' ? target.customerEmail : entry?.customer.email) ?? null,
      itemUid: null,
      packageName: row.name,
      metatag: null,
      size: row.size,
      available: row.size,
      validity: row.validity,
      coverage,
      amount: price,
      endsAt: target.mode === 'NOW' ? toInstant(endOfValidity(now, row.validity)) : null,
      activatesBy: target.mode === 'NOW' ? null : toInstant(now + daysToAutomaticActivation * day),
      purchase,
      asOf: toInstant(now) ?? '',
    },
  }
}

interface RequestTerms {
  readonly expected: ExpectedPrice | undefined
  readonly residence: { readonly country: string | null; readonly address: string | null } | null
  readonly template: string
}

/** Returns a function that builds the request for an intent with a given id. */
function requestFor(
  target: PurchaseTarget,
  { expected, residence, template }: RequestTerms,
): (id: string) => OperationRequest {
  return (id) => {
    const common = {
      inventoryItemId: target.inventoryItemId,
      metatag: metatagOf(template, id, target.reference ?? ''),
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
        ...(customerEmail === undefined ? {} : { customerEmail }),
      },
    }
  }
}
