/** The migration of a journal without the table of last states: lists and counts then agree with its rows. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CustomerUid } from '#shared/wire/ids.ts'
import { systemClock } from '../../../../../electron/base/clock.ts'
import { createJournal, type Journal, type JournalFilter } from '../../../../../electron/operations/journal/journal.ts'
import { journalMigrations } from '../../../../../electron/operations/journal/schema.ts'
import { migrate, type Db } from '../../../../../electron/storage/index.ts'

const many = 2000
let folder: string
let db: Db
let journal: Journal

/** Every tenth operation is an activation, every hundredth is UNKNOWN, and every fourth refund is REJECTED. */
const fill = `
INSERT INTO operations (id, kind, lock_key, connection, connection_name, agent_user, agent_name, customer_uid, item_uid, created_at)
WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${String(many)})
SELECT 'op-' || n, iif(n % 10 = 0, 'activate', 'refund'), 'item:' || n, 'c1', 'Shop', 'desk', 'Ann', 'u' || (n % 5000), 'i' || n, n FROM n;
INSERT INTO transitions (operation, at, state, cause) SELECT id, created_at, 'INTENT', 'run' FROM operations;
INSERT INTO transitions (operation, at, state, cause) SELECT id, created_at, 'SENDING', 'send' FROM operations;
INSERT INTO transitions (operation, at, state, cause)
SELECT id, created_at, CASE WHEN seq % 100 = 0 THEN 'UNKNOWN' WHEN seq % 4 = 1 THEN 'REJECTED' ELSE 'CONFIRMED' END, 'test' FROM operations;
`

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'))
  db = new Database(join(folder, 'journal.db'))
  db.pragma('journal_mode = WAL')
  migrate(db, journalMigrations.slice(0, 1))
  db.exec(`BEGIN; ${fill} COMMIT`)
  journal = createJournal(db, systemClock)
})
afterAll(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

const filters: readonly JournalFilter[] = [
  {},
  { state: 'CONFIRMED' },
  { state: 'UNKNOWN' },
  { state: 'NEEDS_HUMAN' },
  { kind: 'refund' },
  { kind: 'activate', state: 'CONFIRMED' },
  { customerUid: CustomerUid.parse('u7') },
  { customerUid: CustomerUid.parse('u7'), kind: 'refund', state: 'CONFIRMED' },
]

describe('a journal of another version', () => {
  it.each(filters)('is listed and counted correctly: %j', (filter) => {
    const all = db
      .prepare(
        'SELECT o.seq, o.kind, o.customer_uid, (SELECT state FROM transitions WHERE operation = o.id ' +
          'ORDER BY seq DESC LIMIT 1) AS state FROM operations o ORDER BY o.seq DESC',
      )
      // These are the selected columns.
      .all() as { readonly seq: number; readonly kind: string; readonly customer_uid: string; readonly state: string }[]
    const expected = all.filter(
      (row) =>
        row.kind === (filter.kind ?? row.kind) &&
        row.state === (filter.state ?? row.state) &&
        row.customer_uid === (filter.customerUid ?? row.customer_uid),
    )
    expect(journal.count(filter)).toBe(expected.length)
    expect(journal.rows(filter, 101, null).map(({ seq }) => seq)).toEqual(expected.slice(0, 101).map(({ seq }) => seq))
    const before = expected[3]?.seq ?? 0
    expect(journal.rows(filter, 5, before).map(({ seq }) => seq)).toEqual(expected.slice(4, 9).map(({ seq }) => seq))
  })

  it('has no unused index, whichever version wrote it', () => {
    const indexes = (of: Db) =>
      of
        .prepare("SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'operations' AND sql IS NOT NULL")
        .pluck()
        .all()
    expect(indexes(db)).toEqual(['operations_by_lock'])
    const before = new Database(':memory:')
    migrate(before, journalMigrations.slice(0, 3))
    expect(indexes(before)).toHaveLength(3)
    createJournal(before, systemClock)
    expect(indexes(before)).toEqual(['operations_by_lock'])
  })

  it('counts its refunds since a time', () => {
    expect(journal.refundsSince('c1', 0)).toBe(journal.count({ kind: 'refund', state: 'CONFIRMED' }))
    expect(journal.refundsSince('c1', many - 5)).toBe(4)
  })

  it('accepts further transitions', () => {
    expect(journal.row('op-100')).toMatchObject({ state: 'UNKNOWN' })
    journal.move('op-100', { state: 'NOT_APPLIED', cause: 'person' })
    expect(journal.row('op-100')).toMatchObject({ state: 'NOT_APPLIED' })
    expect(journal.rows({ state: 'NOT_APPLIED' }, 5, null).map(({ id }) => id)).toEqual(['op-100'])
    expect(journal.count({ state: 'UNKNOWN' })).toBe(many / 100 - 1)
  })
})
