/** The inventory of packages (interface 2.2, 4.2). Fields beyond the listed ones are kept. */
import * as z from 'zod'
import { CountrySetId, InventoryItemId } from './ids.ts'
import { wireText } from './text.ts'
import { WirePrice, WireSize } from './values.ts'

export const WireExtendedDataPolicy = z.looseObject({
  type: wireText.nullish(),
  resetType: wireText.nullish(),
  interval: wireText.nullish(),
  fixedTime: wireText.nullish(),
  throttleSpeed: wireText.nullish(),
  totalHighSpeedVolume: WireSize.nullish(),
})
export type WireExtendedDataPolicy = z.infer<typeof WireExtendedDataPolicy>

export const WireInventoryItem = z.looseObject({
  id: InventoryItemId,
  productId: wireText.nullish(),
  name: wireText,
  sizeValue: z.number(),
  sizeUnit: wireText,
  validitySize: z.number().nullish(),
  validityUnit: wireText.nullish(),
  validityUnlimited: z.boolean().nullish(),
  countrySet: CountrySetId,
  includedCountries: z.array(wireText).nullish(),
  active: z.boolean().nullish(),
  profileDomainKey: wireText.nullish(),
  packageType: wireText.nullish(),
  extendedDataPolicy: WireExtendedDataPolicy.nullish(),
  prices: z.array(WirePrice).nullish(),
  amount: z.number().nullish(),
  retailPriceEdited: z.boolean().nullish(),
  retailPrices: z.array(WirePrice).nullish(),
})
export type WireInventoryItem = z.infer<typeof WireInventoryItem>

/** Only the envelope: items are parsed one by one, so that an unreadable package hides no other. */
export const WireInventoryAnswer = z.looseObject({ items: z.array(z.unknown()) })
