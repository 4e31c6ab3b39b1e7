/** Where a customer's packages work, and which other record or package works in a country (interface 2.2, 2.5). */
import { covers, isSamePackage } from '#shared/model/package/coverage.ts'
import { toMegabytes } from '#shared/model/package/size.ts'
import type { Coverage, InventoryRow, ItemView, SamePerson } from '#shared/model/customer/views.ts'
import type { CountrySetId } from '#shared/wire/ids.ts'
import type { Doubt } from './cause.ts'
import type { Situation } from './facts.ts'

/** Whether a package does not work in the country where the customer is, as far as both are known. */
export const isOutside = (coverage: Coverage, country: string | null): boolean =>
  country !== null && covers(coverage, country) === 'no'

/** The packages that decide where the customer can be online: those with data, else those that have ended. */
export function decidingItems(situation: Situation): readonly ItemView[] {
  const left = itemsLeft(situation)
  return left.length > 0 ? left : [...situation.empty, ...situation.expired]
}

/** The packages of which something can be used, now or later. */
export const itemsLeft = ({ usable, waitingUse, waitingActivation }: Situation): readonly ItemView[] => [
  ...usable,
  ...waitingUse,
  ...waitingActivation,
]

export const coverageDoubts = (items: readonly ItemView[]): readonly Doubt[] =>
  items.some(({ coverage }) => coverage.certainty === 'probably') ? ['coverageFromName'] : []

/** The coverage of a package that can be sold. */
export const coverageOfRow = ({ coverage, countrySet, countries }: InventoryRow): Coverage =>
  coverage === 'unknown'
    ? { certainty: 'unknown', countrySet: null, countries: [] }
    : { certainty: 'known', countrySet, countries }

/** The packages of the inventory with the name, size and validity of an item, which does not name its own. */
export const likeItem = (item: ItemView, inventory: readonly InventoryRow[]): readonly InventoryRow[] =>
  inventory.filter((row) => row.name.trim() === item.name?.trim() && isSamePackage(item, row))

export const rowCovers = (row: InventoryRow, country: string): boolean => covers(coverageOfRow(row), country) === 'yes'

/**
 * The other customer of the same person who has an eSIM for the country: one with a package of which something is left,
 * or else one to whom a package can be sold without a new eSIM. Without a country, each place counts.
 */
export function recordFor(
  samePerson: readonly SamePerson[],
  inventory: readonly InventoryRow[],
  country: string | null,
): { readonly record: SamePerson; readonly countrySet: CountrySetId; readonly isUsable: boolean } | null {
  const sold = country === null ? [] : inventory.filter((row) => rowCovers(row, country))
  const sets = new Set<string | null>([country, ...sold.map(({ countrySet }) => countrySet)])
  const withEsim = samePerson.filter(({ hasEsim }) => hasEsim)
  for (const of of ['usableSets', 'countrySets'] as const)
    for (const record of withEsim) {
      const countrySet = record[of].find((set) => country === null || sets.has(set))
      if (countrySet !== undefined) return { record, countrySet, isUsable: of === 'usableSets' }
    }
  return null
}

/** The form of a country's code. A country set of this form is the country itself. */
export const twoLetters = /^[A-Z]{2}$/

/**
 * The other customer of the same person who has an eSIM and a package of which something is left, unless it is known
 * that it does not work in the country. Without a country, each counts.
 */
export function usableRecordFor(
  samePerson: readonly SamePerson[],
  inventory: readonly InventoryRow[],
  country: string | null,
): { readonly record: SamePerson; readonly countrySet: CountrySetId } | null {
  const found = recordFor(samePerson, inventory, country)
  if (found?.isUsable === true) return found
  const isKnown = (set: string): boolean =>
    twoLetters.test(set) || inventory.some((row) => row.countrySet === set && row.countries.length > 0)
  for (const record of samePerson.filter(({ hasEsim }) => hasEsim)) {
    const countrySet = record.usableSets.find((set) => !isKnown(set))
    if (countrySet !== undefined) return { record, countrySet }
  }
  return null
}

const widths = { country: 0, regional: 1, worldwide: 2, unknown: 3 } as const

/** A package without a price is a test package (interface 1), which nobody sells. */
const isSold = ({ active, purchasePrice }: InventoryRow): boolean =>
  active && (purchasePrice === null || Number(purchasePrice.amount) > 0)

/** The packages that can be sold for a country. */
export const soldFor = (inventory: readonly InventoryRow[], country: string): readonly InventoryRow[] =>
  inventory.filter((row) => isSold(row) && rowCovers(row, country))

/** MB. A traveller needs this much at least, so a smaller package is not suggested where there is another one. */
const leastSuggested = 1024

/**
 * The package for a country that is closest to the customer's own: the smallest coverage, then the closest size, of
 * which a bigger one comes before a smaller one. One whose size is not known comes last.
 */
export function packageFor(
  inventory: readonly InventoryRow[],
  country: string,
  like: Pick<ItemView, 'size'>,
): InventoryRow | null {
  const wanted = Math.max(toMegabytes(like.size) ?? 0, leastSuggested)
  const kindOf = ({ sizeMb }: InventoryRow): number => (sizeMb === null || sizeMb <= 0 ? 2 : Number(sizeMb < wanted))
  const distance = ({ sizeMb }: InventoryRow): number =>
    sizeMb === null || sizeMb <= 0 ? 0 : Math.abs(Math.log(sizeMb / wanted))
  const fitting = soldFor(inventory, country).toSorted(
    (one, other) =>
      widths[one.coverage] - widths[other.coverage] || kindOf(one) - kindOf(other) || distance(one) - distance(other),
  )
  return fitting[0] ?? null
}
