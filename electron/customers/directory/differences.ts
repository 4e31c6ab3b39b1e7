/**
 * What has differed between reads of each customer, newest first. It is part of the copy: it is deleted with the
 * customer and with the directory.
 */
import { z } from 'zod'
import { Difference, differencesBetween, joinedUsage, type DifferenceRow } from '#shared/model/customer/differences.ts'
import { toInstant } from '#shared/model/instant.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
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
  /** Whether any are stored. */
  readonly areThere: () => boolean
}

/**
 * Rows that are kept of one customer: so many of used data alone, and as many of everything else, so that a long use
 * never takes the place of a changed address or package.
 */
export const maxRows = 100
/** Used data in reads of the same day becomes one row, which names each package once. */
const joinedWithin = 24 * 3_600_000

/** The SQL condition of a row that has nothing but used data. */
const isUsageAlone = `NOT EXISTS (SELECT 1 FROM json_each(differences) WHERE value ->> '$.kind' <> 'usage')`

const Stored = z.object({ id: z.number(), since: z.number(), at: z.number(), differences: z.string() })
const Parsed = z.array(Difference)
const parse = (text: string): readonly Difference[] => Parsed.parse(JSON.parse(text))

export function createDifferences(db: Db): Differences {
  const knownSince = db.prepare<[number], number>(`SELECT ${confirmedAt} FROM standing WHERE id = ?`).pluck()
  const latest = db.prepare(
    'SELECT id, since, at, differences FROM differences WHERE customer = ? ORDER BY id DESC LIMIT 1',
  )
  const insert = db.prepare('INSERT INTO differences (customer, since, at, differences) VALUES (?, ?, ?, ?)')
  // A row never moves back in the list, also where a clock does: a later page would list it a second time.
  const update = db.prepare('UPDATE differences SET at = max(at, ?), differences = ? WHERE id = ?')
  const trim = db.prepare(
    `DELETE FROM differences WHERE id IN
       (SELECT id FROM
          (SELECT id, row_number() OVER (PARTITION BY ${isUsageAlone} ORDER BY id DESC) AS place
           FROM differences WHERE customer = ?)
        WHERE place > ${String(maxRows)})`,
  )
  const remove = db.prepare('DELETE FROM differences WHERE customer = ?')
  const any = db.prepare('SELECT 1 FROM differences LIMIT 1')
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
    areThere: () => any.get() !== undefined,
  }
}

/** @param customer the id of a customer */
export function differencesOf(
  db: Db,
  customer: number,
  { at, beforeId }: RowPosition,
  limit: number,
): readonly DifferenceRow[] {
  const rows = db
    .prepare(
      `SELECT id, since, at, differences FROM differences
       WHERE customer = ? AND (at < ? OR (at = ? AND id < ?))
       ORDER BY at DESC, id DESC LIMIT ?`,
    )
    .all(customer, at, at, beforeId ?? Number.MAX_SAFE_INTEGER, limit)
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
