/** The inventory of packages (interface 2.2, 4.2). Fields beyond the listed ones are kept. */
import * as z from 'zod'
import { CountrySetId, InventoryItemId } from './ids.ts'
import { lenient, unreadableFields } from './lenient.ts'
import { wireText } from './text.ts'
import { wireNumber, WirePrice, WireSize } from './values.ts'

export const WireExtendedDataPolicy = z.looseObject({
  type: wireText.nullish(),
  resetType: wireText.nullish(),
  interval: wireText.nullish(),
  fixedTime: wireText.nullish(),
  throttleSpeed: wireText.nullish(),
  totalHighSpeedVolume: WireSize.nullish(),
})
export type WireExtendedDataPolicy = z.infer<typeof WireExtendedDataPolicy>

const InventoryItem = z.looseObject({
  id: InventoryItemId,
  productId: wireText.nullish(),
  /** Empty where there is none that can be read. */
  name: wireText.default(''),
  sizeValue: wireNumber.nullish(),
  sizeUnit: wireText.nullish(),
  validitySize: wireNumber.nullish(),
  validityUnit: wireText.nullish(),
  validityUnlimited: z.boolean().nullish(),
  countrySet: CountrySetId.nullish(),
  includedCountries: z.array(wireText).nullish(),
  active: z.boolean().nullish(),
  profileDomainKey: wireText.nullish(),
  packageType: wireText.nullish(),
  extendedDataPolicy: WireExtendedDataPolicy.nullish(),
  prices: z.array(WirePrice).nullish(),
  amount: wireNumber.nullish(),
  retailPriceEdited: z.boolean().nullish(),
  retailPrices: z.array(WirePrice).nullish(),
  unreadableFields,
})
/** Only its id is necessary. */
export const WireInventoryItem = lenient(InventoryItem)
export type WireInventoryItem = z.infer<typeof WireInventoryItem>

/** Only the envelope: items are parsed one by one, so that an unreadable package hides no other. */
export const WireInventoryAnswer = z.looseObject({ items: z.array(z.unknown()) })
