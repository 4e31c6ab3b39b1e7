/** Reads what reads of the service and persons have found out about operations that the service has accepted. */
import { z } from 'zod'
import { toInstant } from '#shared/model/instant.ts'
import type { OperationTransition } from '#shared/model/operation/operation.ts'
import { ItemOperationKind } from '#shared/model/operation/purchase.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { Db } from '../../storage/index.ts'
import { ShownByReads } from '../outcomes.ts'
import { confirmedWithoutComparison, JournalRow, rowColumns, rowTables } from './journalRow.ts'
import { countIn, quoted, valueRow } from './sql.ts'

const JournalLook = z.object({ at: z.number(), shows: ShownByReads, detail: z.string().nullable() })
type JournalLook = z.infer<typeof JournalLook>
const lookAs: Readonly<Record<ShownByReads, Pick<OperationTransition, 'state' | 'cause'>>> = {
  change: { state: 'CONFIRMED', cause: 'read: applied' },
  none: { state: 'UNKNOWN', cause: 'read: unchanged' },
  overdue: { state: 'NEEDS_HUMAN', cause: 'read: unchanged' },
  notOffered: { state: 'CONFIRMED', cause: 'read: unchanged' },
  done: { state: 'CONFIRMED', cause: 'person' },
  notDone: { state: 'NOT_APPLIED', cause: 'person' },
}

/** The detail of a check without a read is the reason why the desk has ended its checks. */
function transitionOf({ at, shows, detail }: JournalLook): OperationTransition {
  const look = { at: toInstant(at) ?? '', detail, ...lookAs[shows] }
  return shows === 'overdue' && detail !== null ? { ...look, cause: detail, detail: null } : look
}

const confirmed = quoted(['CONFIRMED'])
const itemKindNames = quoted(ItemOperationKind.options)
const withoutComparison = quoted(confirmedWithoutComparison)
/** How many refunds that are not shown prove that a service does not show them. */
const hiddenRefunds = 3

export interface JournalLooks {
  /** Returns what was found out about an operation, in the form of its transitions. */
  readonly looks: (id: string) => readonly OperationTransition[]
  /** Returns the accepted operations of a connection whose change a read did not show. */
  readonly unshown: (connection: string) => readonly JournalRow[]
  /**
   * Returns the operations on items that a connection's service has accepted since a time in epoch milliseconds, and
   * whose change no read has shown, whatever a person has recorded since. `customerUid`: of this customer alone.
   */
  readonly acceptedUnseen: (connection: string, since: number, customerUid?: CustomerUid) => readonly JournalRow[]
  /**
   * Whether the service changed the reference of the newest purchase of this connection whose answer arrived. The
   * reference of a purchase that was found later was not compared.
   */
  readonly altersReferences: (connection: string) => boolean
  /**
   * Whether reads of this connection show references as they were sent: an earlier purchase was found by its own, and
   * the newest answer did not change it.
   */
  readonly showsReferences: (connection: string) => boolean
  /**
   * Whether the service of this connection does not show refunds: a person has recorded three that it accepted as done
   * without their being shown, and none was shown since.
   */
  readonly hidesRefunds: (connection: string) => boolean
}

export function createJournalLooks(db: Db): JournalLooks {
  const selectLooks = db.prepare('SELECT at, shows, detail FROM looks WHERE operation = ? ORDER BY seq')
  const unseen = `t.confirmed_by = ${quoted(['answer'])} AND coalesce(
    (SELECT l.shows FROM looks l WHERE l.operation = o.id ORDER BY l.seq DESC LIMIT 1), 'none')
    IN ('none', 'overdue', 'notOffered', 'notDone')`
  const selectUnseen = db.prepare(`SELECT ${rowColumns} FROM ${rowTables} WHERE s.connection = @connection
    AND s.kind IN (${itemKindNames}) AND s.state = ${confirmed} AND s.created_at >= @since AND ${unseen} ORDER BY o.seq`)
  const selectUnseenOfCustomer = db.prepare(`SELECT ${rowColumns} FROM ${rowTables} WHERE s.customer_uid = @customerUid
    AND +s.connection = @connection AND +s.kind IN (${itemKindNames}) AND +s.state = ${confirmed}
    AND +s.created_at >= @since AND ${unseen} ORDER BY o.seq`)
  const selectUnshown = db.prepare(`SELECT ${rowColumns} FROM ${rowTables}
    WHERE s.operation IN (SELECT operation FROM shown_otherwise WHERE why IN ('none', 'overdue')) AND +s.connection = ? ORDER BY o.seq`)
  const refundLooks = `FROM looks l JOIN operations o ON o.id = l.operation
    WHERE o.connection = @connection AND o.kind = ${quoted(['refund'])}`
  const countHidden = db.prepare(`SELECT count(DISTINCT l.operation) AS count ${refundLooks} AND l.shows = 'done'
    AND l.seq > (SELECT coalesce(max(l.seq), 0) ${refundLooks} AND l.shows = 'change')`)
  const selectLastEcho = db.prepare(
    `SELECT m.echoed AS value FROM made m JOIN operations o ON o.id = m.operation
    WHERE o.connection = ? AND NOT EXISTS (
      SELECT 1 FROM transitions t WHERE t.operation = o.id AND t.confirmed_by IN (${withoutComparison}))
    ORDER BY o.seq DESC LIMIT 1`,
  )
  const countShownReferences = db.prepare(`SELECT
    (SELECT count(*) FROM looks l JOIN operations o ON o.id = l.operation JOIN purchases p ON p.operation = o.id
      WHERE l.shows = 'change' AND o.connection = @connection)
    + (SELECT count(*) FROM last_states s JOIN transitions t ON t.seq = s.transition
      WHERE s.connection = @connection AND t.confirmed_by = ${quoted(['reference'])}) AS count`)
  const altersReferences = (connection: string): boolean =>
    (valueRow(z.string()).optional().parse(selectLastEcho.get(connection))?.value ?? 'same') !== 'same'

  return {
    looks: (id) => z.array(JournalLook).parse(selectLooks.all(id)).map(transitionOf),
    unshown: (connection) => z.array(JournalRow).parse(selectUnshown.all(connection)),
    acceptedUnseen: (connection, since, customerUid) =>
      z
        .array(JournalRow)
        .parse(
          customerUid === undefined
            ? selectUnseen.all({ connection, since })
            : selectUnseenOfCustomer.all({ connection, since, customerUid }),
        ),
    altersReferences,
    showsReferences: (connection) =>
      !altersReferences(connection) && countIn(countShownReferences.get({ connection })) > 0,
    hidesRefunds: (connection) => countIn(countHidden.get({ connection })) >= hiddenRefunds,
  }
}
