/** Reads what applies now: the locks, the position and the buying rules of the journal. */
import { z } from 'zod'
import { OperationKind } from '#shared/model/operation/operation.ts'
import { BuyingRules, defaultRules, MetatagTemplate } from '#shared/model/operation/purchase.ts'
import { ItemUid } from '#shared/wire/ids.ts'
import type { Db } from '../../storage/index.ts'
import { createLastRows, type LastRows } from './lastRows.ts'
import { AcknowledgedMark, type Position } from './mark.ts'
import { countIn, CountRow, quoted, valueRow } from './sql.ts'

const OpenLock = z.object({ lock_key: z.string(), kind: OperationKind, item_uid: ItemUid.nullable() })
type OpenLock = z.infer<typeof OpenLock>

/** The part of a stored acknowledgement that is read again. */
const AcknowledgementContent = z.object({ marks: z.array(AcknowledgedMark) })

/**
 * A reference template that is no longer valid is replaced by the default one, so that the stored limit stays in force.
 */
const StoredRules = BuyingRules.extend({ metatag: MetatagTemplate.catch(defaultRules.metatag) })

export interface JournalStatus {
  readonly openLocks: () => readonly OpenLock[]
  /** Returns the targets of accepted operations whose change the desk still expects to read. */
  readonly awaitedLocks: () => readonly OpenLock[]
  /** Whether an operation on this target is open, or accepted and awaited. */
  readonly isLocked: (lockKey: string) => boolean
  /** Returns when the service accepted the newest such operation, in epoch milliseconds, or `null` if it never did. */
  readonly acceptedAt: (lockKey: string, kind: OperationKind) => number | null
  /** Returns the `seq` of the newest operation with this lock key, or 0 if there is none. */
  readonly newestSeq: (lockKey: string) => number
  /** Returns the id of the journal, its last rows and the acknowledged marks. */
  readonly position: () => Omit<Position, 'work'> & ReturnType<LastRows['last']>
  /** Returns the id that the journal was created with. */
  readonly firstId: () => string
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
  const awaited = `FROM shown_otherwise e JOIN operations o ON o.seq = e.operation WHERE e.why = 'none'`
  const selectAwaited = db.prepare(`SELECT o.lock_key, o.kind, o.item_uid ${awaited}`)
  const countLocks = db.prepare(`SELECT (SELECT count(*) FROM open_locks WHERE lock_key = @lockKey)
    + (SELECT count(*) ${awaited} AND o.lock_key = @lockKey) AS count`)
  const selectAccepted = db.prepare(`SELECT max(t.at) AS count FROM operations o
    JOIN last_states s ON s.operation = o.seq JOIN transitions t ON t.seq = s.transition
    WHERE o.lock_key = @lockKey AND o.kind = @kind AND s.state = ${quoted(['CONFIRMED'])}
      AND t.confirmed_by = ${quoted(['answer'])} HAVING count IS NOT NULL`)
  const selectIdentity = db.prepare('SELECT id AS value FROM journal_identity ORDER BY seq DESC LIMIT 1')
  const selectFirstIdentity = db.prepare('SELECT id AS value FROM journal_identity ORDER BY seq LIMIT 1')
  const lastRows = createLastRows(db)
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
    awaitedLocks: () => z.array(OpenLock).parse(selectAwaited.all()),
    isLocked: (lockKey) => countIn(countLocks.get({ lockKey })) > 0,
    acceptedAt: (lockKey, kind) => CountRow.optional().parse(selectAccepted.get({ lockKey, kind }))?.count ?? null,
    newestSeq: (lockKey) => countIn(selectNewestSeq.get(lockKey)),
    position: () => ({
      id: valueRow(z.string()).parse(selectIdentity.get()).value,
      ...lastRows.last(),
      has: lastRows.has,
      acknowledged: z
        .array(valueRow(z.string()))
        .parse(acknowledged.all())
        .flatMap(({ value }) => AcknowledgementContent.parse(JSON.parse(value)).marks),
    }),
    firstId: () => valueRow(z.string()).parse(selectFirstIdentity.get()).value,
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
