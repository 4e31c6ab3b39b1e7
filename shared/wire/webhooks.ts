/**
 * The bodies of the seven webhooks (interface section 6, field notes). The service sends them unsigned and may add
 * fields. Only the fields named here are kept: IMSI and EID identify a person's device and SIM, and nothing that
 * is shown needs them, so that parsing drops them.
 */
import * as z from 'zod'
import { CustomerUid, Iccid, InventoryItemId, ItemUid } from './ids.ts'
import { wireText } from './text.ts'

/** A field that can't be read is lost alone: the other fields of a webhook are still a hint. */
const optional = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null)

/** A number stands for its digits, unless JSON has already lost some of them. */
const digitsAsText = (value: unknown): unknown => (Number.isSafeInteger(value) ? String(value) : value)
const id = <T extends z.ZodType>(schema: T) => z.preprocess(digitsAsText, schema)

const text = optional(id(wireText))
const number = optional(
  z.union([
    z.number(),
    z
      .string()
      .regex(/^\s*-?\d+(?:\.\d+)?\s*$/)
      .transform(Number)
      .pipe(z.number()),
  ]),
)

/** Epoch seconds or milliseconds of this century. */
const epoch = /^\d{10}(?:\d{3})?$/
const time = optional(
  id(wireText).transform((sent) => (epoch.test(sent) ? new Date(Number(sent.padEnd(13, '0'))).toISOString() : sent)),
)

/** Whom a webhook of any kind is about. */
export const WireSubject = z.object({
  uid: optional(id(CustomerUid)),
  iccid: optional(id(Iccid)),
})
const { uid, iccid } = WireSubject.shape

/** 6.1: an eSIM profile was installed or removed. `profileState` is an open set (interface 3.1). */
export const WireEsimStatus = z.object({ iccid, profileState: text })
export type WireEsimStatus = z.infer<typeof WireEsimStatus>

/** 6.2: the balance of an item was activated, by whatever path. `expiresAt` is null where the validity is unlimited. */
export const WireBalanceActivation = z.object({
  uid,
  activatedItem: optional(id(ItemUid)),
  activatedAt: time,
  expiresAt: time,
})
export type WireBalanceActivation = z.infer<typeof WireBalanceActivation>

/** 6.3: the remaining data passed 100 MB. */
export const WireLowBalance = z.object({ uid, iccid, timestamp: time, balanceAmountInByte: number })
export type WireLowBalance = z.infer<typeof WireLowBalance>

/** 6.4: the consumption of a package reached a percentage that the reseller has set. */
export const WireDataConsumption = z.object({
  uid,
  iccid,
  timestamp: time,
  /** Decimals are possible; 100 means used up. */
  configuredThresholdPercentage: number,
  balanceAmountInByte: number,
  originalBalanceAmountInByte: number,
  activatedItemId: optional(id(ItemUid)),
})
export type WireDataConsumption = z.infer<typeof WireDataConsumption>

/** 6.5: an eSIM connected in another country. `previousCountry` is null on the first connection (field notes). */
export const WireCountryChange = z.object({ iccid, previousCountry: text, newCountry: text })
export type WireCountryChange = z.infer<typeof WireCountryChange>

/** 6.6: the client library requests the approval of an installation. */
export const WireActivationRequest = z.object({
  activationId: id(z.string().min(1).max(200)),
  inventoryItemId: optional(id(InventoryItemId)),
  userToken: text,
  metaTag: text,
})
export type WireActivationRequest = z.infer<typeof WireActivationRequest>

/** 6.4b: a user of the client library became a customer, whose uid is in `uid` or in `customerUid`. */
export const WireCustomerRegistration = z.object({ userToken: text, uid, customerUid: uid })
export type WireCustomerRegistration = z.infer<typeof WireCustomerRegistration>

/** The answer to an activation request. Everything else makes the installation fail (interface 6.6). */
export const WireActivationAnswer = z.object({
  returnCode: wireText,
  returnMessage: wireText.nullish(),
})
export type WireActivationAnswer = z.infer<typeof WireActivationAnswer>
