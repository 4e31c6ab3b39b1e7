/**
 * Endpoints that are seen in use and that the interface does not list (field notes): all optional, their answers'
 * shapes little known, so little is asked of them.
 */
import * as z from 'zod'
import { ExpectedPrice } from './activation.ts'
import { WireActivatedItem } from './customer.ts'
import { CustomerUid } from './ids.ts'
import { wireText } from './text.ts'

/** A sold item with the customer whom it belongs to: GET activations/activated-items. */
export const WireSale = WireActivatedItem.extend({
  customerUid: CustomerUid.nullish(),
  customer: z.looseObject({ uid: CustomerUid.nullish(), email: wireText.nullish() }).nullish(),
}).transform((sale) => ({ ...sale, customerUid: sale.customerUid ?? sale.customer?.uid ?? null }))
export type WireSale = z.infer<typeof WireSale>

/** Clients rely on a bare array; sales are parsed one by one. */
export const WireSaleList = z.union([
  z.array(z.unknown()),
  z.looseObject({ activatedItems: z.array(z.unknown()) }).transform((answer) => answer.activatedItems),
])

/** Its shape is not known: kept as it came. */
export const WireConnectivity = z.json()
export type WireConnectivity = z.infer<typeof WireConnectivity>

/** Body of PUT activations/customers/{uid}. */
export const WireCustomerCorrection = z.strictObject({
  customerEmail: z.string().min(3).max(320).regex(/@/).optional(),
  countryOfResidence: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
})
export type WireCustomerCorrection = z.infer<typeof WireCustomerCorrection>

/** Body of PUT products/inventory/{id}. */
export const WireInventoryChange = z.strictObject({
  name: z.string().min(1).max(200).optional(),
  retailPrice: ExpectedPrice.optional(),
})
export type WireInventoryChange = z.infer<typeof WireInventoryChange>
