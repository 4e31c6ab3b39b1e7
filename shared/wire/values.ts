/** Values that several of the service's objects have: countries, money and sizes (interface 2.1, 2.2). */
import * as z from 'zod'

/** The ISO2 code of a country. */
export const CountryCode = z.string().regex(/^[A-Z]{2}$/)

const maxNumber = 1e15
/** A number that is counted with. One that is absurd can't be read, so that no sum of it is endless. */
export const wireNumber = z.number().min(-maxNumber).max(maxNumber)

export const WirePrice = z.looseObject({
  sortIndex: wireNumber.optional(),
  priceValue: wireNumber,
  currencyCode: z.string().min(1).max(12),
})
export type WirePrice = z.infer<typeof WirePrice>

/** `sizeUnit` is `MB`, `GB` or `TB`. Other units may arrive and are shown as they came. 1 GB is 1024 MB. */
export const WireSize = z.looseObject({
  sizeValue: wireNumber,
  sizeUnit: z.string().min(1).max(12),
})
export type WireSize = z.infer<typeof WireSize>
