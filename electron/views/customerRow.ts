/** Converts a customer of the list (interface 2.6) to a row. `now` is in epoch milliseconds of the service's clock. */
import type { WireActivatedItem, WireCustomerEntry } from '#shared/wire/customer.ts'
import { lastSeenOf, lastSoldOf } from '#shared/model/customer/customerList.ts'
import { esimsInUse, esimState, everyEsimFailed } from '#shared/model/esim/esimState.ts'
import { parseInstant, toInstant } from '#shared/model/instant.ts'
import { endOfItem, isOver, itemPhase } from '#shared/model/package/itemPhase.ts'
import { referenceOf } from '#shared/model/operation/purchase.ts'
import { remainingOf } from '#shared/model/package/remaining.ts'
import { countUnreadable } from '#shared/model/customer/unreadableParts.ts'
import type { CustomerRow, ItemPhase } from '#shared/model/customer/views.ts'

/** The maximum number of names and profiles in a row, which shows only a few of them. */
const maxNames = 50

/** @param sharesEmail whether other customers have the same e-mail address */
export function customerRow(
  entry: WireCustomerEntry,
  now: number,
  match: CustomerRow['match'],
  sharesEmail = false,
): CustomerRow {
  const items = entry.activatedItems.map((item) => ({ item, phase: itemPhase(item, now) }))
  const profiles = entry.relatedEsims.map(({ state, active }) => ({ state: esimState(state), active: active ?? null }))
  const active = items.filter(({ phase }) => phase === 'active')
  const held = items.filter(({ phase }) => !isOver(phase))
  return {
    uid: entry.customer.uid,
    email: entry.customer.email ?? null,
    // Those that were replaced come last: the list shows the first one.
    esims: [...esimsInUse(entry.relatedEsims), ...entry.relatedEsims.filter(({ active: inUse }) => inUse === false)]
      .slice(0, maxNames)
      .map(({ iccid, state }) => ({ iccid, state: esimState(state), raw: state ?? null })),
    totalRemaining: remainingOf(entry)(now),
    ...(everyEsimFailed(profiles, entry.unreadableParts) && { esimsFailed: true }),
    nextExpiry: nextExpiry(active.map(({ item }) => item)),
    ...endedOf(items),
    lastSeen: toInstant(lastSeenOf(entry)),
    soldAt: toInstant(lastSoldOf(entry)),
    packages: {
      active: active.length,
      waiting: items.filter(({ phase }) => phase === 'waiting_use' || phase === 'waiting_activation').length,
      over: items.length - held.length,
      total: items.length + (entry.omittedItems ?? 0) + countUnreadable(entry.unreadableParts ?? []).packages,
    },
    // One that was refunded or used up is nothing that the customer has.
    packageNames: namesOf(held.length > 0 ? held : items),
    match,
    ...(sharesEmail && { sharedEmail: { reference: latestReference(entry) } }),
  }
}

const namesOf = (items: readonly { readonly item: WireActivatedItem }[]): string[] =>
  [...new Set(items.flatMap(({ item }) => item.balance.name || []))].slice(0, maxNames)

/** Returns the reference of the package that was sold last, of those that have one. */
function latestReference({ activatedItems }: WireCustomerEntry): string | null {
  const sales = activatedItems.flatMap(({ metatag, salesDate }) => {
    const reference = referenceOf(metatag ?? '')
    return reference === '' ? [] : [{ reference, soldAt: parseInstant(salesDate ?? '') ?? -Infinity }]
  })
  return sales.toSorted((one, other) => other.soldAt - one.soldAt)[0]?.reference ?? null
}

/** Every search row is made here, so the ends are compared without lists of them. */
function endedOf(
  items: readonly { readonly item: WireActivatedItem; readonly phase: ItemPhase }[],
): Pick<CustomerRow, 'ended'> {
  let [count, last] = [0, -Infinity]
  for (const { item, phase } of items) {
    if (phase !== 'expired') continue
    count += 1
    last = Math.max(last, endOfItem(item) ?? -Infinity)
  }
  const instant = count === 0 ? null : toInstant(last)
  return instant === null ? {} : { ended: { count, last: instant } }
}

function nextExpiry(active: readonly WireActivatedItem[]): string | null {
  const ends = active.map(endOfItem).filter((end) => end !== null)
  return ends.length === 0 ? null : toInstant(Math.min(...ends))
}
