/** Figures: a page and a count of a journal with 10,000 operations, each a synchronous read of the main process; and all of it as a table. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { systemClock } from '../../electron/clock.ts'
import { operationsCsv } from '../../electron/operations/csv.ts'
import { createJournal } from '../../electron/operations/journal.ts'
import { operationRow } from '../../electron/operations/rows.ts'
import { figure, median } from './support/figures.ts'

const many = 10_000
const folder = mkdtempSync(join(tmpdir(), 'esim-desk-journal-'))
const db = new Database(join(folder, 'journal.db'))
try {
  db.pragma('journal_mode = WAL')
  const journal = createJournal(db, systemClock)
  db.exec(`BEGIN;
    INSERT INTO operations (id, kind, lock_key, connection, connection_name, agent_user, agent_name, customer_uid, item_uid, created_at)
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${String(many)})
    SELECT 'op-' || n, 'refund', 'item:' || n, 'c1', 'Shop', 'desk', 'Ann', 'u' || (n % 500), 'i' || n, n FROM n;
    INSERT INTO transitions (operation, at, state, cause) SELECT id, created_at, 'INTENT', 'run' FROM operations;
    INSERT INTO transitions (operation, at, state, cause) SELECT id, created_at, 'SENDING', 'send' FROM operations;
    INSERT INTO transitions (operation, at, state, cause) SELECT id, created_at, 'CONFIRMED', 'answer 200' FROM operations;
    COMMIT`)
  const times = Array.from({ length: 30 }, () => {
    const began = performance.now()
    journal.rows({ kind: 'refund', state: 'CONFIRMED' }, 101, null)
    journal.count({ kind: 'refund', state: 'CONFIRMED' })
    journal.refundsSince('c1', 0)
    return performance.now() - began
  })
  figure({ name: 'Journal of 10,000: a page, its count and the refunds of a month', value: median(times), unit: 'ms', goal: 100 })
  const rows = journal.rows({}, many, null).map((row) => ({
    row: operationRow(row, { personal: { email: `customer-${row.id}@example.org`, reference: `order ${String(row.seq)}` }, identity: 'c1', watching: { nextLook: null, looking: false } }),
    iccids: ['8948010000012345678'],
  }))
  const exports = Array.from({ length: 10 }, () => {
    const began = performance.now()
    operationsCsv(rows)
    return performance.now() - began
  })
  figure({ name: 'Journal of 10,000: all of it as a table', value: median(exports), unit: 'ms', goal: 500 })
} finally {
  db.close()
  rmSync(folder, { recursive: true })
}
