/**
 * Customers with their items and eSIM profiles (interface 2.5 to 2.8, 4.6 to 4.8).
 * Items and eSIM profiles are two independent lists: nothing pairs them.
 */
import * as z from 'zod'
import { CustomerUid, EsimUid, Iccid, Imsi, ItemUid } from './ids.ts'
import { wireLink, wireText } from './text.ts'
import { WirePrice, WireSize } from './values.ts'

export const WireCustomer = z.looseObject({
  uid: CustomerUid,
  email: wireText.nullish(),
  profileUrl: wireLink.nullish(),
})
export type WireCustomer = z.infer<typeof WireCustomer>

/** `NOW`, `FIRST_USE`, `ON_DEMAND`; another value is kept and shown as it came. */
export const WireActivationMode = wireText

export const WireBalance = z.looseObject({
  activatedAt: wireText.nullish(),
  expiresAt: wireText.nullish(),
  activationMode: WireActivationMode.nullish(),
  name: wireText.nullish(),
  size: WireSize,
  availableBalance: WireSize,
  validitySize: z.number().nullish(),
  validityUnit: wireText.nullish(),
  validityUnlimited: z.boolean().nullish(),
})
export type WireBalance = z.infer<typeof WireBalance>

export const WireActivatedItem = z.looseObject({
  uid: ItemUid,
  metatag: wireText.nullish(),
  salesChannel: wireText.nullish(),
  salesChannelTypeCode: wireText.nullish(),
  activationType: wireText.nullish(),
  purchasePrice: WirePrice.nullish(),
  retailPrice: WirePrice.nullish(),
  salesDate: wireText.nullish(),
  /** Not in the interface: some services are seen to say `Refunded` here (interface 3.3). */
  status: wireText.nullish(),
  balance: WireBalance,
})
export type WireActivatedItem = z.infer<typeof WireActivatedItem>

/** `state` is open (interface 3.1): `INSTALLED` also arrives as `INSTALLED/ENABLED`. */
export const WireEsimProfile = z.looseObject({
  uid: EsimUid,
  iccid: Iccid,
  imsi: Imsi.nullish(),
  activationCode: wireLink.nullish(),
  appleUniversalLink: wireLink.nullish(),
  installationUrl: wireLink.nullish(),
  lastSeen: wireText.nullish(),
  activatedAt: wireText.nullish(),
  state: wireText.nullish(),
  active: z.boolean().nullish(),
  eid: wireText.nullish(),
})
export type WireEsimProfile = z.infer<typeof WireEsimProfile>

/** A list that is missing reads as an empty one; `itemsListed` tells the two apart, also where an entry is parsed again. */
export const WireCustomerEntry = z
  .looseObject({
    customer: WireCustomer,
    totalAvailableBalance: WireSize.nullish(),
    activatedItems: z.array(WireActivatedItem).nullish(),
    relatedEsims: z.array(WireEsimProfile).nullish(),
  })
  .transform((entry) => ({
    ...entry,
    activatedItems: entry.activatedItems ?? [],
    relatedEsims: entry.relatedEsims ?? [],
    itemsListed: Array.isArray(entry.activatedItems) && entry['itemsListed'] !== false,
  }))
export type WireCustomerEntry = z.infer<typeof WireCustomerEntry>

/** The list arrives bare or in an object under `customers` (field notes); entries are parsed one by one. */
export const WireCustomerList = z.union([
  z.array(z.unknown()),
  z.looseObject({ customers: z.array(z.unknown()) }).transform((answer) => answer.customers),
])

/** Body of the POST form of search-customers (field notes). */
export const WireCustomerSearch = z.strictObject({
  pageSize: z.number().int().positive(),
  pageIndex: z.number().int().nonnegative(),
  searchKey: z.enum(['EMAIL', 'UID', 'ICCID']),
  searchQuery: z.string(),
  searchMode: z.enum(['isExact', 'startsWith', 'contains']),
  onlyActiveProfiles: z.boolean(),
})
export type WireCustomerSearch = z.infer<typeof WireCustomerSearch>
