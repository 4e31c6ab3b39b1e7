/** What is known about the payment of an item before the service is asked (interface 3.3, 4.13). */
import type { WireActivatedItem } from '../wire/customer.ts'
import { parseInstant } from './instant.ts'
import type { ActionReason } from './views.ts'

/** Earlier purchases are refunded only through a support ticket (interface 3.3). */
const creditRefundsSince = Date.UTC(2024, 11, 6)

/** A price of zero took no credits, so there are none to return. A missing price proves nothing. */
export function tookNoCredits(item: WireActivatedItem): boolean {
  return item.purchasePrice?.priceValue === 0
}

/** What can't be derived from an item and is decided by the service. */
export function paymentNotes(item: WireActivatedItem): readonly ActionReason[] {
  const sold = parseInstant(item.salesDate)
  return sold !== null && sold < creditRefundsSince
    ? ['before_credit_refunds', 'maybe_from_stock']
    : ['maybe_from_stock']
}
