/** Which package is given back before another one is sold in its place (interface 4.13). */
import { isUnused } from '#shared/model/package/size.ts'
import type { ActionReason, InventoryRow, ItemView } from '#shared/model/customer/views.ts'
import type { InventoryItemId } from '#shared/wire/ids.ts'
import { likeItem } from './coverage.ts'

/** With one of these, only the operator or the service knows whether the package can be refunded. */
const uncertain: ReadonlySet<ActionReason> = new Set(['before_credit_refunds', 'usage_unknown'])

/** Whether nothing was used of the package and all that the desk knows says that it can be refunded. */
export const isRefundable = ({ refund, available, size }: ItemView): boolean =>
  refund.possible && isUnused(available, size) && !refund.notes.some((note) => uncertain.has(note))

/** The same package, if the inventory has exactly one that can be sold. */
export function sameAgain(item: ItemView, inventory: readonly InventoryRow[] | null): InventoryItemId | null {
  const [only, ...others] = likeItem(item, inventory ?? []).filter(({ active }) => active)
  return only === undefined || others.length > 0 ? null : only.id
}
