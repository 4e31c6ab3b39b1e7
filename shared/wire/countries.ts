/** Countries of a country set (interface 2.3, 4.3). */
import * as z from 'zod'
import { lenient } from './lenient.ts'
import { wireLink, wireText } from './text.ts'

export const WireCountry = lenient(
  z.looseObject({
    code: z.string().min(1).max(8),
    name: wireText,
    imageUrl: wireLink.nullish(),
  }),
)
export type WireCountry = z.infer<typeof WireCountry>
