/** What is known about the payment of an item before the refund is requested (interface 3.3, 4.13). */
import type { WireActivatedItem } from '../../wire/customer.ts'
import { parseInstant } from '../instant.ts'

/** Earlier purchases are not refunded in the portal (interface 3.3). What the API does with them isn't shown (4.13). */
const creditRefundsSince = Date.UTC(2024, 11, 6)

/** A price of zero took no credits, so there are none to return. A missing price proves nothing. */
export function tookNoCredits(item: WireActivatedItem): boolean {
  return item.purchasePrice?.priceValue === 0
}

/** Perhaps only the operator refunds it, by a ticket; the service decides. A missing date proves nothing. */
export function wasSoldBeforeCreditRefunds(item: WireActivatedItem): boolean {
  const sold = parseInstant(item.salesDate)
  return sold !== null && sold < creditRefundsSince
}
