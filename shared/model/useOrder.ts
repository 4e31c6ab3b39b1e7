/** The order in which a customer's packages are used up (interface 3.4). */
import type { WireActivatedItem } from '../wire/customer.ts'
import type { ItemUid } from '../wire/ids.ts'
import { automaticActivation, endOfItem, itemPhase } from './itemPhase.ts'
import type { ItemPhase } from './views.ts'

/** Active first; FIRST_USE only when those are used up or over; ON_DEMAND when it is told to or its date comes. */
const ranks: ReadonlyMap<ItemPhase, number> = new Map([
  ['active', 0],
  ['waiting_use', 1],
  ['waiting_activation', 2],
])

/**
 * Uids of the items that are going to be used, the next one first. Within a rank the closest date goes first: end of
 * validity of an active item, automatic activation of a waiting one; what has no date goes last, in the order given.
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
