/**
 * What has differed between reads of each customer, newest first. It is part of the copy: it is deleted with the
 * customer and with the directory.
 */
import { z } from 'zod'
import { Difference, differencesBetween, joinedUsage, type DifferenceRow } from '#shared/model/differences.ts'
import { toInstant } from '#shared/model/instant.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { rowId, type RowPosition } from '../../base/rowPosition.ts'
import type { Db } from '../../storage/index.ts'
import { confirmedAt } from './read.ts'

export interface Differences {
  /** Stores what differs between the stored copy and the one that is about to be written. */
  readonly note: (
    id: number,
    copies: { readonly before: WireCustomerEntry; readonly after: WireCustomerEntry },
    fetchedAt: number,
  ) => void
  readonly remove: (id: number) => void
}

/** Rows that are kept of one customer. */
const maxRows = 100
/** Use of one package in reads of the same day becomes one row. */
const joinedWithin = 24 * 3_600_000

const Stored = z.object({ id: z.number(), since: z.number(), at: z.number(), differences: z.string() })
const Parsed = z.array(Difference)
const parse = (text: string): readonly Difference[] => Parsed.parse(JSON.parse(text))

export function createDifferences(db: Db): Differences {
  const knownSince = db.prepare<[number], number>(`SELECT ${confirmedAt} FROM standing WHERE id = ?`).pluck()
  const latest = db.prepare(
    'SELECT id, since, at, differences FROM differences WHERE customer = ? ORDER BY id DESC LIMIT 1',
  )
  const insert = db.prepare('INSERT INTO differences (customer, since, at, differences) VALUES (?, ?, ?, ?)')
  const update = db.prepare('UPDATE differences SET at = ?, differences = ? WHERE id = ?')
  const trim = db.prepare(
    `DELETE FROM differences WHERE id IN
       (SELECT id FROM differences WHERE customer = ? ORDER BY id DESC LIMIT -1 OFFSET ${String(maxRows)})`,
  )
  const remove = db.prepare('DELETE FROM differences WHERE customer = ?')
  return {
    note(id, { before, after }, fetchedAt) {
      const found = differencesBetween(before, after, fetchedAt)
      if (found.length === 0) return
      const last = Stored.optional().parse(latest.get(id))
      const joined =
        last === undefined || fetchedAt - last.since > joinedWithin ? null : joinedUsage(parse(last.differences), found)
      if (last !== undefined && joined !== null) {
        update.run(fetchedAt, JSON.stringify(joined), last.id)
        return
      }
      insert.run(id, knownSince.get(id) ?? fetchedAt, fetchedAt, JSON.stringify(found))
      trim.run(id)
    },
    remove: (id) => void remove.run(id),
  }
}

export function differencesOf(
  db: Db,
  uid: CustomerUid,
  { at, beforeId }: RowPosition,
  limit: number,
): readonly DifferenceRow[] {
  const rows = db
    .prepare(
      `SELECT id, since, at, differences FROM differences
       WHERE customer = (SELECT id FROM customers WHERE uid = ?) AND (at < ? OR (at = ? AND id < ?))
       ORDER BY at DESC, id DESC LIMIT ?`,
    )
    .all(uid, at, at, beforeId ?? Number.MAX_SAFE_INTEGER, limit)
  return z
    .array(Stored)
    .parse(rows)
    .map((row) => ({
      id: rowId(row.id),
      from: toInstant(row.since) ?? '',
      to: toInstant(row.at) ?? '',
      differences: [...parse(row.differences)],
    }))
}
