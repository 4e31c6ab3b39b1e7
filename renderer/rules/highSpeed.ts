/** The high-speed policy of a sold package (interface 2.2). Items don't contain it, so it is that of the inventory. */
import type { InventoryRow, ItemView } from '#shared/model/customer/views.ts'
import { likeItem } from './coverage.ts'

type HighSpeed = NonNullable<InventoryRow['highSpeed']>

/** Returns `null` if there is no such policy, or if the packages that look like the item have different ones. */
export function highSpeedOf(item: ItemView, inventory: readonly InventoryRow[]): HighSpeed | null {
  const alike = likeItem(item, inventory)
  const policies = new Set(alike.map(({ highSpeed }) => JSON.stringify(highSpeed)))
  return policies.size === 1 ? (alike[0]?.highSpeed ?? null) : null
}
