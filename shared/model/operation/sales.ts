/** The sales history of a service that has one beside the interface (field notes), as the window shows it. */
import * as z from 'zod'
import type { WireActivatedItem } from '../../wire/customer.ts'
import { CustomerUid, ItemUid } from '../../wire/ids.ts'
import { wasSoldBeforeCreditRefunds } from '../package/refundability.ts'
import { RefundReason } from './operation.ts'
import { DataSize, Instant, Money, Validity } from '../customer/views.ts'

/** The status of a package in the portal's sales history (interface 3.3). */
export const PortalStatus = z.enum(['Purchased', 'Activated', 'Refunded'])
export type PortalStatus = z.infer<typeof PortalStatus>

/** What a list of sales can be sorted by: the keys of the service's own sales history. */
export const SalesSort = z.enum(['date', 'name', 'size', 'validity', 'price', 'retailPrice', 'channel'])
export type SalesSort = z.infer<typeof SalesSort>

export const SaleRow = z.strictObject({
  uid: ItemUid,
  soldAt: Instant.nullable(),
  name: z.string().nullable(),
  size: DataSize,
  validity: Validity,
  /** `null` where the service doesn't report to whom it was sold. */
  customerUid: CustomerUid.nullable(),
  customerEmail: z.string().nullable(),
  reference: z.string().nullable(),
  price: Money.nullable(),
  retailPrice: Money.nullable(),
  channel: z.string().nullable(),
  /** `null` where the service doesn't report it, and it doesn't follow from the date of the sale. */
  status: PortalStatus.nullable(),
})
export type SaleRow = z.infer<typeof SaleRow>

/** What sales of the history add up to. Each currency has a sum of its own. */
export const SalesSums = z.strictObject({
  price: z.array(Money),
  retailPrice: z.array(Money),
  /** Retail price less price, of sales that are not refunded and have both in the same currency. */
  margin: z.array(Money),
  /** The number of sales that are not refunded and have no margin. */
  withoutMargin: z.number().int(),
  /** The sales that the service states as refunded, by who refunded them and why, the most frequent first. */
  refunds: z.array(
    z.strictObject({
      /** `null` if this desk's journal doesn't have the refund. */
      agent: z.string().nullable(),
      reason: RefundReason.nullable(),
      sales: z.number().int(),
      price: z.array(Money),
    }),
  ),
})
export type SalesSums = z.infer<typeof SalesSums>

/**
 * Returns the status that the service reports. Without one, only a sale before the portal could refund packages has a
 * known status: it isn't refunded there.
 */
export function portalStatusOf(item: WireActivatedItem): PortalStatus | null {
  const status = item.status?.trim().toLowerCase()
  const known = PortalStatus.options.find((option) => option.toLowerCase() === status)
  return known ?? (wasSoldBeforeCreditRefunds(item) && status === undefined ? 'Activated' : null)
}
