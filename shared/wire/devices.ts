/** Devices that support eSIM (interface 2.4, 4.5). */
import * as z from 'zod'
import { lenient } from './lenient.ts'
import { wireText } from './text.ts'

export const WireDevice = lenient(
  z.looseObject({
    name: wireText,
    vendor: wireText.nullish(),
    platform: wireText.nullish(),
  }),
)
export type WireDevice = z.infer<typeof WireDevice>
