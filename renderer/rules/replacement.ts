/** Which package is given back before another one is sold in its place (interface 4.13). */
import { isUnused } from '#shared/model/package/size.ts'
import type { ActionReason, InventoryRow, ItemView } from '#shared/model/customer/views.ts'
import type { InventoryItemId } from '#shared/wire/ids.ts'
import { likeItem } from './coverage.ts'
import type { Situation } from './facts.ts'

/** With one of these, only the operator or the service knows whether the package can be refunded. */
const uncertain: ReadonlySet<ActionReason> = new Set(['before_credit_refunds', 'usage_unknown', 'rounding'])

/**
 * The first of the packages of which nothing was used and which can be refunded by all that the desk knows. `null`
 * where something that is not known may speak against it, or the service has refused it to this desk before.
 */
export function refundable(situation: Situation, items: readonly ItemView[]): ItemView | null {
  const { view, unreadable, hiddenPackages, operations } = situation
  if (view.source !== 'service' || unreadable.length + hiddenPackages.length + view.omittedItems > 0) return null
  const isRefused = ({ uid }: ItemView): boolean =>
    operations.some(({ kind, state, itemUid }) => kind === 'refund' && state === 'REJECTED' && itemUid === uid)
  const found = items.find(
    (item) =>
      item.refund.possible &&
      isUnused(item.available, item.size) &&
      !item.refund.notes.some((note) => uncertain.has(note)) &&
      !isRefused(item),
  )
  return found ?? null
}

/** The same package, if the inventory has exactly one that can be sold. */
export function sameAgain(item: ItemView, inventory: readonly InventoryRow[] | null): InventoryItemId | null {
  const [only, ...others] = likeItem(item, inventory ?? []).filter(({ active }) => active)
  return only === undefined || others.length > 0 ? null : only.id
}
