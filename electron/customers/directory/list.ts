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
} from '#shared/model/customer/customerList.ts'
import { customerRow } from '../../views/customerRow.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { Db } from '../../storage/index.ts'
import { readCopy } from './copy.ts'
import type { FactsWriter, FlagCounts } from './facts.ts'
import type { MemberSet } from './members.ts'
import { flagColumns, sortColumns, type FlagFilter } from './factsIndexes.ts'
import type {
  BrowsedRows,
  BrowseRequest,
  Covering,
  IdsRequest,
  ListRequest,
  TodayPage,
  TodayRequest,
} from './protocol.ts'
import { prepareSharesEmail } from './sharedEmail.ts'
import type { NameReads } from './nameIndex.ts'
import { chosenToday } from './today.ts'
import type { Writer } from './writer.ts'

export interface Lister {
  /** Whether the list has all customers. */
  readonly isSorted: () => boolean
  readonly browse: (request: BrowseRequest) => Promise<BrowsedRows>
  readonly ids: (request: IdsRequest) => Promise<Int32Array>
  readonly today: (request: TodayRequest) => Promise<TodayPage>
}

/**
 * The first sync of a directory creates the indexes at its end. Until then the list has this many of those customers
 * who came first, because they are sorted each time it is read.
 */
const defaultMaxUnsorted = 10_000
/**
 * Up to this number, customers who have packages for a country are read one by one and sorted. More of them are found
 * quickly in the index of the order.
 */
const defaultMaxSortedMembers = 20_000

interface ListLimits {
  readonly maxUnsorted?: number
  readonly maxSortedMembers?: number
}

const isFlag = (filter: CustomerFilter): filter is FlagFilter => Object.hasOwn(flagColumns, filter)

/**
 * Up to this number, customers with a package that ends soon are read by that end and sorted. More of them are found
 * quickly in the index of the order.
 */
const maxSortedEnding = 100_000

/** Where the customers of a filter are read from. */
interface Source {
  /** The table, and the index that has to be used. */
  readonly table: string
  readonly condition: string
  readonly values: readonly (number | string)[]
}

interface ListContext {
  readonly db: Db
  readonly names: Pick<NameReads, 'idOf'>
  /** Returns how many customers each filter lists that does not depend on the request. */
  readonly flagCounts: () => FlagCounts
  /** Returns the table with this index, or without one where it is not there yet. */
  readonly tableBy: (index: string) => string
  readonly maxSortedMembers: number
  /** Returns who has packages for a country. */
  readonly membersFor: (covering: Covering) => Promise<MemberSet>
  /** Lets the condition `listed(id)` hold for these customers. */
  readonly listOnly: (members: MemberSet) => void
  /** Returns the id of the last customer of an unsorted list, or null where all customers are in the list. */
  readonly lastUnsorted: () => number | null
}

export function createLister(
  db: Db,
  writer: Pick<Writer, 'write' | 'rollbacks'>,
  facts: FactsWriter,
  names: NameReads,
  count: () => number,
  { maxUnsorted = defaultMaxUnsorted, maxSortedMembers = defaultMaxSortedMembers }: ListLimits = {},
): Lister {
  let listed: MemberSet | null = null
  db.function('listed', (id: unknown) => Number(listed?.has(Number(id)) ?? true))
  const context: ListContext = {
    db,
    maxSortedMembers,
    names,
    async membersFor({ kinds, customers }) {
      await facts.members.read(writer.rollbacks)
      const members = facts.members.withKinds(kinds)
      for (const id of customers.flatMap((uid) => names.idOf(uid) ?? [])) members.add(id)
      return members
    },
    listOnly: (members) => void (listed = members),
    flagCounts: () => facts.counts(writer.rollbacks()),
    tableBy: (index) => `facts ${facts.indexes.indexedBy(index)}`,
    lastUnsorted: () => (isSorted() ? null : (lastUnsorted.get(maxUnsorted - 1) ?? null)),
  }
  const isSorted = (): boolean => facts.indexes.areThere() || count() <= maxUnsorted
  const lastUnsorted = db.prepare<[number], number>('SELECT id FROM facts ORDER BY id LIMIT 1 OFFSET ?').pluck()
  const rowsOf = createRows(db, names, facts.indexes)
  const unknownBeside = (members: MemberSet | null, { covering }: Pick<ListRequest, 'covering'>): number =>
    members === null ? 0 : facts.members.withKinds(covering?.unknown ?? []).countWithout(members)
  return {
    isSorted,
    async browse({ from, limit, among: uids, ...request }) {
      const last = context.lastUnsorted()
      // Those with an unknown outcome are few, so nobody of them is left out.
      const upTo = request.view.filter === 'unconfirmed' ? null : last
      await facts.setClock(request.now, writer.write, upTo ?? undefined)
      const members = await membersOf(context, request)
      const counts = last === null ? countsOf(context, request, members) : null
      const sourceOfAll =
        uids === undefined
          ? sourceOf(context, request, counts, members, upTo ?? Infinity)
          : ofCustomers(context, among(context, filteredBy(context, request, counts), members), uids)
      const source = upTo === null ? sourceOfAll : unsorted(sourceOfAll, upTo)
      const matching = (uids === undefined ? counts?.[request.view.filter] : null) ?? countIn(context, source)
      const ids = idsAt(context, request.view, source, { from, limit, matching })
      const rows = rowsOf(
        ids.map((id) => ({ id })),
        request.now,
      ).map(({ customer }) => customer)
      return { rows, matching, counts, total: count(), unknownCoverage: unknownBeside(members, request) }
    },
    async ids(request) {
      await facts.setClock(request.now, writer.write)
      const members = request.only === undefined ? await membersOf(context, request) : null
      const counts = request.only === undefined ? countsOf(context, request, members) : null
      const matching = counts?.[request.view.filter] ?? request.only?.length ?? 0
      const all = { from: 0, limit: matching, matching }
      return Int32Array.from(idsAt(context, request.view, sourceOf(context, request, counts, members, Infinity), all))
    },
    async today(request) {
      const upTo = context.lastUnsorted()
      await facts.setClock(request.now, writer.write, upTo ?? undefined)
      const members = await membersOf(context, request)
      const { rows, ...page } = todayPage(context, request, members, upTo)
      return { ...page, rows: rowsOf(rows, request.now), unknownCoverage: unknownBeside(members, request) }
    },
  }
}

/** Returns a function that adds the row of the list to each of these customers who is there. */
function createRows(db: Db, names: NameReads, indexes: FactsWriter['indexes']) {
  const entryOf = db.prepare<[number], { entry: string }>('SELECT entry FROM customers WHERE id = ?')
  const preparePage = prepareSharesEmail(db, names, indexes)
  return <T extends { readonly id: number }>(some: readonly T[], now: number) => {
    const page = some.flatMap((one) => {
      const stored = entryOf.get(one.id)
      return stored === undefined ? [] : { one, entry: readCopy(stored.entry) }
    })
    const sharesEmail = preparePage(page.map(({ entry }) => entry))
    return page.map(({ one: { id, ...more }, entry }) => ({
      ...more,
      customer: customerRow(entry, now, null, sharesEmail(id, entry)),
    }))
  }
}

const countIn = ({ db }: ListContext, { table, condition, values }: Source): number =>
  db
    .prepare<unknown[], number>(`SELECT count(*) FROM ${table} WHERE ${condition}`)
    .pluck()
    .get(...values) ?? 0

const sourceOfFlag = ({ tableBy }: ListContext, filter: FlagFilter, sort: CustomerSort): Source => ({
  table: tableBy(`facts_${flagColumns[filter]}_${sortColumns[sort]}`),
  condition: flagColumns[filter],
  values: [],
})

const endingIn = ({ tableBy }: ListContext, index: string, { view, now }: ListRequest): Source => ({
  table: tableBy(index),
  condition: 'expiry > ? AND expiry <= ?',
  values: [now, endingUntil(now, view.days)],
})

const withIds = (ids: readonly number[]): Source => ({
  table: 'facts',
  condition: 'id IN (SELECT value FROM json_each(?))',
  values: [JSON.stringify(ids)],
})

const customersOf = ({ names }: ListContext, uids: readonly CustomerUid[]): Source =>
  withIds(uids.flatMap((uid) => names.idOf(uid) ?? []))

/** A few of a list are read by their ids, however many customers it has. */
const ofCustomers = (context: ListContext, { condition, values }: Source, uids: readonly CustomerUid[]): Source => {
  const some = customersOf(context, uids)
  return {
    table: 'facts NOT INDEXED',
    condition: `${some.condition} AND (${condition})`,
    values: [...some.values, ...values],
  }
}

/** Some of the indexes may be there already. One of them would lead through customers who came later, too. */
const unsorted = ({ condition, values }: Source, upTo: number): Source => ({
  table: 'facts NOT INDEXED',
  condition: `(${condition}) AND id <= ?`,
  values: [...values, upTo],
})

function todayPage(
  { db, tableBy, names }: ListContext,
  { from, limit, ...request }: TodayRequest,
  members: MemberSet | null,
  upTo: number | null,
) {
  const { ids, reasonsOf, counts, ticked } = chosenToday({ db, tableBy, idOf: names.idOf, upTo }, request)
  const listed = members === null ? ids : holdersIn(members, upTo ?? Infinity)
  return {
    rows: listed.slice(from, from + limit).map((id) => ({ id, reasons: reasonsOf(id) })),
    matching: listed.length,
    counts: upTo === null ? counts : null,
    ticked,
  }
}

/** Those with an active or a waiting package. */
const holdersIn = (members: MemberSet, upTo: number): number[] => [
  ...new Set([...members.ids('active', upTo), ...members.ids('waiting', upTo)]),
]

const membersOf = async (
  { membersFor }: ListContext,
  { covering }: Pick<ListRequest, 'covering'>,
): Promise<MemberSet | null> => (covering === undefined ? null : await membersFor(covering))

function countsOf(context: ListContext, request: ListRequest, members: MemberSet | null): CustomerCounts {
  const { unconfirmed } = request
  const countOf = (source: Source): number => countIn(context, among(context, source, members))
  return {
    ...(members?.counts() ?? context.flagCounts()),
    ending: countOf(endingIn(context, 'facts_all_expiry', request)),
    unconfirmed: unconfirmed.length === 0 ? 0 : countOf(customersOf(context, unconfirmed)),
  }
}

function sourceOf(
  context: ListContext,
  request: IdsRequest,
  counts: CustomerCounts | null,
  members: MemberSet | null,
  upTo: number,
): Source {
  const { filter } = request.view
  if (request.only !== undefined) return customersOf(context, request.only)
  if (members !== null && (isFlag(filter) || filter === 'all') && (counts?.[filter] ?? 0) <= context.maxSortedMembers)
    return withIds(members.ids(filter, upTo))
  return among(context, filteredBy(context, request, counts), members)
}

function filteredBy(context: ListContext, request: ListRequest, counts: CustomerCounts | null): Source {
  const { filter, sort } = request.view
  const ofSort = `facts_all_${sortColumns[sort]}`
  if (isFlag(filter)) return sourceOfFlag(context, filter, sort)
  switch (filter) {
    case 'unconfirmed':
      return customersOf(context, request.unconfirmed)
    case 'all':
      return { table: context.tableBy(ofSort), condition: 'TRUE', values: [] }
    case 'ending': {
      const isLarge = (counts?.ending ?? 0) > maxSortedEnding
      return endingIn(context, sort === 'expiry' || isLarge ? ofSort : 'facts_ending', request)
    }
  }
}

/** Of a source those who have packages for the country. */
function among({ listOnly }: ListContext, source: Source, members: MemberSet | null): Source {
  if (members === null) return source
  listOnly(members)
  return { ...source, condition: `${source.condition} AND listed(id)` }
}

/** Returns the ids of the customers from a position on, read from the nearer end of the list. */
function idsAt(
  { db }: ListContext,
  view: CustomerListView,
  { table, condition, values }: Source,
  { from, limit, matching }: { readonly from: number; readonly limit: number; readonly matching: number },
): number[] {
  const to = Math.min(matching, from + limit)
  if (from >= to) return []
  const isBackwards = from > matching - to
  const found = db
    .prepare<unknown[], number>(
      `SELECT id FROM ${table} WHERE ${condition} ORDER BY ${orderOf(view, isBackwards)} LIMIT ? OFFSET ?`,
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
