/**
 * The journal's writer and reader. Every write is one transaction that is on the disk when the function returns; one
 * that can't be written throws `journal_unwritable`, and what depends on it must not happen. Knows no service.
 */
import { z } from 'zod'
import { DeskError } from '#shared/errors.ts'
import { ConfirmedBy, OperationKind, OperationState, RefundReason, type OperationTransition } from '#shared/model/operation.ts'
import { toInstant } from '#shared/model/instant.ts'
import { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import type { Clock } from '../clock.ts'
import { migrate, type Db } from '../storage/index.ts'
import { journalMigrations } from './schema.ts'
import type { Intent, Transition } from './types.ts'

/** A row as SQLite gives it: parsed, so that a journal written by another version can't slip wrong values in. */
const JournalRow = z.object({
  seq: z.number(),
  id: z.string(),
  kind: OperationKind,
  lock_key: z.string(),
  connection: z.string(),
  connection_name: z.string(),
  agent_name: z.string(),
  customer_uid: CustomerUid,
  item_uid: ItemUid.nullable(),
  package_name: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  refund_reason: RefundReason.nullable(),
  ticket: z.string().nullable(),
  created_at: z.number(),
  state: OperationState,
  confirmed_by: ConfirmedBy.nullable(),
  reason: z.string().nullable(),
  retry_after: z.number().nullable(),
  updated_at: z.number(),
})
export type JournalRow = z.infer<typeof JournalRow>

const JournalTransition = z.object({ at: z.number(), state: OperationState, cause: z.string(), detail: z.string().nullable() })
const Counted = z.object({ count: z.number() })
const OpenLock = JournalRow.pick({ lock_key: true, kind: true, customer_uid: true, item_uid: true })
export type OpenLock = z.infer<typeof OpenLock>

export interface JournalFilter {
  readonly customerUid?: CustomerUid | undefined
  readonly state?: OperationState | undefined
  readonly kind?: OperationKind | undefined
}

export interface Attempt {
  readonly operation: string
  readonly number: number
  readonly route: string
}

export interface Journal {
  /** The intent with its first transition. Throws `operation_in_progress` while its lock is taken. */
  readonly begin: (intent: Intent) => void
  readonly move: (id: string, transition: Transition) => void
  readonly attemptBegan: (attempt: Attempt) => void
  readonly attemptEnded: (attempt: Attempt, outcome: string) => void
  readonly row: (id: string) => JournalRow | undefined
  /** Newest first; `before` is the `seq` of the last row of the page before. */
  readonly rows: (filter: JournalFilter, limit: number, before: number | null) => readonly JournalRow[]
  readonly count: (filter: JournalFilter) => number
  readonly transitions: (id: string) => readonly OperationTransition[]
  /** Epoch milliseconds at which an operation first became UNKNOWN. */
  readonly unknownSince: (id: string) => number | null
  readonly open: (state: OperationState) => readonly JournalRow[]
  readonly openLocks: () => readonly OpenLock[]
  readonly isLocked: (lockKey: string) => boolean
  /** `seq` of the newest operation under this lock, 0 where there is none. */
  readonly newest: (lockKey: string) => number
  readonly refundsSince: (connection: string, since: number) => number
}

function writeFailure(thrown: unknown): DeskError {
  if (thrown instanceof DeskError) return thrown
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown'
  const locked = code.startsWith('SQLITE_CONSTRAINT') && thrown instanceof Error && thrown.message.includes('open_locks')
  if (locked) return new DeskError('operation_in_progress', 'An operation on the same subject is open', {}, { cause: thrown })
  return new DeskError('journal_unwritable', 'The journal could not be written', { sqlite: code }, { cause: thrown })
}

const joined = 'last_states s CROSS JOIN operations o ON o.seq = s.operation CROSS JOIN transitions t ON t.seq = s.transition'
const columns = 'o.*, t.state, t.confirmed_by, t.reason, t.retry_after, t.at AS updated_at'

/** One statement for each set of filters, so that each is answered from an index; a customer has few rows, so that one goes first. */
function conditions({ customerUid, state, kind }: JournalFilter): string {
  const others = customerUid === undefined ? '' : '+'
  const wanted = [
    ...(customerUid === undefined ? [] : ['s.customer_uid = @customerUid']),
    ...(state === undefined ? [] : [`${others}s.state = @state`]),
    ...(kind === undefined ? [] : [`${others}s.kind = @kind`]),
  ]
  return ['TRUE', ...wanted].join(' AND ')
}

export function createJournal(db: Db, clock: Clock): Journal {
  migrate(db, journalMigrations)

  const insertOperation = db.prepare(`INSERT INTO operations
    (id, kind, lock_key, connection, connection_name, agent_user, agent_name, customer_uid, item_uid, package_name, amount, currency, refund_reason, ticket, created_at)
    VALUES (@id, @kind, @lockKey, @connection, @connectionName, @osUser, @displayName, @customerUid, @itemUid, @packageName, @amount, @currency, @refundReason, @ticket, @at)`)
  const insertTransition = db.prepare(`INSERT INTO transitions (operation, at, state, confirmed_by, cause, reason, retry_after, detail)
    VALUES (@id, @at, @state, @confirmedBy, @cause, @reason, @retryAfter, @detail)`)
  const insertAttempt = db.prepare(`INSERT INTO attempts (operation, number, at, event, route, outcome) VALUES (@operation, @number, @at, @event, @route, @outcome)`)
  const one = db.prepare(`SELECT ${columns} FROM operations o JOIN last_states s ON s.operation = o.seq JOIN transitions t ON t.seq = s.transition WHERE o.id = ?`)
  const history = db.prepare('SELECT at, state, cause, detail FROM transitions WHERE operation = ? ORDER BY seq')
  const firstUnknown = db.prepare(`SELECT min(at) AS count FROM transitions WHERE operation = ? AND state = 'UNKNOWN' HAVING count IS NOT NULL`)
  const openOnes = db.prepare(`SELECT ${columns} FROM open_locks l CROSS JOIN operations o ON o.id = l.operation JOIN last_states s ON s.operation = o.seq JOIN transitions t ON t.seq = s.transition WHERE s.state = ? ORDER BY o.seq`)
  const locks = db.prepare('SELECT l.lock_key, o.kind, o.customer_uid, o.item_uid FROM open_locks l JOIN operations o ON o.id = l.operation')
  const newestOf = db.prepare('SELECT coalesce(max(seq), 0) AS count FROM operations WHERE lock_key = ?')
  const lockOf = db.prepare('SELECT count(*) AS count FROM open_locks WHERE lock_key = ?')
  const refunds = db.prepare(`SELECT count(*) AS count FROM last_states
    WHERE connection = @connection AND kind = 'refund' AND state = 'CONFIRMED' AND created_at >= @since`)

  const addTransition = (id: string, transition: Transition): void => {
    insertTransition.run({
      id,
      at: clock.now(),
      state: transition.state,
      confirmedBy: transition.confirmedBy ?? null,
      cause: transition.cause,
      reason: transition.reason ?? null,
      retryAfter: transition.retryAfter ?? null,
      detail: transition.detail ?? null,
    })
  }
  const addIntent = db.transaction((intent: Intent) => {
    const { agent, amount, ...facts } = intent
    insertOperation.run({ ...facts, ...agent, amount: amount?.amount ?? null, currency: amount?.currency ?? null, at: clock.now() })
    addTransition(intent.id, { state: 'INTENT', cause: 'run' })
  })
  const writing = (write: () => void): void => {
    try {
      write()
    } catch (thrown) {
      throw writeFailure(thrown)
    }
  }
  const attempt = (event: 'began' | 'ended', facts: Attempt, outcome: string | null): void => {
    writing(() => insertAttempt.run({ ...facts, at: clock.now(), event, outcome }))
  }
  const number = (row: unknown): number => Counted.parse(row).count

  return {
    begin: (intent) => { writing(() => addIntent.immediate(intent)) },
    move: (id, transition) => { writing(() => { addTransition(id, transition) }) },
    attemptBegan: (facts) => { attempt('began', facts, null) },
    attemptEnded: (facts, outcome) => { attempt('ended', facts, outcome) },
    row: (id) => JournalRow.optional().parse(one.get(id)),
    rows: (filter, limit, before) => {
      const page = db.prepare(`SELECT ${columns} FROM ${joined} WHERE ${conditions(filter)} AND s.operation < @before ORDER BY s.operation DESC LIMIT @limit`)
      return z.array(JournalRow).parse(page.all({ ...filter, limit, before: before ?? Number.MAX_SAFE_INTEGER }))
    },
    count: (filter) => number(db.prepare(`SELECT count(*) AS count FROM last_states s WHERE ${conditions(filter)}`).get(filter)),
    transitions: (id) =>
      z.array(JournalTransition).parse(history.all(id)).map(({ at, ...rest }) => ({ ...rest, at: toInstant(at) ?? '' })),
    unknownSince: (id) => Counted.optional().parse(firstUnknown.get(id))?.count ?? null,
    open: (state) => z.array(JournalRow).parse(openOnes.all(state)),
    openLocks: () => z.array(OpenLock).parse(locks.all()),
    isLocked: (lockKey) => number(lockOf.get(lockKey)) > 0,
    newest: (lockKey) => number(newestOf.get(lockKey)),
    refundsSince: (connection, since) => number(refunds.get({ connection, since })),
  }
}
