/**
 * The country set that an item covers. Neither items nor customers contain it (interface 2.5, 2.7), so it is inferred
 * from the inventory by name, size and validity, and shown as inferred. It never blocks anything.
 */
import * as z from 'zod'
import type { WireActivatedItem } from '../../wire/customer.ts'
import type { CountrySetId, ItemUid } from '../../wire/ids.ts'
import { isUnreadable } from '../../wire/lenient.ts'
import type { WireInventoryItem } from '../../wire/inventory.ts'
import { isSameSize, isUnlimited, toMegabytes, toPackageSize } from './size.ts'
import { toValidity, validityInDays } from './validity.ts'
import type { Coverage, DataSize, Validity } from '../customer/views.ts'

const unknown: Coverage = { certainty: 'unknown', countrySet: null, countries: [] }

/** A package without an end arrives as unlimited, or as 0 of a unit. */
const isEndless = (validity: Validity): boolean => validity.unlimited || validity.value === null || validity.value === 0

function isSameValidity(one: Validity, other: Validity): boolean {
  if (isEndless(one) || isEndless(other)) return isEndless(one) && isEndless(other)
  const length = validityInDays(one)
  if (length !== null) return length === validityInDays(other)
  return one.value === other.value && one.unit === other.unit
}

interface Inferred {
  readonly byName: ReadonlyMap<string, readonly WireInventoryItem[]>
  /** Keyed by name, size and validity, because the packages of a customer are often alike. */
  readonly known: Map<string, Coverage>
}

/**
 * Computed once for each inventory: every item of a customer is compared with it, and both may have thousands of
 * entries.
 */
const inferences = new WeakMap<readonly WireInventoryItem[], Inferred>()

function inferredFrom(inventory: readonly WireInventoryItem[]): Inferred {
  const existing = inferences.get(inventory)
  if (existing !== undefined) return existing
  const inferred = { byName: Map.groupBy(inventory, ({ name }) => name.trim()), known: new Map<string, Coverage>() }
  inferences.set(inventory, inferred)
  return inferred
}

interface PackageShape {
  readonly size: DataSize
  readonly validity: Validity
}

/** What coverage is inferred from. */
interface PackageKind extends PackageShape {
  /** Empty if the package has none. */
  readonly name: string
}

const validityFields = ['validitySize', 'validityUnit', 'validityUnlimited'].map((name) => `balance.${name}`)

/** Where one of its values can't be read, the package is like no other. */
const kindOf = (item: WireActivatedItem): PackageKind => ({
  name: isUnreadable(item, 'balance.size', ...validityFields) ? '' : (item.balance.name?.trim() ?? ''),
  size: toPackageSize(item.balance.size),
  validity: toValidity(item.balance),
})

/** Longer texts are of no package that anybody sells. */
const maxKindLength = 400

/**
 * The kind of a package as a text, by which packages that are alike are found together. It is empty for a package whose
 * coverage can't be inferred from any inventory.
 */
export function kindTextOf(item: WireActivatedItem): string {
  const kind = kindOf(item)
  const text = kind.name === '' ? '' : textOf(kind)
  return text.length > maxKindLength ? '' : text
}

const textOf = ({ name, size, validity }: PackageKind): string =>
  JSON.stringify([name, size.value, size.unit, validity.unlimited, validity.value, validity.unit])

const KindParts = z.tuple([
  z.string(),
  z.number(),
  z.string(),
  z.boolean(),
  z.number().nullable(),
  z.string().nullable(),
])

/** Reads what `kindTextOf` has written. */
function readKind(text: string): PackageKind {
  const [name, value, unit, unlimited, length, lengthUnit] = KindParts.parse(JSON.parse(text))
  return { name, size: { value, unit }, validity: { unlimited, value: length, unit: lengthUnit } }
}

/** Whether two packages have the same size and validity. */
export function isSamePackage(one: PackageShape, other: PackageShape): boolean {
  return isSameSize(other.size, one.size) && isSameValidity(other.validity, one.validity)
}

const looksLike = (shape: PackageShape, candidate: WireInventoryItem): boolean =>
  isSamePackage(shape, { size: toPackageSize(candidate), validity: toValidity(candidate) })

/** Returns the packages of the inventory with the size and the validity of this one. */
export const packagesLike = (
  item: WireInventoryItem,
  inventory: readonly WireInventoryItem[],
): readonly WireInventoryItem[] => {
  const shape = { size: toPackageSize(item), validity: toValidity(item) }
  return inventory.filter((other) => looksLike(shape, other))
}

const isMeasured = (size: DataSize): boolean => isUnlimited(size) || toMegabytes(size) !== null
const isValidityKnown = ({ value, unlimited }: Validity): boolean => unlimited || value !== null

/**
 * Whether an item may be of this package of the inventory: it has its name or its size, and what is known of its size,
 * validity and country set is not another one.
 * @param inventory at least the packages like the one that was sold
 */
export function mayBeOfPackage(
  item: WireActivatedItem,
  sold: WireInventoryItem,
  inventory: readonly WireInventoryItem[],
): boolean {
  const size = toPackageSize(item.balance.size)
  const validity = toValidity(item.balance)
  const [soldSize, soldValidity] = [toPackageSize(sold), toValidity(sold)]
  const isSized = isMeasured(size) && isMeasured(soldSize)
  if (isSized && !isSameSize(size, soldSize)) return false
  if (isValidityKnown(validity) && isValidityKnown(soldValidity) && !isSameValidity(validity, soldValidity))
    return false
  const { countrySet } = inferCoverage(item, inventory)
  if (countrySet !== null && sold.countrySet != null && countrySet !== sold.countrySet) return false
  const name = item.balance.name?.trim() ?? ''
  return isSized || (name !== '' && name === sold.name.trim())
}

function countriesOf({ countrySet, includedCountries }: WireInventoryItem): string[] {
  const countries = includedCountries ?? []
  return countries.length === 0 && /^[A-Z]{2}$/.test(countrySet ?? '') ? [countrySet ?? ''] : [...countries]
}

/** The coverage of a package of the inventory. */
export const coverageOfInventoryItem = (item: WireInventoryItem): Coverage =>
  item.countrySet == null ? unknown : { certainty: 'known', countrySet: item.countrySet, countries: countriesOf(item) }

/** The number of results stored for one inventory. Further kinds of packages are inferred each time. */
const maxKnown = 5000

function coverageAmong(shape: PackageShape, candidates: readonly WireInventoryItem[]): Coverage {
  const [first, ...others] = candidates.filter((candidate) => looksLike(shape, candidate))
  if (first === undefined || others.some(({ countrySet }) => countrySet !== first.countrySet)) return unknown
  const coverage = coverageOfInventoryItem(first)
  return coverage.countrySet === null ? unknown : { ...coverage, certainty: 'probably' }
}

/**
 * `known` if `own`, the set for which this desk bought the item, is given. `probably` if every package of the inventory
 * that looks like this item has the same country set. Otherwise `unknown`.
 */
export function inferCoverage(
  item: WireActivatedItem,
  inventory: readonly WireInventoryItem[],
  own: CountrySetId | null = null,
): Coverage {
  if (own !== null) {
    const same = inventory.find(({ countrySet }) => countrySet === own)
    return same === undefined ? { certainty: 'known', countrySet: own, countries: [] } : coverageOfInventoryItem(same)
  }
  return coverageOfKind(kindOf(item), inventory)
}

/** Infers the coverage of the packages of a kind, given as `kindTextOf` has written it. */
export const coverageOfKindText = (text: string, inventory: readonly WireInventoryItem[]): Coverage =>
  text === '' ? unknown : coverageOfKind(readKind(text), inventory)

function coverageOfKind(kind: PackageKind, inventory: readonly WireInventoryItem[]): Coverage {
  const { byName, known } = inferredFrom(inventory)
  const candidates = kind.name === '' ? undefined : byName.get(kind.name)
  if (candidates === undefined) return unknown
  const key = textOf(kind)
  const coverage = known.get(key) ?? coverageAmong(kind, candidates)
  if (known.size < maxKnown) known.set(key, coverage)
  return coverage
}

/** The coverage of a customer, who has one set: the set that all items with a known or inferred set agree on. */
export function coverageOfItems(
  items: readonly WireActivatedItem[],
  inventory: readonly WireInventoryItem[],
  countrySetOf: (itemUid: ItemUid) => CountrySetId | null = () => null,
): Coverage {
  const [first, ...others] = items
    .map((item) => inferCoverage(item, inventory, countrySetOf(item.uid)))
    .filter(({ countrySet }) => countrySet !== null)
  return first === undefined || others.some(({ countrySet }) => countrySet !== first.countrySet) ? unknown : first
}

export type Covers = 'yes' | 'no' | 'unknown'

/** Only a list of countries proves that a country is not covered. */
export function covers({ certainty, countrySet, countries }: Coverage, country: string): Covers {
  if (certainty === 'unknown') return 'unknown'
  if (countrySet === country || countries.includes(country)) return 'yes'
  return countries.length === 0 ? 'unknown' : 'no'
}
