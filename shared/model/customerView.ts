/**
 * One customer as the page shows them: eSIM profiles and packages side by side, never paired (they are two independent
 * lists), packages in the order of their use.
 */
import type { WireActivatedItem, WireCustomerEntry, WireEsimProfile } from '../wire/customer.ts'
import type { CountrySetId, ItemUid } from '../wire/ids.ts'
import type { WireInventoryItem } from '../wire/inventory.ts'
import { inferCoverage } from './coverage.ts'
import { esimState } from './esimState.ts'
import { parseInstant, toInstant } from './instant.ts'
import { itemView } from './itemView.ts'
import { toDataSize } from './size.ts'
import { useOrder } from './useOrder.ts'
import type { CustomerView, EsimView, ItemView, SamePerson } from './views.ts'

export interface CustomerContext {
  /** Epoch milliseconds, by the service's clock: phases are told by it. */
  readonly now: number
  /** Epoch milliseconds: when the entry was read. */
  readonly asOf: number
  readonly inventory: readonly WireInventoryItem[]
  /** Items with an open operation of this desk. */
  readonly lockedItems: ReadonlySet<ItemUid>
  /** Of an item that this desk bought. */
  readonly countrySetOf: (itemUid: ItemUid) => CountrySetId | null
  /** Other customers with the same e-mail. */
  readonly samePerson: readonly WireCustomerEntry[]
  readonly source: CustomerView['source']
}

export function customerView(entry: WireCustomerEntry, context: CustomerContext): CustomerView {
  return {
    uid: entry.customer.uid,
    email: entry.customer.email ?? null,
    totalRemaining: entry.totalAvailableBalance ? toDataSize(entry.totalAvailableBalance) : null,
    esims: entry.relatedEsims.map(esimView).toSorted(byUsefulness),
    items: itemViews(entry.activatedItems, context),
    omittedItems: entry.omittedItems ?? 0,
    omittedEsims: entry.omittedEsims ?? 0,
    samePerson: context.samePerson.map((other) => samePerson(other, context)),
    asOf: toInstant(context.asOf) ?? '',
    now: toInstant(context.now) ?? '',
    source: context.source,
  }
}

function esimView(esim: WireEsimProfile): EsimView {
  return {
    uid: esim.uid,
    iccid: esim.iccid,
    imsi: esim.imsi || null,
    state: esimState(esim.state),
    raw: esim.state ?? null,
    active: esim.active ?? null,
    lastSeen: toInstant(parseInstant(esim.lastSeen)),
    activatedAt: toInstant(parseInstant(esim.activatedAt)),
  }
}

/** Replaced profiles last, then the one that was seen most recently first. */
function byUsefulness(one: EsimView, other: EsimView): number {
  const replaced = Number(one.active === false) - Number(other.active === false)
  return replaced || (parseInstant(other.lastSeen) ?? 0) - (parseInstant(one.lastSeen) ?? 0)
}

/** Those that will be used in their order, then the others, the latest sold first. */
function itemViews(items: readonly WireActivatedItem[], { now, inventory, lockedItems, countrySetOf }: CustomerContext): ItemView[] {
  const order = new Map(useOrder(items, now).map((uid, index) => [uid, index + 1]))
  const views = items.map((item) => itemView(item, { now, order: order.get(item.uid) ?? null, inventory, own: countrySetOf(item.uid), operationOpen: lockedItems.has(item.uid) }))
  const sold = (view: ItemView): number => parseInstant(view.salesDate) ?? 0
  return views.toSorted((one, other) => {
    if (one.useOrder !== null && other.useOrder !== null) return one.useOrder - other.useOrder
    if (one.useOrder === null && other.useOrder === null) return sold(other) - sold(one)
    return one.useOrder === null ? 1 : -1
  })
}

function samePerson(entry: WireCustomerEntry, { inventory, countrySetOf }: CustomerContext): SamePerson {
  const sets = entry.activatedItems.map((item) => inferCoverage(item, inventory, countrySetOf(item.uid)).countrySet).filter((set) => set !== null)
  return {
    uid: entry.customer.uid,
    email: entry.customer.email ?? null,
    packages: entry.activatedItems.length + (entry.omittedItems ?? 0),
    countrySets: [...new Set(sets)],
  }
}
