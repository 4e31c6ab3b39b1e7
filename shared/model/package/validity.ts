/** The length of validity of a package (interface 2.2, 2.7), the end that results from it, and the remaining time. */
import type { Validity } from '../customer/views.ts'

/**
 * Services send `days` and `years`; the other units are accepted, too. A year counts 365 days, which is the shorter
 * interpretation: an end that an agent reports to a customer must not be later than the real one.
 */
const days: ReadonlyMap<string, number> = new Map([
  ['hour', 1 / 24],
  ['day', 1],
  ['week', 7],
  ['month', 30],
  ['year', 365],
])
const minute = 60 * 1000
const hour = 60 * minute
const day = 24 * hour

interface WireValidity {
  readonly validitySize?: number | null | undefined
  readonly validityUnit?: string | null | undefined
  readonly validityUnlimited?: boolean | null | undefined
}

export function toValidity(wire: WireValidity): Validity {
  return {
    value: wire.validitySize ?? null,
    unit: wire.validityUnit ?? null,
    unlimited: wire.validityUnlimited === true,
  }
}

/** `null` if there is no end, or if the length or its unit isn't known. */
export function validityInDays(validity: Validity): number | null {
  if (validity.unlimited || validity.value === null || !(validity.value > 0)) return null
  const each = days.get((validity.unit ?? '').trim().toLowerCase().replace(/s$/, ''))
  return each === undefined ? null : validity.value * each
}

/**
 * The end of a validity that starts at `start`, in epoch milliseconds. `null` if there is no end or it can't be
 * computed.
 */
export function endOfValidity(start: number, validity: Validity): number | null {
  const length = validityInDays(validity)
  if (length === null) return null
  const end = Math.round(start + length * day)
  return Number.isNaN(new Date(end).getTime()) ? null : end
}

interface TimePart {
  readonly count: number
  readonly unit: 'year' | 'month' | 'day' | 'hour' | 'minute'
}

/**
 * The time until the end of a validity, as people count it, the largest unit first. It is rounded down, so that it is
 * never later than the end. Hours are included below three days, and minutes below two hours.
 * @param milliseconds greater than zero
 */
export function remainingTime(milliseconds: number): readonly [TimePart, ...TimePart[]] {
  const wholeDays = Math.floor(milliseconds / day)
  if (wholeDays >= 365) return [{ count: Math.floor(wholeDays / 365), unit: 'year' }]
  // Days are used up to two months, because they are more precise.
  if (wholeDays >= 61) return [{ count: Math.floor(wholeDays / 30), unit: 'month' }]
  const wholeHours = Math.floor(milliseconds / hour)
  if (wholeHours >= 72) return [{ count: wholeDays, unit: 'day' }]
  if (wholeHours < 24) {
    const wholeMinutes = Math.floor(milliseconds / minute)
    return [wholeMinutes < 120 ? { count: wholeMinutes, unit: 'minute' } : { count: wholeHours, unit: 'hour' }]
  }
  const inDays: TimePart = { count: Math.floor(wholeHours / 24), unit: 'day' }
  return wholeHours % 24 === 0 ? [inDays] : [inDays, { count: wholeHours % 24, unit: 'hour' }]
}
