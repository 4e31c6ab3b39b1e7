/** Reads rows of the journal. Every row is parsed, because another version of the desk may have written it. */
import { z } from 'zod'
import {
  OperationState,
  type OperationAttempt,
  type OperationKind,
  type OperationOrder,
  type OperationTransition,
} from '#shared/model/operation/operation.ts'
import { toInstant } from '#shared/model/instant.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { Db } from '../../storage/index.ts'
import { JournalRow, rowColumns, rowTables } from './journalRow.ts'
import { countIn, CountRow, quoted, valueRow } from './sql.ts'

const JournalTransition = z.object({
  at: z.number(),
  state: OperationState,
  cause: z.string(),
  detail: z.string().nullable(),
})
const JournalAttempt = z.object({
  number: z.number(),
  route: z.string(),
  began: z.number(),
  ended: z.number().nullable(),
  outcome: z.string().nullable(),
})

export interface JournalFilter {
  readonly customerUid?: CustomerUid | undefined
  readonly state?: OperationState | undefined
  readonly kind?: OperationKind | undefined
  /** Epoch milliseconds. `from` is inclusive, `to` is exclusive. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

const unknown = quoted(['UNKNOWN'])
const notApplied = quoted(['NOT_APPLIED'])

/** How each sort order compares rows with the last row of the previous page, and how it sorts them. */
const sortOrders: Readonly<
  Record<OperationOrder, { readonly comparison: string; readonly direction: string; readonly start: number }>
> = {
  newest: { comparison: '<', direction: 'DESC', start: Number.MAX_SAFE_INTEGER },
  oldest: { comparison: '>', direction: 'ASC', start: 0 },
}

export interface JournalReads {
  readonly row: (id: string) => JournalRow | undefined
  /** Returns one page. `last` is the `seq` of the last row of the previous page, or `null` for the first page. */
  readonly rows: (
    filter: JournalFilter,
    limit: number,
    last: number | null,
    order?: OperationOrder,
  ) => readonly JournalRow[]
  readonly count: (filter: JournalFilter) => number
  readonly transitions: (id: string) => readonly OperationTransition[]
  /** Returns when an operation first became UNKNOWN in epoch milliseconds, or `null` if it never did. */
  readonly unknownSince: (id: string) => number | null
  /** Returns the operations in this state that hold a lock, oldest first. */
  readonly openIn: (state: OperationState) => readonly JournalRow[]
  /** Returns the ids of the operations in this state, oldest first. */
  readonly idsIn: (state: OperationState) => readonly string[]
  readonly attempts: (id: string) => readonly OperationAttempt[]
  /** Returns the purchases of a connection since a time in epoch milliseconds that are NOT_APPLIED. */
  readonly notAppliedPurchases: (connection: string, since: number) => readonly JournalRow[]
}

const shownOtherwise = (why: 'none' | 'overdue' | 'notDone' | 'denied'): string =>
  `s.operation IN (SELECT operation FROM shown_otherwise WHERE why = '${why}')`

/**
 * The conditions for the state that the desk shows (`joinedState`). The first one is that of the stored state, which an
 * index answers in the order of the list; the others are of the few operations that are shown otherwise.
 */
function stateConditions(state: OperationState, others: string): readonly string[] {
  const stored = `${others}s.state = @state`
  const asStored = `${stored} AND s.operation NOT IN (SELECT operation FROM shown_otherwise)`
  switch (state) {
    case 'CONFIRMED':
      return [asStored]
    case 'UNKNOWN':
      return [stored, shownOtherwise('none')]
    case 'NEEDS_HUMAN':
      return [stored, shownOtherwise('overdue')]
    case 'REJECTED':
      return [stored, shownOtherwise('denied')]
    case 'NOT_APPLIED':
      return [asStored, shownOtherwise('notDone')]
    default:
      return [stored]
  }
}

/**
 * Builds the condition for a set of filters, so that an index answers each set. A customer has few rows, so a filter by
 * customer uses its own index: the unary `+` keeps SQLite from using another one.
 */
function conditions({ customerUid, state, kind, from, to }: JournalFilter): readonly string[] {
  const others = customerUid === undefined ? '' : '+'
  const result =
    'SELECT c.seq FROM made x CROSS JOIN operations c ON c.id = x.operation WHERE x.customer_uid = @customerUid'
  const clauses = [
    ...(customerUid === undefined ? [] : [`(s.customer_uid = @customerUid OR s.operation IN (${result}))`]),
    ...(kind === undefined ? [] : [`${others}s.kind = @kind`]),
    ...(from === undefined ? [] : ['+s.created_at >= @from']),
    ...(to === undefined ? [] : ['+s.created_at < @to']),
  ]
  const states = state === undefined ? ['TRUE'] : stateConditions(state, others)
  return states.map((condition) => [condition, ...clauses].join(' AND '))
}

/** The operations of one page in their order, whose columns are read afterwards. */
const pageOf = (condition: string, { comparison, direction }: { comparison: string; direction: string }): string =>
  `SELECT operation FROM (SELECT s.operation FROM last_states s
    WHERE ${condition} AND s.operation ${comparison} @last ORDER BY s.operation ${direction} LIMIT @limit)`

export function createJournalReads(db: Db): JournalReads {
  const selectRow = db.prepare(
    `SELECT ${rowColumns} FROM ${rowTables} WHERE s.operation = (SELECT seq FROM operations WHERE id = ?)`,
  )
  const selectTransitions = db.prepare(
    'SELECT at, state, cause, detail FROM transitions WHERE operation = ? ORDER BY seq',
  )
  const selectFirstUnknown = db.prepare(
    `SELECT min(at) AS count FROM transitions WHERE operation = ? AND state = ${unknown} HAVING count IS NOT NULL`,
  )
  const selectOpen = db.prepare(
    `SELECT ${rowColumns} FROM ${rowTables}
    WHERE s.operation IN (SELECT b.seq FROM open_locks l JOIN operations b ON b.id = l.operation) AND s.state = ?
    ORDER BY o.seq`,
  )
  const selectIds = db.prepare(
    'SELECT o.id AS value FROM last_states s CROSS JOIN operations o ON o.seq = s.operation WHERE s.state = ? ORDER BY s.operation',
  )
  const selectAttempts = db.prepare(`SELECT b.number, b.route, b.at AS began, e.at AS ended, e.outcome FROM attempts b
    LEFT JOIN attempts e ON e.operation = b.operation AND e.number = b.number AND e.event = 'ended'
    WHERE b.operation = ? AND b.event = 'began' ORDER BY b.number`)
  const selectNotApplied =
    db.prepare(`SELECT ${rowColumns} FROM ${rowTables} WHERE s.connection = @connection AND s.created_at >= @since
    AND s.state = ${notApplied} AND p.operation IS NOT NULL ORDER BY o.seq`)

  return {
    row: (id) => JournalRow.optional().parse(selectRow.get(id)),
    rows: (filter, limit, last, order = 'newest') => {
      const sorting = sortOrders[order]
      const { direction, start } = sorting
      const pages = conditions(filter).map((condition) => pageOf(condition, sorting))
      const page = db.prepare(
        `SELECT ${rowColumns} FROM ${rowTables} WHERE s.operation IN (${pages.join(' UNION ALL ')})
        ORDER BY s.operation ${direction} LIMIT @limit`,
      )
      return z.array(JournalRow).parse(page.all({ ...filter, limit, last: last ?? start }))
    },
    count: (filter) =>
      conditions(filter).reduce((sum, condition) => {
        const counted = db.prepare(`SELECT count(*) AS count FROM last_states s WHERE ${condition}`)
        return sum + countIn(counted.get(filter))
      }, 0),
    transitions: (id) =>
      z
        .array(JournalTransition)
        .parse(selectTransitions.all(id))
        .map(({ at, ...rest }) => ({ ...rest, at: toInstant(at) ?? '' })),
    unknownSince: (id) => CountRow.optional().parse(selectFirstUnknown.get(id))?.count ?? null,
    openIn: (state) => z.array(JournalRow).parse(selectOpen.all(state)),
    idsIn: (state) =>
      z
        .array(valueRow(z.string()))
        .parse(selectIds.all(state))
        .map(({ value }) => value),
    attempts: (id) =>
      z
        .array(JournalAttempt)
        .parse(selectAttempts.all(id))
        .map(({ began, ended, ...rest }) => ({ ...rest, began: toInstant(began) ?? '', ended: toInstant(ended) })),
    notAppliedPurchases: (connection, since) => z.array(JournalRow).parse(selectNotApplied.all({ connection, since })),
  }
}
