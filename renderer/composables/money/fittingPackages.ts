/**
 * Which packages of the inventory fit a customer. A customer belongs to one country set (interface 2.5) that nobody says:
 * it is inferred from the customer's packages, and what isn't known blocks nothing.
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
  /** Null where nothing speaks against it. */
  readonly misfit: Misfit | null
}

/** The customer's country set; null where nothing says it, or the packages contradict each other. */
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

/** Those that fit first; each part in the order in which the inventory comes. */
export function packageChoices(rows: readonly InventoryRow[], set: CustomerSet | null): readonly PackageChoice[] {
  const all = rows.map((row) => ({ row, misfit: misfitOf(row, set) }))
  return [...all.filter(({ misfit }) => misfit === null), ...all.filter(({ misfit }) => misfit !== null)]
}
