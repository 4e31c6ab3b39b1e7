/**
 * Determines which packages of the inventory fit a customer. A customer belongs to one country set (interface 2.5),
 * which the service does not report: it is inferred from the customer's packages, and an unknown set excludes nothing.
 */
import { isTestPackage } from '#shared/model/package/inventoryRow.ts'
import type { InventoryRow, ItemView, Validity } from '#shared/model/customer/views.ts'
import { coverageOfRow, isOutside } from '../../rules/coverage.ts'
import type { CountrySetId, InventoryItemId } from '#shared/wire/ids.ts'

export interface CustomerSet {
  readonly certainty: 'known' | 'probably'
  readonly countrySet: CountrySetId
}

export type Misfit = 'inactive' | 'other_set' | 'elsewhere' | 'probably_other_set'

export interface PackageChoice {
  readonly row: InventoryRow
  /** The package that was sold last to the customer. */
  readonly isLast: boolean
  /** A free package for trying out. It is never taken by itself. */
  readonly isTest: boolean
  /** `null` if nothing is known against it. */
  readonly misfit: Misfit | null
}

/** The country set of a customer, or `null` if the packages don't show it or contradict each other. */
export function customerSet(items: readonly ItemView[]): CustomerSet | null {
  for (const certainty of ['known', 'probably'] as const) {
    const sets = new Set(
      items.flatMap(({ coverage }) =>
        coverage.certainty === certainty && coverage.countrySet !== null ? [coverage.countrySet] : [],
      ),
    )
    const [countrySet, ...others] = sets
    if (countrySet !== undefined) return others.length === 0 ? { certainty, countrySet } : null
  }
  return null
}

/** Whether a package that can be sold does not work in the country where the customer is. */
export const isElsewhere = (row: InventoryRow, country: string | null): boolean =>
  isOutside(coverageOfRow(row), country)

function misfitOf(row: InventoryRow, set: CustomerSet | null, country: string | null): Misfit | null {
  if (!row.active) return 'inactive'
  const isOtherSet = set !== null && row.countrySet !== set.countrySet
  if (isOtherSet && set.certainty === 'known') return 'other_set'
  if (isElsewhere(row, country)) return 'elsewhere'
  return isOtherSet ? 'probably_other_set' : null
}

/**
 * The package that was sold last to the customer comes first, unless it does not work where the customer is, then those
 * that fit, then those that only their set may exclude, then those of the customer's set that do not work there, then
 * the others. Test packages are always at the end. Each part keeps the order of the rows.
 * @param country the country where the customer is, as ISO2 code
 * @param isTyped whether the rows are in the order of a typed text. All that do not fit keep that order, because the
 * agent has asked for the first of them
 */
export function packageChoices(
  rows: readonly InventoryRow[],
  set: CustomerSet | null,
  last: InventoryItemId | null = null,
  country: string | null = null,
  isTyped = false,
): readonly PackageChoice[] {
  const rank = ({ row, isTest, isLast, misfit }: PackageChoice): number => {
    if (isTest) return 5
    if (isLast) return 0
    if (misfit === null) return 1
    if (isTyped || misfit === 'probably_other_set') return 2
    return misfit === 'elsewhere' && row.countrySet === set?.countrySet ? 3 : 4
  }
  return rows
    .map((row) => ({
      row,
      misfit: misfitOf(row, set, country),
      isLast: row.id === last && !isElsewhere(row, country),
      isTest: isTestPackage(row),
    }))
    .toSorted((a, b) => rank(a) - rank(b))
}

const sameLength = (a: Validity, b: Validity): boolean =>
  a.unlimited ? b.unlimited : !b.unlimited && a.value === b.value && a.unit === b.unit

/**
 * The package of the inventory that was sold last to a customer and not refunded, or `null` if it isn't clear or can't
 * be sold any more. The service doesn't report which one an item came from: name, size, validity and country set have
 * to be the same.
 */
export function lastSold(items: readonly ItemView[], rows: readonly InventoryRow[]): InventoryItemId | null {
  const soldAt = ({ salesDate }: ItemView): number => (salesDate === null ? -Infinity : Date.parse(salesDate))
  // A refunded package is one that the customer did not want, or that was sold by mistake.
  const [last] = items.filter(({ phase }) => phase !== 'refunded').toSorted((a, b) => soldAt(b) - soldAt(a))
  if (last === undefined || last.salesDate === null) return null
  const { countrySet } = last.coverage
  const [only, ...others] = rows.filter(
    (row) =>
      row.active &&
      row.name === last.name &&
      row.size.value === last.size.value &&
      row.size.unit === last.size.unit &&
      sameLength(row.validity, last.validity) &&
      (countrySet === null || row.countrySet === countrySet),
  )
  return only === undefined || others.length > 0 || isTestPackage(only) ? null : only.id
}
