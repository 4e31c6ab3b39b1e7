/** Inventory of packages (interface 2.2, 4.2). Fields beyond the listed ones are kept. */
import * as z from 'zod'
import { CountrySetId, InventoryItemId } from './ids.ts'
import { WirePrice, WireSize } from './values.ts'

export const WireExtendedDataPolicy = z.looseObject({
  type: z.string().nullish(),
  resetType: z.string().nullish(),
  interval: z.string().nullish(),
  fixedTime: z.string().nullish(),
  throttleSpeed: z.string().nullish(),
  totalHighSpeedVolume: WireSize.nullish(),
})
export type WireExtendedDataPolicy = z.infer<typeof WireExtendedDataPolicy>

export const WireInventoryItem = z.looseObject({
  id: InventoryItemId,
  productId: z.string().nullish(),
  name: z.string(),
  sizeValue: z.number(),
  sizeUnit: z.string(),
  validitySize: z.number().nullish(),
  validityUnit: z.string().nullish(),
  validityUnlimited: z.boolean().nullish(),
  countrySet: CountrySetId,
  includedCountries: z.array(z.string()).nullish(),
  active: z.boolean().nullish(),
  profileDomainKey: z.string().nullish(),
  packageType: z.string().nullish(),
  extendedDataPolicy: WireExtendedDataPolicy.nullish(),
  prices: z.array(WirePrice).nullish(),
  amount: z.number().nullish(),
  retailPriceEdited: z.boolean().nullish(),
  retailPrices: z.array(WirePrice).nullish(),
})
export type WireInventoryItem = z.infer<typeof WireInventoryItem>

/** The envelope only: items are parsed one by one, so that one unreadable package hides no other. */
export const WireInventoryAnswer = z.looseObject({ items: z.array(z.unknown()) })
