/** Reads what applies now: the locks, the position and the buying rules of the journal. */
import { z } from 'zod'
import { OperationKind } from '#shared/model/operation.ts'
import { BuyingRules, defaultRules, MetatagTemplate } from '#shared/model/purchase.ts'
import { ItemUid } from '#shared/wire/ids.ts'
import type { Db } from '../../storage/index.ts'
import { AcknowledgedMark, JournalRows, type Position } from './mark.ts'
import { countIn, CountRow, valueRow } from './sql.ts'

const OpenLock = z.object({ lock_key: z.string(), kind: OperationKind, item_uid: ItemUid.nullable() })
export type OpenLock = z.infer<typeof OpenLock>

/** The part of a stored acknowledgement that is read again. */
const AcknowledgementContent = z.object({ marks: z.array(AcknowledgedMark) })

/**
 * A reference template that is no longer valid is replaced by the default one, so that the stored limit stays in force.
 */
const StoredRules = BuyingRules.extend({ metatag: MetatagTemplate.catch(defaultRules.metatag) })

export interface JournalStatus {
  readonly openLocks: () => readonly OpenLock[]
  readonly isLocked: (lockKey: string) => boolean
  /** Returns the `seq` of the newest operation with this lock key, or 0 if there is none. */
  readonly newestSeq: (lockKey: string) => number
  /** Returns the id of the journal, the highest row numbers and the acknowledged marks. */
  readonly position: () => Omit<Position, 'work'>
  /** Counts the operations that hold a lock, by connection identity. */
  readonly unresolvedByConnection: () => ReadonlyMap<string, number>
  /** Returns the newest rules of a connection, or `undefined` if none were ever set. */
  readonly rules: (connection: string) => BuyingRules | undefined
}

export function createJournalStatus(db: Db): JournalStatus {
  const selectLocks = db.prepare(
    'SELECT l.lock_key, o.kind, o.item_uid FROM open_locks l JOIN operations o ON o.id = l.operation',
  )
  const selectNewestSeq = db.prepare('SELECT coalesce(max(seq), 0) AS count FROM operations WHERE lock_key = ?')
  const countLocks = db.prepare('SELECT count(*) AS count FROM open_locks WHERE lock_key = ?')
  const selectIdentity = db.prepare('SELECT id AS value FROM journal_identity ORDER BY seq DESC LIMIT 1')
  const selectHighest = db.prepare(`SELECT (SELECT coalesce(max(seq), 0) FROM operations) AS operations,
    (SELECT coalesce(max(seq), 0) FROM transitions) AS transitions,
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
    openLocks: () => z.array(OpenLock).parse(selectLocks.all()),
    isLocked: (lockKey) => countIn(countLocks.get(lockKey)) > 0,
    newestSeq: (lockKey) => countIn(selectNewestSeq.get(lockKey)),
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
