/**
 * The columns of the packages table: their order, their layout, and the value that each one is sorted by. The choice of
 * a column is stored in the query of the route, like the filter.
 */
import type { InventoryRow, Money } from '#shared/model/customer/views.ts'
import type { Query } from '../../lib/inventoryFilter.ts'
import { naturalName } from '../../lib/naturalName.ts'
import { sortByKey, type SortKey } from '../../lib/sortByKey.ts'

export const inventoryColumns = [
  'name',
  'coverage',
  'size',
  'validity',
  'highSpeed',
  'purchasePrice',
  'retailPrice',
  'margin',
  'stock',
] as const
type InventoryColumn = (typeof inventoryColumns)[number]

export const columnWidths: Readonly<Record<InventoryColumn, string>> = {
  name: 'minmax(156px, 2.4fr)',
  coverage: 'minmax(132px, 2fr)',
  size: 'minmax(56px, 0.1fr)',
  validity: 'minmax(64px, 0.2fr)',
  highSpeed: 'minmax(80px, 0.9fr)',
  purchasePrice: 'minmax(64px, 0.2fr)',
  retailPrice: 'minmax(60px, 0.2fr)',
  margin: 'minmax(60px, 0.2fr)',
  stock: 'minmax(98px, 0.1fr)',
}
export const numberColumns: ReadonlySet<InventoryColumn> = new Set([
  'size',
  'purchasePrice',
  'retailPrice',
  'margin',
  'stock',
])
/** While the details of one package are open, the table shows only the columns that tell packages apart. */
export const columnsBesideDetails: readonly InventoryColumn[] = ['name', 'coverage', 'size', 'purchasePrice']
/** A small window omits the columns that the details repeat. */
export const columnsInSmallWindow: readonly InventoryColumn[] = inventoryColumns.filter(
  (column) => column !== 'highSpeed' && column !== 'margin',
)

/**
 * The columns that say something about at least one of the packages. A column in which every package says the same
 * "nothing" has no news: no policy, no retail price, no margin, no stock.
 */
export function columnsWithNews(
  rows: readonly InventoryRow[],
  columns: readonly InventoryColumn[],
): readonly InventoryColumn[] {
  const says: Readonly<Partial<Record<InventoryColumn, (row: InventoryRow) => boolean>>> = {
    highSpeed: ({ highSpeed }) => highSpeed !== null,
    retailPrice: ({ retailPrice }) => retailPrice !== null,
    margin: ({ margin }) => margin !== null,
    stock: ({ stock }) => stock !== null && stock > 0,
  }
  return columns.filter((column) => rows.some((row) => says[column]?.(row) ?? true))
}

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
  const sort = inventoryColumns.find((column) => column === query['sort'])
  return sort === undefined ? noSort : { sort, descending: query['order'] === 'descending' }
}

export const sortToQuery = ({ sort, descending }: ChosenSort): Record<string, string> => ({
  ...(sort === null ? {} : { sort }),
  ...(descending ? { order: 'descending' } : {}),
})

const amount = (money: Money | null): number | null => (money === null ? null : Number(money.amount))
const coverageRank = { country: 0, regional: 1, worldwide: 2, unknown: 3 } as const

function keyOf(column: InventoryColumn, placesOf: (row: InventoryRow) => string): (row: InventoryRow) => SortKey {
  switch (column) {
    case 'name':
      return (row) => naturalName(row.name)
    case 'coverage':
      return (row) => `${String(coverageRank[row.coverage])} ${placesOf(row)}`
    case 'size':
      return (row) => row.sizeMb
    case 'validity':
      return (row) => (row.validity.unlimited ? Number.POSITIVE_INFINITY : row.validityDays)
    case 'highSpeed':
      return (row) => row.highSpeed?.throttle ?? null
    case 'purchasePrice':
      return (row) => amount(row.purchasePrice)
    case 'retailPrice':
      return (row) => amount(row.retailPrice)
    case 'margin':
      return (row) => amount(row.margin)
    case 'stock':
      return (row) => row.stock
  }
}

export const sortInventory = (
  rows: readonly InventoryRow[],
  { sort, descending }: InventorySort,
  placesOf: (row: InventoryRow) => string,
): readonly InventoryRow[] => sortByKey(rows, keyOf(sort, placesOf), descending)
