/**
 * Sizes of packages and balances (interface 2.1): 1 GB is 1024 MB.
 *
 * A balance is rounded to about two decimals of the unit that the service chooses (a 50 MB package shows 0.05 GB), so
 * amounts are never compared for equality after a conversion, but only within the rounding of the unit shown.
 */
import type { WireSize } from '../wire/values.ts'
import type { DataSize } from './views.ts'

const megabytes: ReadonlyMap<string, number> = new Map([
  ['B', 1 / 1024 ** 2],
  ['KB', 1 / 1024],
  ['MB', 1],
  ['GB', 1024],
  ['TB', 1024 ** 2],
])
const decimalsOfTheService = 2

export function toDataSize(wire: WireSize): DataSize {
  return { value: wire.sizeValue, unit: wire.sizeUnit }
}

const factor = (unit: string): number | null => megabytes.get(unit.trim().toUpperCase()) ?? null

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

export type Usage = 'unused' | 'used' | 'unknown'

/** `unknown` if the two units can't be compared. */
export function usage(available: DataSize, size: DataSize): Usage {
  if (sameUnit(available, size)) return available.value + halfStep(available.value) >= size.value ? 'unused' : 'used'
  const left = factor(available.unit)
  const whole = factor(size.unit)
  if (left === null || whole === null) return 'unknown'
  const atMost = (available.value + halfStep(available.value)) * left
  // A whole number of its unit is what was sold. Decimals such as 0.05 GB may be rounded themselves.
  const sold = (size.value - (Number.isInteger(size.value) ? 0 : halfStep(size.value))) * whole
  return atMost >= sold ? 'unused' : 'used'
}

/** Whether all of it is left, within the rounding of the unit shown. */
export function isUnused(available: DataSize, size: DataSize): boolean {
  return usage(available, size) === 'unused'
}

/** Whether the rounding may hide a small use. Only the service can then tell whether the package is unused. */
export function isRounded(available: DataSize, size: DataSize): boolean {
  return !(sameUnit(available, size) && available.value === size.value)
}

export function isEmpty(available: DataSize): boolean {
  return available.value <= 0
}

/** Whether both are the same amount, regardless of units and of the rounding of what is left. */
export function isSameSize(available: DataSize, size: DataSize): boolean {
  const [left, whole] = sameUnit(available, size) ? [1, 1] : [factor(available.unit), factor(size.unit)]
  if (left === null || whole === null) return false
  return isUnused(available, size) && (available.value - halfStep(available.value)) * left <= size.value * whole
}

/** From 0 to 1, or 0 if the units can't be compared or the package has no size. */
export function remainingShare(available: DataSize, size: DataSize): number {
  if (size.value <= 0 || isEmpty(available)) return 0
  if (isUnused(available, size)) return 1
  if (sameUnit(available, size)) return available.value / size.value
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

/** An amount in megabytes in the unit in which people read it: TB from 1,024 GB on, MB below 1 GB. */
export function readableSize(mb: number): DataSize {
  if (mb >= terabyte) return { value: rounded(mb / terabyte, decimalsOfTheService), unit: 'TB' }
  if (mb >= gigabyte) return { value: rounded(mb / gigabyte, decimalsOfTheService), unit: 'GB' }
  return { value: mb > 0 ? Math.max(1, Math.round(mb)) : 0, unit: mb > 0 ? 'MB' : 'GB' }
}

/** The sum in a readable unit, or `null` if one of the units is unknown. */
export function totalOf(sizes: readonly DataSize[]): DataSize | null {
  let total = 0
  for (const size of sizes) {
    const amount = toMegabytes(size)
    if (amount === null) return null
    total += Math.max(0, amount)
  }
  return readableSize(total)
}

const decimalsIn = (unit: string): number => (factor(unit) === 1 ? 0 : decimalsOfTheService)

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
  const known = sizes.filter((size) => size !== null)
  const amounts = known.map(toMegabytes).filter((mb) => mb !== null)
  if (factor(unit) === null || amounts.length < known.length) return sizes
  const shared = unitThatShows(amounts, unit)
  const each = factor(shared) ?? 1
  return sizes.map((size) => {
    const mb = size === null ? null : toMegabytes(size)
    if (size === null || mb === null || sameUnit(size, { value: 0, unit: shared })) return size
    const least = mb > 0 ? 10 ** -decimalsIn(shared) : 0
    return { value: Math.max(least, rounded(mb / each, decimalsIn(shared))), unit: shared }
  })
}

/** The rest of a package and its size, in the unit of the package: "0.05 GB of 50 MB" is 50 of 50 MB. */
export function comparableSizes(available: DataSize, size: DataSize): { available: DataSize; size: DataSize } {
  if (isSameSize(available, size)) return { available: size, size }
  const [left = available, whole = size] = inOneUnit([available, size], size.unit)
  return { available: left, size: whole }
}

/** What is left of a package as it is told to people: all of its size while nothing is used, whatever the rounding. */
export const leftOf = ({ available, size }: { available: DataSize; size: DataSize }): DataSize =>
  isSameSize(available, size) ? size : available
