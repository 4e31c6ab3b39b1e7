/** The columns of the sales history. */
import type { SalesSort } from '#shared/model/operation/sales.ts'
import type { TableColumn } from '../../ui/table.ts'

export const salesColumns = [
  { key: 'date', width: 'minmax(116px, 0.8fr)', sort: 'date', latestFirst: true },
  { key: 'name', width: 'minmax(152px, 1.9fr)', sort: 'name' },
  { key: 'size', width: 'minmax(64px, 0.3fr)', align: 'end', sort: 'size' },
  { key: 'validity', width: 'minmax(76px, 0.5fr)', sort: 'validity' },
  { key: 'customer', width: 'minmax(140px, 1.8fr)' },
  { key: 'price', width: 'minmax(72px, 0.3fr)', align: 'end', sort: 'price' },
  { key: 'retailPrice', width: 'minmax(72px, 0.3fr)', align: 'end', sort: 'retailPrice' },
  { key: 'channel', width: 'minmax(76px, 0.6fr)', sort: 'channel' },
  { key: 'status', width: 'minmax(112px, 0.6fr)' },
] as const satisfies readonly TableColumn<SalesSort>[]
