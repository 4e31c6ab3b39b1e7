/**
 * How much data a customer has left. The service sends a total with the list (interface 2.6), rounded to two decimals
 * of its unit, and the copy of it grows old: packages end after it was read. So the total is that of the service, and
 * the sum of the packages that have not ended where others that ended since explain the difference.
 */
import type { WireActivatedItem, WireCustomerEntry } from '../../wire/customer.ts'
import { endOfItem, hidesPackages, isOver, itemPhase } from './itemPhase.ts'
import {
  isKnown,
  isUnlimited,
  leftOf,
  readable,
  readableSize,
  roundingOf,
  sizesOf,
  toDataSize,
  toMegabytes,
  unlimited,
} from './size.ts'
import type { DataSize } from '../customer/views.ts'

/** A package with data that has not ended, or had not at some time. */
interface Part {
  readonly end: number
  /** `null` without a volume. */
  readonly megabytes: number | null
  /** In megabytes, up to which the amount may be more or less. */
  readonly rounding: number
}

/** @param isActive whether its validity has started. A package whose start or end can't be read may still be used. */
function partOf(item: WireActivatedItem, isActive: boolean): Part | null {
  const sizes = sizesOf(item.balance)
  const end = (isActive ? endOfItem(item) : null) ?? Infinity
  if (isUnlimited(sizes.available)) return { end, megabytes: null, rounding: 0 }
  const megabytes = toMegabytes(leftOf(sizes))
  const rounding = roundingOf(sizes.available)
  return megabytes === null || rounding === null ? null : { end, megabytes, rounding }
}

/** Returns the parts of the sum, or `null` if one of them is not known. */
function partsOf({
  activatedItems,
  omittedItems = 0,
  unreadableParts = [],
}: WireCustomerEntry): readonly Part[] | null {
  if (omittedItems > 0 || hidesPackages(unreadableParts)) return null
  const parts: Part[] = []
  for (const item of activatedItems) {
    const phase = itemPhase(item, -Infinity)
    if (isOver(phase)) continue
    const part = partOf(item, phase === 'active')
    if (part === null) return null
    parts.push(part)
  }
  return parts
}

/**
 * Returns what the customer has left at a time, in epoch milliseconds of the service's clock, or `null` if the service
 * sends no total that can be read.
 */
export function remainingOf(entry: WireCustomerEntry): (now: number) => DataSize | null {
  const total = toDataSize(entry.totalAvailableBalance)
  if (!isKnown(total)) return () => null
  const parts = partsOf(entry)
  const [megabytes, rounding] = [toMegabytes(total), roundingOf(total)]
  return (now) => {
    if (parts?.some((part) => part.megabytes === null && part.end > now) === true) return unlimited
    if (megabytes === null || rounding === null || parts === null) return readable(total)
    let [sum, ended, tolerance, endedTolerance] = [0, 0, rounding, 0]
    for (const part of parts) {
      if (part.end <= now) {
        ended += part.megabytes ?? 0
        endedTolerance += part.rounding
      } else {
        sum += part.megabytes ?? 0
        tolerance += part.rounding
      }
    }
    // Only the service knows why a total is higher or lower than its packages explain.
    const isExplained = megabytes <= sum + ended + tolerance + endedTolerance
    const isStale = ended > 0 && isExplained && megabytes > sum + Math.min(tolerance, ended / 2)
    return isStale ? readableSize(sum) : readable(total)
  }
}
