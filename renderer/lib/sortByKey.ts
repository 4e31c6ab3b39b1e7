/** Sorts rows by one of their values, and rows with the same value by their names. */
import { naturalName } from './naturalName.ts'

export type SortKey = string | number | null

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Rows without a value come last in both directions. */
function compare(a: SortKey, b: SortKey, direction: 1 | -1): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  if (typeof a === 'number' && typeof b === 'number') return a === b ? 0 : (a < b ? -1 : 1) * direction
  return collator.compare(String(a), String(b)) * direction
}

export function sortByKey<Row extends { readonly name: string }>(
  rows: readonly Row[],
  keyOf: (row: Row) => SortKey,
  descending = false,
): readonly Row[] {
  const direction = descending ? -1 : 1
  const keyed = rows.map((row) => ({ row, key: keyOf(row), name: naturalName(row.name) }))
  return keyed
    .toSorted((a, b) => compare(a.key, b.key, direction) || collator.compare(a.name, b.name))
    .map(({ row }) => row)
}
