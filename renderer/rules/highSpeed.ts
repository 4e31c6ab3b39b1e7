/** The high-speed policy of a sold package (interface 2.2). Items don't contain it, so it is that of the inventory. */
import { isSamePackage } from '#shared/model/package/coverage.ts'
import type { InventoryRow, ItemView } from '#shared/model/customer/views.ts'

type HighSpeed = NonNullable<InventoryRow['highSpeed']>

/** Returns `null` if there is no such policy, or if the packages that look like the item have different ones. */
export function highSpeedOf(item: ItemView, inventory: readonly InventoryRow[]): HighSpeed | null {
  const alike = inventory.filter((row) => row.name.trim() === item.name?.trim() && isSamePackage(item, row))
  const policies = new Set(alike.map(({ highSpeed }) => JSON.stringify(highSpeed)))
  return policies.size === 1 ? (alike[0]?.highSpeed ?? null) : null
}
