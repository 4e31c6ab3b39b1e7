/**
 * Purchases: register, top-up and top-up-with-profile (interface 4.9 to 4.11, field notes). Requests are strict, so
 * that a misspelt field never reaches the service. Answers are tolerant.
 */
import * as z from 'zod'
import { ActivatedItem, EsimProfile, WireCustomer } from './customer.ts'
import { CustomerUid, InventoryItemId } from './ids.ts'
import { lenient } from './lenient.ts'
import { CountryCode } from './values.ts'
import { ActivationMode } from './activationMode.ts'

/**
 * The retail price that a person saw, in USD only: other currencies may follow, but none of them is the one that is
 * paid (interface 2.1).
 */
const ExpectedPrice = z.strictObject({
  sortIndex: z.number().int().optional(),
  priceValue: z.number().nonnegative(),
  currencyCode: z.literal('USD'),
})

const UserIp = z.union([z.ipv4(), z.ipv6()])

const purchase = {
  inventoryItemId: InventoryItemId,
  /** The reseller's reference. Its maximum length is not known; this limit only excludes nonsense. */
  metatag: z.string().min(1).max(500),
  expectedPrice: ExpectedPrice.optional(),
  activationMode: ActivationMode.optional(),
}

export const WireRegister = z.strictObject({
  ...purchase,
  customerEmail: z.string().min(3).max(320).regex(/@/).optional(),
  userIp: UserIp,
  userCountry: CountryCode,
})
export type WireRegister = z.infer<typeof WireRegister>

const topUp = {
  ...purchase,
  customerUid: CustomerUid,
  userIp: UserIp.optional(),
  userCountry: CountryCode.optional(),
  customerProfileDomainId: z.string().min(1).max(200).optional(),
}

export const WireTopUp = z.strictObject(topUp)
export type WireTopUp = z.infer<typeof WireTopUp>

export const WireTopUpWithProfile = z.strictObject({ ...topUp, dedicated: z.boolean().optional() })
export type WireTopUpWithProfile = z.infer<typeof WireTopUpWithProfile>

/** An item whose balance may be missing, because it was sold all the same. */
const SoldItem = z.looseObject({ ...ActivatedItem.shape, balance: ActivatedItem.shape.balance.nullish() })

/** The answer of all three: at least the item and the customer with their uids. A top-up creates no eSIM profile. */
export const WireActivation = lenient(
  z.looseObject({ activatedItem: SoldItem, customer: WireCustomer, esimProfile: EsimProfile.nullish() }),
)
export type WireActivation = z.infer<typeof WireActivation>
