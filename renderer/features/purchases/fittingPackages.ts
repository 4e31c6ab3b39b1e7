/**
 * Determines which packages of the inventory fit a customer. A customer belongs to one country set (interface 2.5),
 * which the service does not report: it is inferred from the customer's packages, and an unknown set excludes nothing.
 */
import type { CountrySetId } from '#shared/wire/ids.ts'
import type { InventoryRow, ItemView } from '#shared/model/views.ts'

export interface CustomerSet {
  readonly certainty: 'known' | 'probably'
  readonly countrySet: CountrySetId
}

export type Misfit = 'inactive' | 'other_set' | 'probably_other_set'

export interface PackageChoice {
  readonly row: InventoryRow
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

function misfitOf(row: InventoryRow, set: CustomerSet | null): Misfit | null {
  if (!row.active) return 'inactive'
  if (set === null || row.countrySet === set.countrySet) return null
  return set.certainty === 'known' ? 'other_set' : 'probably_other_set'
}

/** Packages that fit come first. Both parts keep the order of the inventory. */
export function packageChoices(rows: readonly InventoryRow[], set: CustomerSet | null): readonly PackageChoice[] {
  const all = rows.map((row) => ({ row, misfit: misfitOf(row, set) }))
  return [...all.filter(({ misfit }) => misfit === null), ...all.filter(({ misfit }) => misfit !== null)]
}
