/**
 * The list in its order, with the texts of each customer that are compared with a query. New customers wait in memory:
 * written as they come they would change pages all over the table. So they would in a first sync each time, too; as the
 * index of names, it writes runs, each of them sorted in itself, which are merged afterwards.
 */
import type { SearchText } from './indexedNames.ts'
import type { Db } from '../../storage/index.ts'
import { inListOrder, isAfter, type Position } from './cursor.ts'
import { type Clause, hasOneOf, type Needle } from './searchText.ts'
import { createSaleTimes, type SaleTimes } from './saleTimes.ts'
import { prepareRuns } from './sortedRuns.ts'
import { keepStatements } from './statements.ts'

/** Clauses that hold for a text, and others that don't. */
interface TextCondition {
  readonly all: readonly Clause[]
  readonly none: readonly Clause[]
}

export interface ListOrderReads {
  /** Returns at most `count` positions behind `after`, of customers whose texts fulfil the condition. */
  readonly inOrder: (after: Position, count: number, condition?: TextCondition) => Position[]
  /** Returns the positions of these customers behind `after`, in list order. */
  readonly positionsOf: SaleTimes['inOrder']
  readonly textAt: (position: Position) => SearchText | undefined
}

export interface ListOrder extends ListOrderReads {
  readonly insert: (soldAt: number, id: number, searchText: SearchText) => void
  readonly delete: (soldAt: number, id: number) => void
  /** A customer was read from the file for another purpose. */
  readonly noteTime: SaleTimes['note']
  /** Number of customers who wait. */
  readonly waiting: () => number
  /** Whether the next customers who are written begin a new order. */
  readonly isAtBeginning: () => boolean
  /** Writes a part of what waits, which takes some milliseconds, and returns whether anything is left. */
  readonly writeSome: () => boolean
  /** What waits is rolled back, and the runs of the file may be others than before. */
  readonly rolledBack: () => void
  /** What is written from now on is a new run, until `mergeSome`. */
  readonly beginNextRun: () => void
  readonly runs: () => number
  /** Merges a part of the runs into one, which takes some milliseconds, and returns whether anything is left. */
  readonly mergeSome: () => boolean
}

/** The run into which all others are merged. */
const merged = 0
/** Customers who are merged without a pause. */
const mergedAtOnce = 1000
/** Customers who are written without a pause. */
const writtenAtOnce = 2000
const noCondition: TextCondition = { all: [], none: [] }

interface WaitingCustomer extends Position {
  /** As one text: collections of garbage would move and mark each of several. */
  readonly texts: string
}

/** The texts have no other control characters than marks and the ends of lines. */
const betweenTexts = '\0'
const joinedTexts = ({ words, uids, numbers }: SearchText): string => [words, uids, numbers].join(betweenTexts)
function searchTextOf({ texts }: WaitingCustomer): SearchText {
  const [words = '', uids = '', numbers = ''] = texts.split(betweenTexts)
  return { words, uids, numbers }
}

interface Row extends Position, SearchText {}

/** Reads of several runs that are kept: to prepare one takes as long as to compare a hundred customers. */
const maxReads = 20
const keepReads = (db: Db) => keepStatements((sql) => db.prepare<unknown[], Position>(sql), maxReads)

interface OrderContext {
  readonly db: Db
  /** Returns a statement by its text. */
  readonly readsOf: ReturnType<typeof keepReads>
  readonly statements: ReturnType<typeof prepareStatements>
  readonly waiting: Map<number, WaitingCustomer>
  readonly times: SaleTimes
  /** Those who are being written, the last of the list first. Others may have come since, and some may be gone. */
  backwards: number[]
  /** The runs that may have customers, or null until they are read. */
  runs: number[] | null
  /** The run that is written. */
  current: number
  /** The first and the last id of each run that this process has written, of which some may be gone. */
  readonly ranges: Map<number, IdRange>
}

interface IdRange {
  readonly first: number
  readonly last: number
}

function prepareStatements(db: Db) {
  return {
    runs: prepareRuns(db, 'sales'),
    insert: db.prepare('INSERT OR REPLACE INTO sales VALUES (?, ?, ?, ?, ?, ?)'),
    delete: db.prepare('DELETE FROM sales WHERE run = ? AND sold_at = ? AND id = ?'),
    textAt: db.prepare<[number, number, number], SearchText>(
      'SELECT words, uids, numbers FROM sales WHERE run = ? AND sold_at = ? AND id = ?',
    ),
    deleteFirst: db.prepare('DELETE FROM sales WHERE run = ? AND (sold_at, id) >= (?, ?)'),
  }
}

export function createListOrder(db: Db): ListOrder {
  const context: OrderContext = {
    db,
    readsOf: keepReads(db),
    statements: prepareStatements(db),
    waiting: new Map(),
    times: createSaleTimes(db),
    backwards: [],
    runs: null,
    current: merged,
    ranges: new Map(),
  }
  const { statements, waiting, times } = context
  return {
    insert(soldAt, id, searchText) {
      waiting.set(id, { soldAt, id, texts: joinedTexts(searchText) })
      times.note(id, soldAt)
    },
    delete(soldAt, id) {
      waiting.delete(id)
      times.forget(id)
      for (const run of runsWith(context, id)) statements.delete.run(run, soldAt, id)
    },
    noteTime: times.note,
    inOrder: (...given) => inOrder(context, ...given),
    positionsOf: times.inOrder,
    textAt(position) {
      const customer = waiting.get(position.id)
      return customer === undefined ? writtenTextAt(context, position) : searchTextOf(customer)
    },
    waiting: () => waiting.size,
    isAtBeginning: () => context.backwards.length === 0,
    writeSome: () => writeSome(context),
    rolledBack() {
      waiting.clear()
      times.rolledBack()
      context.backwards = []
      context.runs = null
    },
    beginNextRun: () => void (context.current = Math.max(merged, ...runsOf(context)) + 1),
    runs: () => runsOf(context).length,
    mergeSome: () => mergeSome(context),
  }
}

const runsOf = (context: OrderContext): number[] => (context.runs ??= context.statements.runs.all())

/** Returns the runs that may have a customer. In a first sync that is one of many. */
const runsWith = (context: OrderContext, id: number): readonly number[] =>
  runsOf(context).filter((run) => {
    const range = context.ranges.get(run)
    return range === undefined || (id >= range.first && id <= range.last)
  })

function noteRange({ ranges }: OrderContext, run: number, id: number): void {
  const { first, last } = ranges.get(run) ?? { first: id, last: id }
  ranges.set(run, { first: Math.min(first, id), last: Math.max(last, id) })
}

function insertInto(context: OrderContext, run: number, { soldAt, id, words, uids, numbers }: Row): void {
  const runs = runsOf(context)
  const isNew = !runs.includes(run)
  if (isNew) runs.push(run)
  if (run !== merged && (isNew || context.ranges.has(run))) noteRange(context, run, id)
  context.statements.insert.run(run, soldAt, id, words, uids, numbers)
}

function writtenTextAt(context: OrderContext, { soldAt, id }: Position): SearchText | undefined {
  for (const run of runsWith(context, id)) {
    const text = context.statements.textAt.get(run, soldAt, id)
    if (text !== undefined) return text
  }
  return undefined
}

function writeSome(context: OrderContext): boolean {
  const { waiting } = context
  if (context.backwards.length === 0)
    context.backwards = [...waiting.values()].toSorted((one, other) => inListOrder(other, one)).map(({ id }) => id)
  for (let count = 0; count < writtenAtOnce; count += 1) {
    const customer = waiting.get(context.backwards.pop() ?? 0)
    if (customer === undefined) continue
    insertInto(context, context.current, { ...customer, ...searchTextOf(customer) })
    waiting.delete(customer.id)
  }
  return waiting.size > 0
}

function inOrder(context: OrderContext, after: Position, count: number, condition = noCondition): Position[] {
  const written = writtenInOrder(context, after, count, condition)
  if (context.waiting.size === 0) return written
  const bound = written.length < count ? null : (written.at(-1) ?? null)
  return [...written, ...waitingInOrder(context, after, bound, count, condition)].toSorted(inListOrder).slice(0, count)
}

/** SQLite merges the runs row by row, and reads no more of them than that takes. */
function writtenInOrder(
  context: OrderContext,
  after: Position,
  count: number,
  { all, none }: TextCondition,
): Position[] {
  const runs = runsOf(context)
  if (runs.length === 0) return []
  const values: Record<string, string | number> = { ...after, count }
  const occurs = ({ column, text }: Needle): string => {
    const name = `text${Object.keys(values).length}`
    values[name] = text
    return `instr(${column}, @${name}) > 0`
  }
  const test = (clause: Clause): string => `(${clause.map(occurs).join(' OR ')})`
  const tests = ['(sold_at, id) < (@soldAt, @id)', ...all.map(test), ...none.map((clause) => `NOT ${test(clause)}`)]
  const ofRun = (run: number): string =>
    `SELECT sold_at AS soldAt, id FROM sales WHERE run = ${run} AND ${tests.join(' AND ')}`
  const sql = `${runs.map(ofRun).join(' UNION ALL ')} ORDER BY soldAt DESC, id DESC LIMIT @count`
  return context.readsOf(sql).all(values)
}

/** Returns the first ones behind `after` and before `bound`. Few are compared: most come after those found so far. */
function waitingInOrder(
  { waiting }: OrderContext,
  after: Position,
  bound: Position | null,
  count: number,
  { all, none }: TextCondition,
): Position[] {
  const found: Position[] = []
  const hasConditions = all.length + none.length > 0
  const fulfils = (text: SearchText): boolean =>
    all.every((clause) => hasOneOf(text, clause)) && !none.some((clause) => hasOneOf(text, clause))
  for (const customer of waiting.values()) {
    const last = found.length < count ? bound : (found.at(-1) ?? bound)
    if (!isAfter(customer, after) || (last !== null && !isAfter(last, customer))) continue
    if (hasConditions && !fulfils(searchTextOf(customer))) continue
    if (found.length === count) found.pop()
    const at = found.findLastIndex((one) => isAfter(customer, one)) + 1
    found.splice(at, 0, { soldAt: customer.soldAt, id: customer.id })
  }
  return found
}

function mergeSome(context: OrderContext): boolean {
  const { db, statements } = context
  context.current = merged
  const others = runsOf(context).filter((run) => run !== merged)
  if (others.length === 0) return false
  const ofRun = (run: number): string =>
    `SELECT run, sold_at AS soldAt, id, words, uids, numbers FROM sales WHERE run = ${run}`
  const sql = `${others.map(ofRun).join(' UNION ALL ')} ORDER BY soldAt DESC, id DESC LIMIT ?`
  const rows = db.prepare<[number], Row & { readonly run: number }>(sql).all(mergedAtOnce)
  const last = rows.at(-1)
  if (last !== undefined)
    for (const run of new Set(rows.map((row) => row.run))) statements.deleteFirst.run(run, last.soldAt, last.id)
  for (const row of rows) insertInto(context, merged, row)
  context.runs = null
  return true
}
