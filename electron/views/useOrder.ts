/** The order in which a customer's packages are used (interface 3.4). */
import type { WireActivatedItem } from '#shared/wire/customer.ts'
import type { ItemUid } from '#shared/wire/ids.ts'
import { automaticActivation, endOfItem, itemPhase } from '#shared/model/package/itemPhase.ts'
import type { ItemPhase } from '#shared/model/customer/views.ts'

/**
 * Active items first. FIRST_USE items only start when those are used up or have ended. ON_DEMAND items that nobody
 * activated have no place: it is unknown when they start.
 */
const ranks: ReadonlyMap<ItemPhase, number> = new Map([
  ['active', 0],
  ['waiting_use', 1],
])

/**
 * The uids of the items that are going to be used, the next one first. Within a rank the closest date comes first: the
 * end of validity of an active item, or the automatic activation of a waiting one. Items without a date come last, in
 * the given order.
 */
export function useOrder(items: readonly WireActivatedItem[], now: number): readonly ItemUid[] {
  return items
    .flatMap((item) => {
      const rank = ranks.get(itemPhase(item, now))
      if (rank === undefined) return []
      return [
        { uid: item.uid, rank, date: (rank === 0 ? endOfItem(item) : automaticActivation(item)) ?? Number.MAX_VALUE },
      ]
    })
    .sort((one, other) => one.rank - other.rank || one.date - other.date)
    .map(({ uid }) => uid)
}
