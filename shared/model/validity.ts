/** Length of validity of a package (interface 2.2, 2.7), and the end that it leads to. */
import type { Validity } from './views.ts'

/**
 * `days` and `years` are seen; the others are tolerated. A year counts 365 days, the shorter reading: an end that an
 * agent tells a customer must not lie after the real one.
 */
const days: ReadonlyMap<string, number> = new Map([['hour', 1 / 24], ['day', 1], ['week', 7], ['month', 30], ['year', 365]])
const day = 24 * 60 * 60 * 1000

interface WireValidity {
  readonly validitySize?: number | null | undefined
  readonly validityUnit?: string | null | undefined
  readonly validityUnlimited?: boolean | null | undefined
}

export function toValidity(wire: WireValidity): Validity {
  return { value: wire.validitySize ?? null, unit: wire.validityUnit ?? null, unlimited: wire.validityUnlimited === true }
}

/** Null without end, and where the length or its unit isn't known. */
export function validityInDays(validity: Validity): number | null {
  if (validity.unlimited || validity.value === null || !(validity.value > 0)) return null
  const each = days.get((validity.unit ?? '').trim().toLowerCase().replace(/s$/, ''))
  return each === undefined ? null : validity.value * each
}

/** Epoch milliseconds of the end of a validity that starts at `start`; null without end and where it can't be told. */
export function endOfValidity(start: number, validity: Validity): number | null {
  const length = validityInDays(validity)
  if (length === null) return null
  const end = Math.round(start + length * day)
  return Number.isNaN(new Date(end).getTime()) ? null : end
}
