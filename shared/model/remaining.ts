/**
 * How much data a customer has left. The service sends a total with the list (interface 2.6), rounded to two decimals
 * of its unit, and the copy of it grows old: packages end after it was read. So the total is the sum of the packages
 * that have not ended, where that explains what the service says.
 */
import type { WireActivatedItem, WireCustomerEntry } from '../wire/customer.ts'
import { endOfItem, isOver, itemPhase } from './itemPhase.ts'
import { leftOf, readableSize, roundingOf, toDataSize, toMegabytes } from './size.ts'
import type { DataSize } from './views.ts'

/** A package with data that has not ended, or had not at some time. */
interface Part {
  readonly end: number
  readonly megabytes: number
  /** In megabytes, up to which the amount may be more or less. */
  readonly rounding: number
}

/** @param isActive whether its validity has started. A package whose start or end can't be read may still be used. */
function partOf(item: WireActivatedItem, isActive: boolean): Part | null {
  const available = toDataSize(item.balance.availableBalance)
  const megabytes = toMegabytes(leftOf({ available, size: toDataSize(item.balance.size) }))
  const rounding = roundingOf(available)
  if (megabytes === null || rounding === null) return null
  return { end: (isActive ? endOfItem(item) : null) ?? Infinity, megabytes: Math.max(0, megabytes), rounding }
}

/** Returns the parts of the sum, or `null` if one of them is not known. */
function partsOf({
  activatedItems,
  omittedItems = 0,
  unreadableParts = [],
}: WireCustomerEntry): readonly Part[] | null {
  if (omittedItems > 0 || unreadableParts.some(({ part }) => part === 'package' || part === 'packages')) return null
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
 * sends no total.
 */
export function remainingOf(entry: WireCustomerEntry): (now: number) => DataSize | null {
  if (!entry.totalAvailableBalance) return () => null
  const total = toDataSize(entry.totalAvailableBalance)
  const [megabytes, rounding] = [toMegabytes(total), roundingOf(total)]
  const parts = megabytes === null || rounding === null ? null : partsOf(entry)
  if (megabytes === null || rounding === null || parts === null) return () => total
  return (now) => {
    let [sum, ended, tolerance, endedTolerance] = [0, 0, rounding, 0]
    for (const part of parts) {
      if (part.end <= now) {
        ended += part.megabytes
        endedTolerance += part.rounding
      } else {
        sum += part.megabytes
        tolerance += part.rounding
      }
    }
    // Of more than has ended, or of less, only the service knows why.
    const isExplained = megabytes >= sum - tolerance && megabytes <= sum + ended + tolerance + endedTolerance
    return isExplained ? readableSize(sum) : total
  }
}
