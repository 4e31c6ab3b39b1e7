/**
 * The last rows of the journal, which its mark describes by their numbers and by a digest of their content. Rows are
 * never changed, so a journal that has grown since still has exactly these rows. One that was restored from before
 * them, or that another computer wrote, has none or others under their numbers. Rows of a sandbox don't count: they are
 * of no account, and practice in a sandbox must not make up for lost rows.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { sandboxIdentity } from '../../connections/index.ts'
import type { Db } from '../../storage/index.ts'
import { sandboxRules } from '../buyingRules.ts'
import { JournalRows, type JournalMark } from './mark.ts'

export interface LastRows {
  /** Returns the numbers of the last rows that are of no sandbox, and the digest of these rows. */
  readonly last: () => Pick<JournalMark, 'rows' | 'digest'>
  /** Whether the journal has the rows that a mark describes. */
  readonly has: (mark: Pick<JournalMark, 'rows' | 'digest' | 'at'>) => boolean
}

/** A row as one JSON text with its time in epoch milliseconds, or `null` if there is none with this number. */
const Row = z.object({ content: z.string(), at: z.number() }).nullable().default(null)
type Row = z.infer<typeof Row>

export function createLastRows(db: Db): LastRows {
  const isLive = `NOT LIKE '${sandboxIdentity('%')}'`
  const selectLast = db.prepare(`SELECT
    coalesce((SELECT seq FROM operations WHERE connection ${isLive} ORDER BY seq DESC LIMIT 1), 0) AS operations,
    coalesce((SELECT t.seq FROM transitions t CROSS JOIN operations o ON o.id = t.operation
      WHERE o.connection ${isLive} ORDER BY t.seq DESC LIMIT 1), 0) AS transitions,
    coalesce((SELECT seq FROM buying_rules WHERE connection <> '${sandboxRules}' ORDER BY seq DESC LIMIT 1), 0) AS rules`)
  // Stored marks have digests of exactly these columns, so they stay the same in later versions of the tables.
  const selectRow = {
    operations: db.prepare(
      'SELECT json_array(seq, id, kind, lock_key, connection, created_at) AS content, created_at AS at FROM operations WHERE seq = ?',
    ),
    transitions: db.prepare(
      'SELECT json_array(seq, operation, at, state, cause) AS content, at FROM transitions WHERE seq = ?',
    ),
    rules: db.prepare('SELECT json_array(seq, at, connection, content) AS content, at FROM buying_rules WHERE seq = ?'),
  }
  const rowsAt = ({ operations, transitions, rules }: JournalRows): Row[] => [
    Row.parse(selectRow.operations.get(operations)),
    Row.parse(selectRow.transitions.get(transitions)),
    Row.parse(selectRow.rules.get(rules)),
  ]
  const digestOf = (rows: readonly Row[]): string =>
    createHash('sha256')
      .update(JSON.stringify(rows.map((row) => row?.content ?? null)))
      .digest('hex')
      .slice(0, 32)

  return {
    last: () => {
      const rows = JournalRows.parse(selectLast.get())
      return { rows, digest: digestOf(rowsAt(rows)) }
    },
    has: ({ rows, digest, at }) => {
      const found = rowsAt(rows)
      if (digest !== undefined) return digestOf(found) === digest
      // A mark of an earlier version has no digest. What was written after it is none of its rows.
      const numbers = [rows.operations, rows.transitions, rows.rules]
      return found.every((row, table) => numbers[table] === 0 || (row !== null && row.at <= at))
    },
  }
}
