/** Money and size value objects as the service sends them (interface 2.1). */
import * as z from 'zod'

export const WirePrice = z.looseObject({
  sortIndex: z.number().optional(),
  priceValue: z.number(),
  currencyCode: z.string().min(1).max(12),
})
export type WirePrice = z.infer<typeof WirePrice>

/** `sizeUnit` is `MB`, `GB` or `TB`. Other units may arrive and are shown as they came. 1 GB is 1024 MB. */
export const WireSize = z.looseObject({
  sizeValue: z.number(),
  sizeUnit: z.string().min(1).max(12),
})
export type WireSize = z.infer<typeof WireSize>
