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

function partOf(item: WireActivatedItem): Part | null {
  const available = toDataSize(item.balance.availableBalance)
  const megabytes = toMegabytes(leftOf({ available, size: toDataSize(item.balance.size) }))
  const rounding = roundingOf(available)
  if (megabytes === null || rounding === null) return null
  // A package whose start or end can't be read may still be used.
  const isActive = itemPhase(item, -Infinity) === 'active'
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
    if (isOver(itemPhase(item, -Infinity))) continue
    const part = partOf(item)
    if (part === null) return null
    parts.push(part)
  }
  return parts
}

const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, { megabytes }) => sum + megabytes, 0)

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
    const present = parts.filter(({ end }) => end > now)
    const sum = sumOf(present)
    const tolerance = present.reduce((most, part) => most + part.rounding, rounding)
    // Of more than has ended, or of less, only the service knows why.
    const ended = sumOf(parts) - sum
    const isExplained = megabytes >= sum - tolerance && megabytes <= sum + ended + tolerance
    return isExplained ? readableSize(sum) : total
  }
}
