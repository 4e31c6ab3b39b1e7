/**
 * Where an eSIM is connected, as far as a service reports it (field notes). The shape of its answer is not known, so
 * only what is unmistakable is taken from it.
 */
import * as z from 'zod'
import { Iccid } from '../../wire/ids.ts'
import type { WireConnectivity } from '../../wire/optional.ts'
import { CountryCode } from '../../wire/values.ts'
import { parseInstant } from '../instant.ts'
import { Instant } from '../customer/views.ts'

export const Connectivity = z.strictObject({
  iccid: Iccid,
  /** Whether it is on a network now, or `null` if the service doesn't report it. */
  connected: z.boolean().nullable(),
  /** The ISO2 code of the country of the present or the last network. */
  country: CountryCode,
  /** When it was last on a network, or `null` if the service doesn't report it. */
  lastSeen: Instant.nullable(),
  /** The service's time of the answer. */
  asOf: Instant,
})
export type Connectivity = z.infer<typeof Connectivity>

const Answer = z.object({
  iccid: z.unknown().optional(),
  connected: z.boolean().nullable().catch(null).default(null),
  country: z
    .string()
    .transform((code) => code.trim().toUpperCase())
    .pipe(CountryCode),
  lastSeen: z.string().nullable().catch(null).default(null),
})

/** Returns `null` for an answer that names no country, or another eSIM. */
export function connectivityOf(answer: WireConnectivity, iccid: Iccid, now: number): Connectivity | null {
  const { data } = Answer.safeParse(answer)
  if (data === undefined || (typeof data.iccid === 'string' && data.iccid !== iccid)) return null
  const seen = parseInstant(data.lastSeen)
  return {
    iccid,
    connected: data.connected,
    country: data.country,
    lastSeen: seen === null ? null : new Date(seen).toISOString(),
    asOf: new Date(now).toISOString(),
  }
}
