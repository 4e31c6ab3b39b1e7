/**
 * The bodies of the seven webhooks (interface section 6, field notes). The service sends them unsigned and may add
 * fields. Only the fields named here are kept: IMSI and EID identify a person's device and SIM, and nothing that
 * is shown needs them, so that parsing drops them.
 */
import * as z from 'zod'
import { CustomerUid, Iccid, InventoryItemId, ItemUid } from './ids.ts'
import { wireText } from './text.ts'

/** 6.1: an eSIM profile was installed or removed. `profileState` is an open set (interface 3.1). */
export const WireEsimStatus = z.object({
  iccid: Iccid,
  profileState: wireText.min(1),
})
export type WireEsimStatus = z.infer<typeof WireEsimStatus>

/** 6.2: the balance of an item was activated, by whatever path. */
export const WireBalanceActivation = z.object({
  uid: CustomerUid,
  activatedItem: ItemUid,
  activatedAt: wireText.nullish(),
  /** Null where the validity is unlimited. */
  expiresAt: wireText.nullish(),
})
export type WireBalanceActivation = z.infer<typeof WireBalanceActivation>

/** 6.3: the remaining data passed 100 MB. */
export const WireLowBalance = z.object({
  uid: CustomerUid,
  iccid: Iccid.nullish(),
  timestamp: wireText.nullish(),
  balanceAmountInByte: z.number().nullish(),
})
export type WireLowBalance = z.infer<typeof WireLowBalance>

/** 6.4: the consumption of a package reached a percentage that the reseller has set. */
export const WireDataConsumption = z.object({
  uid: CustomerUid,
  iccid: Iccid.nullish(),
  timestamp: wireText.nullish(),
  /** Decimals are possible; 100 means used up. */
  configuredThresholdPercentage: z.number().nullish(),
  balanceAmountInByte: z.number().nullish(),
  originalBalanceAmountInByte: z.number().nullish(),
  activatedItemId: ItemUid.nullish(),
})
export type WireDataConsumption = z.infer<typeof WireDataConsumption>

/** 6.5: an eSIM connected in another country. `previousCountry` is null on the first connection (field notes). */
export const WireCountryChange = z.object({
  iccid: Iccid,
  previousCountry: wireText.nullish(),
  newCountry: wireText.min(1),
})
export type WireCountryChange = z.infer<typeof WireCountryChange>

/** 6.6: the client library asks whether an installation is approved. */
export const WireActivationRequest = z.object({
  activationId: z.string().min(1).max(200),
  inventoryItemId: InventoryItemId.nullish(),
  userToken: wireText.nullish(),
  metaTag: wireText.nullish(),
})
export type WireActivationRequest = z.infer<typeof WireActivationRequest>

/** 6.4b: a user of the client library became a customer, whose uid is in `uid` or in `customerUid`. */
export const WireCustomerRegistration = z
  .object({
    userToken: wireText.nullish(),
    uid: CustomerUid.nullish(),
    customerUid: CustomerUid.nullish(),
  })
  .transform(({ userToken, uid, customerUid }, context) => {
    const customer = uid ?? customerUid
    if (customer !== null && customer !== undefined) return { userToken, uid: customer }
    context.addIssue({ code: 'custom', message: 'neither uid nor customerUid' })
    return z.NEVER
  })
export type WireCustomerRegistration = z.infer<typeof WireCustomerRegistration>

/** The answer to an activation request. Everything else makes the installation fail (interface 6.6). */
export const WireActivationAnswer = z.object({
  returnCode: wireText,
  returnMessage: wireText.nullish(),
})
export type WireActivationAnswer = z.infer<typeof WireActivationAnswer>
