/**
 * Converts an activated item to the view that the window shows, with its possible actions and the reasons against the
 * others.
 */
import type { WireActivatedItem } from '#shared/wire/customer.ts'
import type { CountrySetId } from '#shared/wire/ids.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import { moneyOf } from '#shared/model/package/amount.ts'
import { inferCoverage } from '#shared/model/package/coverage.ts'
import { activateEligibility, refundEligibility } from './eligibility.ts'
import { parseInstant, toInstant } from '#shared/model/instant.ts'
import { referenceOf } from '#shared/model/operation/purchase.ts'
import { automaticActivation, endOfItem, itemPhase } from '#shared/model/package/itemPhase.ts'
import { remainingShare, sizesOf } from '#shared/model/package/size.ts'
import { toValidity } from '#shared/model/package/validity.ts'
import { unreadableNames } from '#shared/model/customer/unreadableParts.ts'
import type { ItemView } from '#shared/model/customer/views.ts'

interface ItemContext {
  /** Epoch milliseconds of the service's clock. */
  readonly now: number
  /** Position in the order of use, starting with 1, or `null` if the item is not going to be used. */
  readonly order: number | null
  readonly inventory: readonly WireInventoryItem[]
  /** The country set for which this desk bought the item. */
  readonly own: CountrySetId | null
  readonly operationOpen: boolean
}

/** Returns the text if it is present and not empty. */
const text = (value: string | null | undefined): string | null => (value === undefined || value === '' ? null : value)

export function itemView(item: WireActivatedItem, context: ItemContext): ItemView {
  const { balance } = item
  const { size, available } = sizesOf(balance)
  return {
    uid: item.uid,
    name: text(balance.name),
    metatag: text(referenceOf(item.metatag ?? '')),
    salesChannel: text(item.salesChannel),
    mode: text(balance.activationMode),
    phase: itemPhase(item, context.now),
    useOrder: context.order,
    size,
    available,
    remainingShare: remainingShare(available, size),
    validity: toValidity(balance),
    activatedAt: toInstant(parseInstant(balance.activatedAt)),
    expiresAt: toInstant(endOfItem(item)),
    activatesBy: toInstant(automaticActivation(item)),
    purchasePrice: item.purchasePrice ? moneyOf(item.purchasePrice) : null,
    retailPrice: item.retailPrice ? moneyOf(item.retailPrice) : null,
    salesDate: toInstant(parseInstant(item.salesDate)),
    coverage: inferCoverage(item, context.inventory, context.own),
    activate: activateEligibility(item, context.now, context),
    refund: refundEligibility(item, context.now, context),
    ...unreadableNames(item),
  }
}
