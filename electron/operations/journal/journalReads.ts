/** Reads rows of the journal. Every row is parsed, because another version of the desk may have written it. */
import { z } from 'zod'
import {
  OperationKind,
  OperationState,
  type OperationAttempt,
  type OperationOrder,
  type OperationTransition,
} from '#shared/model/operation.ts'
import { toInstant } from '#shared/model/instant.ts'
import { BuyingRules, defaultRules, MetatagTemplate } from '#shared/model/purchase.ts'
import { ItemUid, type CustomerUid } from '#shared/wire/ids.ts'
import type { Db } from '../../storage/index.ts'
import { JournalRow, rowColumns, rowTables } from './journalRow.ts'
import { AcknowledgedMark, JournalRows, type Position } from './mark.ts'
import { countIn, CountRow, quoted, valueRow } from './sql.ts'

const JournalTransition = z.object({
  at: z.number(),
  state: OperationState,
  cause: z.string(),
  detail: z.string().nullable(),
})
const OpenLock = z.object({ lock_key: z.string(), kind: OperationKind, item_uid: ItemUid.nullable() })
export type OpenLock = z.infer<typeof OpenLock>
const JournalAttempt = z.object({
  number: z.number(),
  route: z.string(),
  began: z.number(),
  ended: z.number().nullable(),
  outcome: z.string().nullable(),
})
/** The part of a stored acknowledgement that is read again. */
const AcknowledgementContent = z.object({ marks: z.array(AcknowledgedMark) })

/** A reference template that is no longer valid is replaced by the default one, so that the stored limit stays in force. */
const StoredRules = BuyingRules.extend({ metatag: MetatagTemplate.catch(defaultRules.metatag) })

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
  readonly openLocks: () => readonly OpenLock[]
  readonly isLocked: (lockKey: string) => boolean
  /** Returns the `seq` of the newest operation with this lock key, or 0 if there is none. */
  readonly newestSeq: (lockKey: string) => number
  readonly attempts: (id: string) => readonly OperationAttempt[]
  /** Returns the purchases of a connection since a time in epoch milliseconds that are NOT_APPLIED. */
  readonly deniedPurchases: (connection: string, since: number) => readonly JournalRow[]
  /** Returns the id of the journal, the highest row numbers and the acknowledged marks. */
  readonly position: () => Omit<Position, 'work'>
  /** Counts the operations that hold a lock, by connection identity. */
  readonly unresolvedByConnection: () => ReadonlyMap<string, number>
  /** Returns the newest rules of a connection, or `undefined` if none were ever set. */
  readonly rules: (connection: string) => BuyingRules | undefined
}

/**
 * Builds the condition for a set of filters, so that an index answers each set. A customer has few rows, so a filter by
 * customer uses its own index: the unary `+` keeps SQLite from using another one.
 */
function conditions({ customerUid, state, kind, from, to }: JournalFilter): string {
  const others = customerUid === undefined ? '' : '+'
  const result =
    'SELECT c.seq FROM made x CROSS JOIN operations c ON c.id = x.operation WHERE x.customer_uid = @customerUid'
  const clauses = [
    ...(customerUid === undefined ? [] : [`(s.customer_uid = @customerUid OR s.operation IN (${result}))`]),
    ...(state === undefined ? [] : [`${others}s.state = @state`]),
    ...(kind === undefined ? [] : [`${others}s.kind = @kind`]),
    ...(from === undefined ? [] : ['+s.created_at >= @from']),
    ...(to === undefined ? [] : ['+s.created_at < @to']),
  ]
  return ['TRUE', ...clauses].join(' AND ')
}

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
    `SELECT ${rowColumns} FROM ${rowTables} WHERE s.operation IN (SELECT b.seq FROM open_locks l JOIN operations b ON b.id = l.operation) AND s.state = ? ORDER BY o.seq`,
  )
  const selectIds = db.prepare(
    'SELECT o.id AS value FROM last_states s CROSS JOIN operations o ON o.seq = s.operation WHERE s.state = ? ORDER BY s.operation',
  )
  const selectLocks = db.prepare(
    'SELECT l.lock_key, o.kind, o.item_uid FROM open_locks l JOIN operations o ON o.id = l.operation',
  )
  const selectNewestSeq = db.prepare('SELECT coalesce(max(seq), 0) AS count FROM operations WHERE lock_key = ?')
  const countLocks = db.prepare('SELECT count(*) AS count FROM open_locks WHERE lock_key = ?')
  const selectAttempts = db.prepare(`SELECT b.number, b.route, b.at AS began, e.at AS ended, e.outcome FROM attempts b
    LEFT JOIN attempts e ON e.operation = b.operation AND e.number = b.number AND e.event = 'ended' WHERE b.operation = ? AND b.event = 'began' ORDER BY b.number`)
  const selectDenied =
    db.prepare(`SELECT ${rowColumns} FROM ${rowTables} WHERE s.connection = @connection AND s.created_at >= @since
    AND s.state = ${notApplied} AND p.operation IS NOT NULL ORDER BY o.seq`)
  const selectIdentity = db.prepare('SELECT id AS value FROM journal_identity ORDER BY seq DESC LIMIT 1')
  const selectHighest =
    db.prepare(`SELECT (SELECT coalesce(max(seq), 0) FROM operations) AS operations, (SELECT coalesce(max(seq), 0) FROM transitions) AS transitions,
    (SELECT coalesce(max(seq), 0) FROM buying_rules) AS rules`)
  const acknowledged = db.prepare(
    'SELECT acknowledged AS value FROM journal_identity WHERE acknowledged IS NOT NULL ORDER BY seq',
  )
  const countUnresolved = db.prepare(
    'SELECT o.connection AS value, count(*) AS count FROM open_locks l JOIN operations o ON o.id = l.operation GROUP BY o.connection',
  )
  const selectLastRules = db.prepare(
    'SELECT content AS value FROM buying_rules WHERE connection = ? ORDER BY seq DESC LIMIT 1',
  )

  return {
    row: (id) => JournalRow.optional().parse(selectRow.get(id)),
    rows: (filter, limit, last, order = 'newest') => {
      const { comparison, direction, start } = sortOrders[order]
      const page = db.prepare(
        `SELECT ${rowColumns} FROM ${rowTables} WHERE ${conditions(filter)} AND s.operation ${comparison} @last ORDER BY s.operation ${direction} LIMIT @limit`,
      )
      return z.array(JournalRow).parse(page.all({ ...filter, limit, last: last ?? start }))
    },
    count: (filter) =>
      countIn(db.prepare(`SELECT count(*) AS count FROM last_states s WHERE ${conditions(filter)}`).get(filter)),
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
    openLocks: () => z.array(OpenLock).parse(selectLocks.all()),
    isLocked: (lockKey) => countIn(countLocks.get(lockKey)) > 0,
    newestSeq: (lockKey) => countIn(selectNewestSeq.get(lockKey)),
    attempts: (id) =>
      z
        .array(JournalAttempt)
        .parse(selectAttempts.all(id))
        .map(({ began, ended, ...rest }) => ({ ...rest, began: toInstant(began) ?? '', ended: toInstant(ended) })),
    deniedPurchases: (connection, since) => z.array(JournalRow).parse(selectDenied.all({ connection, since })),
    position: () => ({
      id: valueRow(z.string()).parse(selectIdentity.get()).value,
      rows: JournalRows.parse(selectHighest.get()),
      acknowledged: z
        .array(valueRow(z.string()))
        .parse(acknowledged.all())
        .flatMap(({ value }) => AcknowledgementContent.parse(JSON.parse(value)).marks),
    }),
    unresolvedByConnection: () =>
      new Map(
        z
          .array(CountRow.extend({ value: z.string() }))
          .parse(countUnresolved.all())
          .map(({ value, count }) => [value, count]),
      ),
    rules: (connection) => {
      const stored = valueRow(z.string()).optional().parse(selectLastRules.get(connection))
      return stored === undefined ? undefined : StoredRules.parse(JSON.parse(stored.value))
    },
  }
}
