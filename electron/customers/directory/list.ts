/**
 * The sorted and filtered list. Rows are read by their position from the index of their filter and order, and from its
 * nearer end, so that a jump into the middle of a million customers takes milliseconds.
 */
import {
  endingUntil,
  type CustomerCounts,
  type CustomerFilter,
  type CustomerListView,
  type CustomerSort,
} from '#shared/model/customerList.ts'
import { customerRow } from '#shared/model/customerRow.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { Db } from '../../storage/index.ts'
import { readCopy } from './copy.ts'
import type { FactsWriter, FlagCounts } from './facts.ts'
import { flagColumns, sortColumns, type FlagFilter } from './factsIndexes.ts'
import type { BrowsedRows, BrowseRequest, IdsRequest, ListRequest } from './protocol.ts'
import { prepareSharesEmail } from './sharedEmail.ts'
import type { NameReads, Staging } from './staging.ts'
import type { Writer } from './writer.ts'

export interface Lister {
  readonly browse: (request: BrowseRequest) => Promise<BrowsedRows>
  readonly ids: (request: IdsRequest) => Promise<Int32Array>
}

const isFlag = (filter: CustomerFilter): filter is FlagFilter => Object.hasOwn(flagColumns, filter)

/**
 * Up to this number, customers with a package that ends soon are read by that end and sorted. More of them are found
 * quickly in the index of the order.
 */
const maxSortedEnding = 100_000

/** Where the customers of a filter are read from. */
interface Source {
  readonly index: string | null
  readonly condition: string
  readonly values: readonly (number | string)[]
}

interface ListContext {
  readonly db: Db
  readonly names: Pick<NameReads, 'idOf'>
  /** Returns how many customers each filter lists that does not depend on the request. */
  readonly flagCounts: () => FlagCounts
  readonly indexedBy: (index: string | null) => string
}

export function createLister(
  db: Db,
  writer: Pick<Writer, 'write' | 'rollbacks'>,
  facts: FactsWriter,
  staging: Pick<Staging, 'names'>,
): Lister {
  const context: ListContext = {
    db,
    names: staging.names,
    flagCounts: () => facts.counts(writer.rollbacks()),
    indexedBy: (index) => (index === null ? '' : facts.indexes.indexedBy(index)),
  }
  const entryOf = db.prepare<[number], { entry: string }>('SELECT entry FROM customers WHERE id = ?')
  const preparePage = prepareSharesEmail(db, staging.names)
  return {
    async browse({ from, limit, ...request }) {
      await facts.setClock(request.now, writer.write)
      const counts = countsOf(context, request)
      const matching = counts[request.view.filter]
      const sharesEmail = preparePage()
      const rows = idsAt(context, request, matching, from, limit).flatMap((id) => {
        const stored = entryOf.get(id)
        if (stored === undefined) return []
        const entry = readCopy(stored.entry)
        return [customerRow(entry, request.now, null, sharesEmail(id, entry))]
      })
      return { rows, matching, counts }
    },
    async ids(request) {
      await facts.setClock(request.now, writer.write)
      const matching = request.only?.length ?? countsOf(context, request)[request.view.filter]
      return Int32Array.from(idsAt(context, request, matching, 0, matching))
    },
  }
}

const countIn = ({ db, indexedBy }: ListContext, { index, condition, values }: Source): number =>
  db
    .prepare<unknown[], number>(`SELECT count(*) FROM facts ${indexedBy(index)} WHERE ${condition}`)
    .pluck()
    .get(...values) ?? 0

const sourceOfFlag = (filter: FlagFilter, sort: CustomerSort): Source => ({
  index: `facts_${flagColumns[filter]}_${sortColumns[sort]}`,
  condition: flagColumns[filter],
  values: [],
})

const endingIn = (index: string, { view, now }: ListRequest): Source => ({
  index,
  condition: 'expiry > ? AND expiry <= ?',
  values: [now, endingUntil(now, view.days)],
})

const customersOf = ({ names }: ListContext, uids: readonly CustomerUid[]): Source => ({
  index: null,
  condition: 'id IN (SELECT value FROM json_each(?))',
  values: [JSON.stringify(uids.flatMap((uid) => names.idOf(uid) ?? []))],
})

function countsOf(context: ListContext, request: ListRequest): CustomerCounts {
  return {
    ...context.flagCounts(),
    ending: countIn(context, endingIn('facts_all_expiry', request)),
    unconfirmed: request.unconfirmed.length === 0 ? 0 : countIn(context, customersOf(context, request.unconfirmed)),
  }
}

function sourceOf(context: ListContext, request: IdsRequest, matching: number): Source {
  if (request.only !== undefined) return customersOf(context, request.only)
  const { filter, sort } = request.view
  const ofSort = `facts_all_${sortColumns[sort]}`
  if (isFlag(filter)) return sourceOfFlag(filter, sort)
  if (filter === 'unconfirmed') return customersOf(context, request.unconfirmed)
  if (filter === 'all') return { index: ofSort, condition: 'TRUE', values: [] }
  return endingIn(sort === 'expiry' || matching > maxSortedEnding ? ofSort : 'facts_ending', request)
}

/** Returns the ids of the customers from a position on, read from the nearer end of the list. */
function idsAt(context: ListContext, request: IdsRequest, matching: number, from: number, limit: number): number[] {
  const to = Math.min(matching, from + limit)
  if (from >= to) return []
  const isBackwards = from > matching - to
  const { db, indexedBy } = context
  const { index, condition, values } = sourceOf(context, request, matching)
  const found = db
    .prepare<unknown[], number>(
      `SELECT id FROM facts ${indexedBy(index)} WHERE ${condition}
       ORDER BY ${orderOf(request.view, isBackwards)} LIMIT ? OFFSET ?`,
    )
    .pluck()
    .all(...values, to - from, isBackwards ? matching - to : from)
  return isBackwards ? found.toReversed() : found
}

/** Customers without a value come last in both directions. SQLite reads each of these orders from one index. */
function orderOf({ sort, descending }: CustomerListView, isBackwards: boolean): string {
  const direction = descending === isBackwards ? 'ASC' : 'DESC'
  return `${sortColumns[sort]} ${direction} NULLS ${isBackwards ? 'FIRST' : 'LAST'}, id ${direction}`
}
