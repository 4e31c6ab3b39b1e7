/** What is known of an item's payment before the service is asked (interface 3.3, 4.13). */
import type { WireActivatedItem } from '../wire/customer.ts'
import { parseInstant } from './instant.ts'
import type { ActionReason } from './views.ts'

/** What was bought before is refunded by a support ticket only (interface 3.3). */
const creditRefundsSince = Date.UTC(2024, 11, 6)

/** A price of nothing took no credits: there are none to give back. A price that isn't there says nothing. */
export function tookNoCredits(item: WireActivatedItem): boolean {
  return item.purchasePrice?.priceValue === 0
}

/** What nobody can read from an item, left to the service. */
export function paymentNotes(item: WireActivatedItem): readonly ActionReason[] {
  const sold = parseInstant(item.salesDate)
  return sold !== null && sold < creditRefundsSince
    ? ['before_credit_refunds', 'maybe_from_stock']
    : ['maybe_from_stock']
}
