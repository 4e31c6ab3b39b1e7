/**
 * Endpoints that services offer although the interface does not list them (field notes). All of them are optional, and
 * the shapes of their answers are little known, so the schemas require little.
 */
import * as z from 'zod'
import { ActivatedItem } from './customer.ts'
import { CustomerUid } from './ids.ts'
import { lenient } from './lenient.ts'
import { wireText } from './text.ts'
import { CountryCode } from './values.ts'

/** A sold item with its customer: GET activations/activated-items. */
export const WireSale = lenient(
  ActivatedItem.extend({
    customerUid: CustomerUid.nullish(),
    customer: z.looseObject({ uid: CustomerUid.nullish(), email: wireText.nullish() }).nullish(),
  }),
).transform((sale) => ({ ...sale, customerUid: sale.customerUid ?? sale.customer?.uid ?? null }))
export type WireSale = z.infer<typeof WireSale>

/** Its shape is not known, so it is kept as it came. */
export const WireConnectivity = z.json()
export type WireConnectivity = z.infer<typeof WireConnectivity>

/** Body of PUT activations/customers/{uid}. */
export const WireCustomerCorrection = z.strictObject({
  customerEmail: z.string().min(3).max(320).regex(/@/).optional(),
  countryOfResidence: CountryCode.optional(),
})
export type WireCustomerCorrection = z.infer<typeof WireCustomerCorrection>
