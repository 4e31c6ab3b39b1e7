/**
 * Sizes of packages and balances (interface 2.1): 1 GB is 1024 MB.
 *
 * A balance is rounded to about two decimals of the unit that the service chooses (a 50 MB package shows 0.05 GB), so
 * amounts are never compared for equality after a conversion, but only within the rounding of the unit shown.
 */
import type { WireSize } from '../../wire/values.ts'
import type { DataSize } from '../customer/views.ts'

const megabytes: ReadonlyMap<string, number> = new Map([
  ['B', 1 / 1024 ** 2],
  ['KB', 1 / 1024],
  ['MB', 1],
  ['GB', 1024],
  ['TB', 1024 ** 2],
])
const decimalsOfTheService = 2

/** The size of a package without a volume, and what is left of it. */
export const unlimited: DataSize = { value: 0, unit: 'unlimited' }
/** An amount that the service did not send, or that can't be read. */
export const notKnown: DataSize = { value: 0, unit: '' }

export const isUnlimited = ({ unit }: DataSize): boolean => unit === unlimited.unit
/** Whether something is known of the amount, if only that it is something of an unknown unit. */
export const isKnown = ({ unit }: DataSize): boolean => unit !== notKnown.unit

const factor = (unit: string): number | null => megabytes.get(unit) ?? megabytes.get(unit.trim().toUpperCase()) ?? null

/** A size as an inventory item has it among its own fields. */
interface SomeSize {
  readonly sizeValue?: number | null | undefined
  readonly sizeUnit?: string | null | undefined
}

/** An amount as the service sent it. A negative one, and zero of an unknown unit, are not known amounts. */
export function toDataSize(wire: SomeSize | null | undefined): DataSize {
  const value = wire?.sizeValue ?? null
  const sent = wire?.sizeUnit ?? ''
  if (value !== null && value >= 0 && megabytes.has(sent)) return { value, unit: sent }
  const unit = sent.trim()
  if (/^unlimited$/i.test(unit)) return unlimited
  if (value === null || value < 0 || unit === '' || (value === 0 && factor(unit) === null)) return notKnown
  return { value, unit: sent }
}

/** The size of a package. No volume is sold where it is zero or less. */
export function toPackageSize(wire: SomeSize | null | undefined): DataSize {
  const value = wire?.sizeValue ?? null
  return value !== null && value <= 0 ? unlimited : toDataSize(wire)
}

interface WireBalance {
  readonly size?: WireSize | null | undefined
  readonly availableBalance?: WireSize | null | undefined
}

/** The size of a package and what is left of it. Nothing left of a package without a volume does not mean used up. */
export function sizesOf(balance: WireBalance): { readonly size: DataSize; readonly available: DataSize } {
  const size = toPackageSize(balance.size)
  const left = balance.availableBalance
  if (left == null || left.sizeValue > 0) return { size, available: toDataSize(left) }
  if (isUnlimited(size)) return { size, available: unlimited }
  return { size, available: toMegabytes(size) === null ? notKnown : toDataSize(left) }
}

/** Returns `null` for an unknown unit. */
export function toMegabytes(size: DataSize): number | null {
  const each = factor(size.unit)
  return each === null ? null : size.value * each
}

/** Half of the last decimal that is shown, in the unit of the size. */
function halfStep(value: number): number {
  const [, decimals = ''] = String(value).split('.')
  return 0.5 * 10 ** -Math.max(decimalsOfTheService, decimals.length)
}

/** Up to how many megabytes an amount may be more or less than the service shows, or `null` for an unknown unit. */
export function roundingOf({ value, unit }: DataSize): number | null {
  const each = factor(unit)
  return each === null ? null : halfStep(value) * each
}

const sameUnit = (one: DataSize, other: DataSize): boolean =>
  one.unit.trim().toUpperCase() === other.unit.trim().toUpperCase()

type Usage = 'unused' | 'used' | 'unknown'

/** `unknown` if one of the units is, or if there is no volume that could be used. */
export function usage(available: DataSize, size: DataSize): Usage {
  const left = factor(available.unit)
  const whole = factor(size.unit)
  if (left === null || whole === null) return 'unknown'
  if (left === whole) return available.value + halfStep(available.value) >= size.value ? 'unused' : 'used'
  const atMost = (available.value + halfStep(available.value)) * left
  // A whole number of its unit is what was sold. Decimals such as 0.05 GB may be rounded themselves.
  const sold = (size.value - (Number.isInteger(size.value) ? 0 : halfStep(size.value))) * whole
  return atMost >= sold ? 'unused' : 'used'
}

/** Whether all of it is left, within the rounding of the unit shown. */
export function isUnused(available: DataSize, size: DataSize): boolean {
  return usage(available, size) === 'unused'
}

/** Whether the rounding may hide a small use. Only the service then knows whether the package is unused. */
export function isRounded(available: DataSize, size: DataSize): boolean {
  return !(sameUnit(available, size) && available.value === size.value)
}

export function isEmpty(available: DataSize): boolean {
  return factor(available.unit) !== null && available.value <= 0
}

/** Whether some volume is certainly left. */
export const hasVolume = (available: DataSize): boolean => available.value > 0

/** Whether certainly nothing is left of a package. */
export const isUsedUp = (balance: WireBalance): boolean =>
  balance.availableBalance?.sizeValue === 0 && isEmpty(sizesOf(balance).available)

/** Whether both are the same amount, regardless of units and of the rounding of what is left. */
export function isSameSize(available: DataSize, size: DataSize): boolean {
  const [left, whole] = sameUnit(available, size) ? [1, 1] : [factor(available.unit), factor(size.unit)]
  if (left === null || whole === null) return false
  if (factor(size.unit) === null) return isKnown(size) && available.value === size.value
  return isUnused(available, size) && (available.value - halfStep(available.value)) * left <= size.value * whole
}

/** From 0 to 1: 1 without a volume, and 0 if the units can't be compared. */
export function remainingShare(available: DataSize, size: DataSize): number {
  if (isUnlimited(available)) return 1
  if (size.value <= 0 || available.value <= 0) return 0
  if (isUnused(available, size)) return 1
  if (sameUnit(available, size)) return Math.min(1, available.value / size.value)
  const left = toMegabytes(available)
  const whole = toMegabytes(size)
  return left === null || whole === null ? 0 : Math.min(1, left / whole)
}

/** The low-data threshold (interface 8): the service reports a customer whose remaining data falls to it (6.3). */
export const lowDataThreshold: DataSize = { value: 100, unit: 'MB' }

/** Whether there is data left, but not more than the threshold. An amount of an unknown unit is not low. */
export function isLowData(left: DataSize | null): boolean {
  const amount = left === null || isEmpty(left) ? null : toMegabytes(left)
  return amount !== null && amount <= lowDataThreshold.value
}

/** From this share on a package is running low. */
const lowShare = 0.25

/**
 * Whether a package is running low: less than a quarter of it is left, or at most the threshold of one that is larger
 * than the threshold. Nothing that is empty is low.
 */
export function isRunningLow(available: DataSize, size: DataSize): boolean {
  if (isEmpty(available) || isUnused(available, size)) return false
  if (isLowData(available) && !isLowData(size)) return true
  const [left, whole] = [toMegabytes(available), toMegabytes(size)]
  const comparable = sameUnit(available, size) || (left !== null && whole !== null)
  return comparable && remainingShare(available, size) < lowShare
}

const gigabyte = 1024
const terabyte = 1024 ** 2
const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals))

const decimalsIn = (unit: string): number => (factor(unit) === 1 ? 0 : decimalsOfTheService)

/**
 * Megabytes in another unit, with as many digits as are known: 0.09 GB is about 90 MB, and not 92.
 * @param rounding up to how many megabytes the amount may be more or less
 */
function inUnit(mb: number, unit: string, rounding: number): DataSize {
  const each = factor(unit) ?? 1
  const step = 10 ** Math.max(-decimalsIn(unit), Math.floor(Math.log10(Math.max((2 * rounding) / each, 1e-9)) + 1e-9))
  const value = rounded(Math.round(mb / each / step) * step, decimalsOfTheService)
  return { value: mb > 0 ? Math.max(value, 10 ** -decimalsIn(unit)) : 0, unit }
}

/** An amount in megabytes in the unit in which people read it: TB from 1,024 GB on, MB below 1 GB. */
export function readableSize(mb: number, rounding = 0): DataSize {
  if (mb >= terabyte) return inUnit(mb, 'TB', rounding)
  return mb >= gigabyte || mb <= 0 ? inUnit(Math.max(0, mb), 'GB', rounding) : inUnit(mb, 'MB', rounding)
}

/** The rounding error of an amount on screen, in megabytes. A whole number is what was sold, so it has none. */
const displayRounding = (size: DataSize): number => (Number.isInteger(size.value) ? 0 : (roundingOf(size) ?? 0))

/** Bytes and kilobytes in the unit in which people read them. Everything else stays as it came. */
export function readable(size: DataSize): DataSize {
  const mb = toMegabytes(size)
  if (mb === null || (factor(size.unit) ?? 1) >= 1) return size
  if (mb >= gigabyte || mb === 0) return readableSize(mb)
  if (mb >= 1) return { value: rounded(mb, decimalsOfTheService), unit: 'MB' }
  return mb * 1024 >= 1 ? { value: Math.round(mb * 1024), unit: 'KB' } : size
}

/**
 * The sum in a readable unit, or `null` if one of the units is unknown. Packages without a volume are not part of it:
 * where there is nothing else, it is without a volume itself.
 */
export function totalOf(sizes: readonly DataSize[]): DataSize | null {
  const volumes = sizes.filter((size) => !isUnlimited(size))
  if (volumes.length < sizes.length && volumes.length === 0) return unlimited
  let [total, rounding] = [0, 0]
  for (const size of volumes) {
    const amount = toMegabytes(size)
    if (amount === null) return null
    total += Math.max(0, amount)
    rounding += displayRounding(size)
  }
  return readableSize(total, rounding)
}

/** The total as people see it: without a volume where one of the packages has none. */
export const displayTotal = (sizes: readonly DataSize[]): DataSize | null =>
  sizes.some(isUnlimited) ? unlimited : totalOf(sizes)

/** The unit itself, or a smaller one if an amount would be rounded to nothing in it. */
function unitThatShows(amounts: readonly number[], unit: string): string {
  const each = factor(unit) ?? 1
  const lost = amounts.filter((mb) => mb > 0 && rounded(mb / each, decimalsIn(unit)) === 0)
  return lost.length === 0 ? unit : readableSize(Math.min(...lost)).unit
}

/**
 * Amounts that stand in one line, in one unit, so that people can compare them. An amount that would be rounded to
 * nothing moves all of them to a smaller unit. Amounts of an unknown unit can't be compared, and all stay as they came.
 */
export function inOneUnit<T extends DataSize | null>(sizes: readonly T[], unit: string): readonly (DataSize | T)[] {
  const known = sizes.flatMap((size) => (size === null || isUnlimited(size) ? [] : [size]))
  const amounts = known.map(toMegabytes).filter((mb) => mb !== null)
  if (factor(unit) === null || amounts.length < known.length) return sizes
  const shared = unitThatShows(amounts, unit)
  return sizes.map((size) => {
    const mb = size === null ? null : toMegabytes(size)
    if (size === null || mb === null || sameUnit(size, { value: 0, unit: shared })) return size
    return inUnit(mb, shared, displayRounding(size))
  })
}

/** The rest of a package and its size, in the unit of the package: "0.05 GB of 50 MB" is 50 of 50 MB. */
export function comparableSizes(available: DataSize, of: DataSize): { available: DataSize; size: DataSize } {
  const size = readable(of)
  if (isSameSize(available, of)) return { available: size, size }
  const [left = available, whole = size] = inOneUnit([available, size], size.unit)
  return { available: left, size: whole }
}

/** The rest of a package as people see it: all of its size while nothing is used, whatever the rounding. */
export const leftOf = ({ available, size }: { available: DataSize; size: DataSize }): DataSize =>
  isSameSize(available, size) ? size : available
