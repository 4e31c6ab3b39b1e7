/**
 * The columns of the packages table. Each can be sorted by. The choice of a column is stored in the query of the route,
 * like the filter.
 */
import type { InventoryRow, Money } from '#shared/model/customer/views.ts'
import type { Query } from '../../lib/inventoryFilter.ts'
import { naturalName } from '../../lib/naturalName.ts'
import type { TableColumn, TableLayout } from '../../ui/table.ts'
import { sortByKey, type SortKey } from '../../lib/sortByKey.ts'

/** A small window leaves out what the details repeat; beside the details are the columns that distinguish packages. */
interface ColumnOf<Key extends string> extends TableColumn<Key, TableLayout | 'details', Key> {
  /** What the rows are sorted by. */
  readonly value: (row: InventoryRow, placesOf: (row: InventoryRow) => string) => SortKey
  /** Whether a package has a value in the column, such as a policy, a price or a stock. */
  readonly says?: (row: InventoryRow) => boolean
}

const amount = (money: Money | null): number | null => (money === null ? null : Number(money.amount))
const coverageRank = { country: 0, regional: 1, worldwide: 2, unknown: 3 } as const
const exceptDetails = (width: string) => ({ wide: width, medium: width })
/** Wide enough for an amount in every language: one of four digits, and in a small window of three. */
const money = { wide: 'minmax(92px, 0.2fr)', medium: 'minmax(78px, 0.2fr)' }

const column = <Key extends string>(key: Key, rest: Omit<ColumnOf<Key>, 'key' | 'sort'>): ColumnOf<Key> => ({
  key,
  sort: key,
  ...rest,
})

export const inventoryColumns = [
  column('name', { width: 'minmax(140px, 2.4fr)', value: ({ name }) => naturalName(name) }),
  column('coverage', {
    width: 'minmax(118px, 2fr)',
    value: (row, placesOf) => `${String(coverageRank[row.coverage])} ${placesOf(row)}`,
  }),
  column('size', { width: 'minmax(56px, 0.1fr)', align: 'end', value: ({ sizeMb }) => sizeMb }),
  column('validity', {
    width: exceptDetails('minmax(64px, 0.2fr)'),
    value: ({ validity, validityDays }) => (validity.unlimited ? Number.POSITIVE_INFINITY : validityDays),
  }),
  column('highSpeed', {
    width: { wide: 'minmax(80px, 0.9fr)' },
    value: ({ highSpeed }) => highSpeed?.throttle ?? null,
    says: ({ highSpeed }) => highSpeed !== null,
  }),
  column('purchasePrice', {
    width: { ...money, details: money.medium },
    align: 'end',
    value: ({ purchasePrice }) => amount(purchasePrice),
  }),
  column('retailPrice', {
    width: money,
    align: 'end',
    value: ({ retailPrice }) => amount(retailPrice),
    says: ({ retailPrice }) => retailPrice !== null,
  }),
  column('margin', {
    width: { wide: money.wide },
    align: 'end',
    value: ({ margin }) => amount(margin),
    says: ({ margin }) => margin !== null,
  }),
  column('stock', {
    width: exceptDetails('minmax(98px, 0.1fr)'),
    align: 'end',
    value: ({ stock }) => stock,
    says: ({ stock }) => stock !== null && stock > 0,
  }),
]
type InventoryColumn = (typeof inventoryColumns)[number]['key']

/** The columns in which at least one of the packages has a value. */
export const columnsWithNews = (rows: readonly InventoryRow[]): typeof inventoryColumns =>
  inventoryColumns.filter(({ says }) => rows.some((row) => says?.(row) ?? true))

export interface InventorySort {
  readonly sort: InventoryColumn
  readonly descending: boolean
}

export const defaultSort: InventorySort = { sort: 'name', descending: false }

/** The column that was chosen, or `null`. */
export interface ChosenSort {
  readonly sort: InventoryColumn | null
  readonly descending: boolean
}

export const noSort: ChosenSort = { sort: null, descending: false }

/** An invalid query is read as no choice. */
export function sortFromQuery(query: Query): ChosenSort {
  const sort = inventoryColumns.find(({ key }) => key === query['sort'])?.key
  return sort === undefined ? noSort : { sort, descending: query['order'] === 'descending' }
}

export const sortToQuery = ({ sort, descending }: ChosenSort): Record<string, string> => ({
  ...(sort === null ? {} : { sort }),
  ...(descending ? { order: 'descending' } : {}),
})

export function sortInventory(
  rows: readonly InventoryRow[],
  { sort, descending }: InventorySort,
  placesOf: (row: InventoryRow) => string,
): readonly InventoryRow[] {
  const by = inventoryColumns.find(({ key }) => key === sort)
  return sortByKey(rows, (row) => by?.value(row, placesOf) ?? null, descending)
}
