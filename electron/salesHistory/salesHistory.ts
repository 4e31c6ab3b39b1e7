/**
 * The sales history of the service, where it has one (field notes). The service sends all sales of a period in one
 * answer, so that answer is kept, and every page, order and status of the same period is made of it.
 */
import type { SaleRow } from '#shared/model/operation/sales.ts'
import type { Unreadable } from '#shared/model/customer/views.ts'
import type { WireSale } from '#shared/wire/optional.ts'
import { createCached, type Cached } from '../base/cached.ts'
import type { Clock } from '../base/clock.ts'
import { inSteps } from '../base/inSteps.ts'
import type { ParsedInputOf } from '#shared/contract.ts'
import type { HandlersOf } from '../bridge/index.ts'
import type { Connections, OpenConnection } from '../connections/index.ts'
import { salesTable } from './csv.ts'
import { chosenSales, saleRow, sortSales, type SalesOrder } from './saleRow.ts'
import { sumsOf, type OwnRefund } from './sums.ts'

interface SalesHistoryOptions {
  readonly connections: Pick<Connections, 'require' | 'onChange'>
  readonly clock: Clock
  /** The refunds of this desk on a connection since a time in epoch milliseconds. */
  readonly ownRefunds: (connection: string, since: number) => readonly OwnRefund[]
  readonly saveFile: (file: { readonly suggestedName: string; readonly data: Uint8Array }) => Promise<string | null>
}

export interface SalesHistory {
  readonly handlers: HandlersOf<'salesHistory'>
  readonly close: () => void
}

interface Period {
  readonly from: string
  readonly to: string
}

interface Sales {
  readonly rows: readonly SaleRow[]
  readonly unreadable: readonly Unreadable[]
}

/** The sales of one period. The last order is kept too, so that the next page costs no sorting. */
interface PeriodCache {
  readonly open: OpenConnection
  readonly period: Period
  readonly sales: Cached<Sales>
  sorted: { readonly of: Sales; readonly order: SalesOrder; readonly rows: readonly SaleRow[] } | null
}

type Selection = ParsedInputOf<'salesHistory', 'exportCsv'>['filter']

const maxAgeMs = 60_000
const newestFirst: SalesOrder = { sort: 'date', descending: true }

const orderOf = ({ sort, descending }: Pick<Selection, 'sort' | 'descending'>): SalesOrder =>
  sort === undefined ? newestFirst : { sort, descending: descending === true }

function* rowsOf(sales: readonly WireSale[]): Generator<void, SaleRow[]> {
  const rows: SaleRow[] = []
  for (const sale of sales) {
    rows.push(saleRow(sale))
    yield
  }
  return rows
}

async function readSales({ client, signal }: OpenConnection, period: Period, refresh: boolean): Promise<Sales> {
  const { sales, unreadable } = await client.salesHistory(period, { signal, refresh })
  return { rows: await inSteps(rowsOf(sales)), unreadable }
}

function sortedRows(cache: PeriodCache, of: Sales, order: SalesOrder): readonly SaleRow[] {
  const { sorted } = cache
  if (sorted?.of === of && sorted.order.sort === order.sort && sorted.order.descending === order.descending)
    return sorted.rows
  const rows = sortSales(of.rows, order)
  cache.sorted = { of, order, rows }
  return rows
}

export function createSalesHistory({ connections, clock, ownRefunds, saveFile }: SalesHistoryOptions): SalesHistory {
  let current: PeriodCache | null = null
  const stopListening = connections.onChange(() => {
    current = null
  })

  function cacheOf(open: OpenConnection, { from, to }: Period, refresh: boolean): PeriodCache {
    if (current?.open === open && current.period.from === from && current.period.to === to && !refresh) return current
    current = {
      open,
      period: { from, to },
      sales: createCached(clock, maxAgeMs, () => readSales(open, { from, to }, refresh)),
      sorted: null,
    }
    return current
  }

  /** After a refresh that failed, the window still shows the previous answer, and requests later pages of that. */
  function restore(failed: PeriodCache, before: PeriodCache | null, thrown: unknown): never {
    const { from, to } = failed.period
    if (current === failed && before?.open === failed.open && before.period.from === from && before.period.to === to)
      current = before
    throw thrown
  }

  return {
    handlers: {
      async list({ limit, offset = 0, refresh = false, ...selection }, { signal }) {
        const before = current
        const cache = cacheOf(connections.require(), selection, refresh)
        // A later page belongs to the answer of the first one, however old that is by now.
        const kept = offset > 0 ? cache.sales.latest() : null
        const { value, at } =
          kept ?? (await cache.sales.get({ signal }).catch((thrown: unknown) => restore(cache, before, thrown)))
        const found = chosenSales(sortedRows(cache, value, orderOf(selection)), selection)
        return {
          rows: found.slice(offset, offset + limit),
          total: found.length,
          all: value.rows.length,
          sums: sumsOf(found, ownRefunds(cache.open.identity, Date.parse(selection.from))),
          unreadable: [...value.unreadable],
          fetchedAt: new Date(at).toISOString(),
        }
      },
      async exportCsv({ name, filter, decimal }, { signal }) {
        const cache = cacheOf(connections.require(), filter, false)
        const { value } = cache.sales.latest() ?? (await cache.sales.get({ signal }))
        const found = chosenSales(sortedRows(cache, value, orderOf(filter)), filter)
        const table = `${salesTable.head(decimal)}${salesTable.lines(found, decimal)}`
        return { path: await saveFile({ suggestedName: `${name}.csv`, data: Buffer.from(table) }), rows: found.length }
      },
    },
    close: stopListening,
  }
}
