/**
 * Converts a customer to the view of its page: eSIM profiles and packages side by side, never paired, because they are
 * two independent lists. Packages are in the order of their use.
 */
import type { WireActivatedItem, WireCustomerEntry, WireEsimProfile } from '#shared/wire/customer.ts'
import type { CountrySetId, ItemUid } from '#shared/wire/ids.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import { codeState } from '#shared/model/esim/activationCode.ts'
import { inferCoverage } from '#shared/model/package/coverage.ts'
import { customerLanguage } from './customerLanguage.ts'
import { esimsInUse, esimState, everyEsimFailed, hidesEsims } from '#shared/model/esim/esimState.ts'
import { parseInstant, toInstant } from '#shared/model/instant.ts'
import { isOver, itemPhase } from '#shared/model/package/itemPhase.ts'
import { itemView } from './itemView.ts'
import { remainingOf } from '#shared/model/package/remaining.ts'
import {
  unreadableNames,
  unreadableOf,
  unreadableValue,
  withoutSecrets,
} from '#shared/model/customer/unreadableParts.ts'
import { useOrder } from './useOrder.ts'
import type { CustomerView, EsimView, ItemView, SamePerson } from '#shared/model/customer/views.ts'

export interface CustomerContext {
  /** Epoch milliseconds of the service's clock. The phases depend on it. */
  readonly now: number
  /** Epoch milliseconds at which the entry was read. */
  readonly asOf: number
  readonly inventory: readonly WireInventoryItem[]
  /** Items with an open operation of this desk. */
  readonly lockedItems: ReadonlySet<ItemUid>
  /** The country set of an item that this desk bought. */
  readonly countrySetOf: (itemUid: ItemUid) => CountrySetId | null
  /** Other customers with the same e-mail. */
  readonly samePerson: readonly WireCustomerEntry[]
  readonly source: CustomerView['source']
}

/** The number of packages that one step computes, which takes a few milliseconds. */
const itemsPerStep = 100

/** Computes the view in steps for callers that must not block, because a customer may have thousands of packages. */
export function* customerViewSteps(entry: WireCustomerEntry, context: CustomerContext): Generator<void, CustomerView> {
  const items = yield* itemViews(entry.activatedItems, context)
  const others: SamePerson[] = []
  for (const other of context.samePerson) {
    others.push(samePersonView(other, context))
    yield
  }
  return {
    uid: entry.customer.uid,
    email: entry.customer.email ?? null,
    language: customerLanguage(entry.customer),
    totalRemaining: remainingOf(entry)(context.now),
    esims: entry.relatedEsims.map((esim) => esimView(esim, context.source)).toSorted(byUsefulness),
    items,
    omittedItems: entry.omittedItems ?? 0,
    omittedEsims: entry.omittedEsims ?? 0,
    samePerson: others,
    unreadable: unreadableOf(entry).map(withoutSecrets),
    asOf: toInstant(context.asOf) ?? '',
    now: toInstant(context.now) ?? '',
    source: context.source,
  }
}

function esimView(esim: WireEsimProfile, source: CustomerView['source']): EsimView {
  return {
    uid: esim.uid,
    iccid: esim.iccid,
    imsi: esim.imsi || null,
    state: esimState(esim.state),
    raw: esim.state ?? unreadableValue(esim, 'state'),
    active: esim.active ?? null,
    lastSeen: toInstant(parseInstant(esim.lastSeen)),
    activatedAt: toInstant(parseInstant(esim.activatedAt)),
    codeState: source !== 'directory' ? codeState(esim.activationCode) : null,
    ...unreadableNames(esim),
  }
}

/** Sorts the replaced profiles last, and the most recently seen ones first within both groups. */
function byUsefulness(one: EsimView, other: EsimView): number {
  const replaced = Number(one.active === false) - Number(other.active === false)
  return replaced || (parseInstant(other.lastSeen) ?? 0) - (parseInstant(one.lastSeen) ?? 0)
}

/** Those without a place in the order of use come after it: first what may still be used. */
const restRank = ({ phase }: ItemView): number => (isOver(phase) ? 2 : Number(phase !== 'waiting_activation'))

/** Returns the items that will be used in the order of their use, and then the others, the most recently sold first. */
function* itemViews(
  items: readonly WireActivatedItem[],
  { now, inventory, lockedItems, countrySetOf }: CustomerContext,
): Generator<void, ItemView[]> {
  const order = new Map(useOrder(items, now).map((uid, index) => [uid, index + 1]))
  const views: { readonly view: ItemView; readonly sold: number }[] = []
  for (const [index, item] of items.entries()) {
    if (index % itemsPerStep === 0) yield
    const view = itemView(item, {
      now,
      order: order.get(item.uid) ?? null,
      inventory,
      own: countrySetOf(item.uid),
      operationOpen: lockedItems.has(item.uid),
    })
    views.push({ view, sold: parseInstant(item.salesDate) ?? 0 })
  }
  yield
  return views
    .toSorted((one, other) => {
      if (one.view.useOrder !== null && other.view.useOrder !== null) return one.view.useOrder - other.view.useOrder
      if (one.view.useOrder === null && other.view.useOrder === null)
        return restRank(one.view) - restRank(other.view) || other.sold - one.sold
      return one.view.useOrder === null ? 1 : -1
    })
    .map(({ view }) => view)
}

/** What is shown of another customer who is the same person. */
export function samePersonView(
  entry: WireCustomerEntry,
  { now, inventory, countrySetOf }: Pick<CustomerContext, 'now' | 'inventory' | 'countrySetOf'>,
): SamePerson {
  const sold = entry.activatedItems.map((item) => ({
    set: inferCoverage(item, inventory, countrySetOf(item.uid)).countrySet,
    isUsable: !isOver(itemPhase(item, now)),
  }))
  const setsOf = (some: typeof sold): CountrySetId[] => [...new Set(some.flatMap(({ set }) => set ?? []))]
  const esims = esimsInUse(entry.relatedEsims).map(({ state }) => ({ state: esimState(state) }))
  const hidesMore = hidesEsims(entry.unreadableParts ?? []) || (entry.omittedEsims ?? 0) > 0
  return {
    uid: entry.customer.uid,
    email: entry.customer.email ?? null,
    packages: entry.activatedItems.length + (entry.omittedItems ?? 0),
    countrySets: setsOf(sold),
    usableSets: setsOf(sold.filter(({ isUsable }) => isUsable)),
    hasEsim: hidesMore || (esims.length > 0 && !everyEsimFailed(esims)),
  }
}
