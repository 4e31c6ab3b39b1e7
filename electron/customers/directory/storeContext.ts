/** What the functions that write the directory share: its key, the current run and the statements, prepared once. */
import { randomBytes } from 'node:crypto'
import { type UnreadableCounts } from '#shared/model/customer/unreadableParts.ts'
import { keyedHash, type KeyedHash } from '../../base/keyedHash.ts'
import type { Db } from '../../storage/index.ts'
import { createResponseOrder, type ResponseOrder } from './responseOrder.ts'
import { createDifferences, type Differences } from './differences.ts'
import { createFactsWriter, type FactsWriter } from './facts.ts'
import { type Meta, metaOf } from './meta.ts'
import { listings } from './schema.ts'
import type { SearchIndexes } from './searchIndexes.ts'
import { createTrigrams, type Trigrams } from './trigrams.ts'

export interface Row {
  readonly id: number
  readonly uid: string
  readonly digest: string
  readonly codes: string
  readonly entry: string
  readonly sold_at: number
  readonly run: number
  readonly raw: Buffer | null
}

export interface StoreContext {
  readonly meta: Meta
  readonly hashKey: string
  readonly hash: KeyedHash
  readonly rawKey: string
  readonly trigrams: Trigrams
  readonly facts: FactsWriter
  readonly differences: Differences
  readonly order: ResponseOrder
  /**
   * The customers whose copy is not what the list had of them: another read has stored it since. The table `standing`
   * knows it too, but a run would have to look each customer up who did not change.
   */
  readonly readElsewhere: Set<number>
  readonly search: SearchIndexes
  readonly statements: ReturnType<typeof prepareStatements>
  /** The number of the current run. */
  run: number
  /** The number of customers, or null until they are counted: that reads all of them. */
  customers: number | null
}

export function createStoreContext(db: Db, search: SearchIndexes): StoreContext {
  const meta = metaOf(db)
  const { get, set } = meta
  if (get('hashKey') === null) set('hashKey', randomBytes(32).toString('hex'))
  const key = get('hashKey') ?? ''
  return {
    meta,
    hashKey: key,
    hash: keyedHash(key),
    rawKey: `${key}raw`,
    run: Number(get('run') ?? 0),
    customers: null,
    trigrams: createTrigrams(db),
    facts: createFactsWriter(db),
    differences: createDifferences(db),
    order: createResponseOrder(),
    readElsewhere: new Set(),
    search,
    statements: prepareStatements(db),
  }
}

function prepareStatements(db: Db) {
  return {
    insert: db.prepare('INSERT INTO customers (uid, digest, codes, entry) VALUES (?, ?, ?, CAST(? AS TEXT))'),
    update: db.prepare('UPDATE customers SET digest = ?, codes = ?, entry = CAST(? AS TEXT) WHERE id = ?'),
    known: db.prepare<[number, number], { id: number; soldAt: number; raw: Buffer }>(
      'SELECT id, sold_at AS soldAt, raw FROM standing WHERE id > ? AND raw IS NOT NULL ORDER BY id LIMIT ?',
    ),
    remove: db.prepare('DELETE FROM customers WHERE id = ?'),
    upsertPosition: db.prepare(
      `INSERT INTO standing VALUES (?, ?, ?, ?, ${listings.confirmed}, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
         sold_at = excluded.sold_at, fetched_at = excluded.fetched_at, run = excluded.run, listing = excluded.listing,
         bad_packages = excluded.bad_packages, bad_esims = excluded.bad_esims, bad_fields = excluded.bad_fields,
         raw = excluded.raw`,
    ),
    markUnreadable: db.prepare(`UPDATE standing SET run = ?, listing = ${listings.unreadable} WHERE id = ?`),
    markSeen: db.prepare(`UPDATE standing SET run = ?, listing = ${listings.confirmed} WHERE id = ?`),
    deletePosition: db.prepare('DELETE FROM standing WHERE id = ?'),
    byId: db.prepare<[number], Row>(
      'SELECT id, uid, digest, codes, entry, sold_at, run, raw FROM customers JOIN standing USING (id) WHERE id = ?',
    ),
    others: db.prepare<[number, number, number], { id: number; listing: number }>(
      'SELECT id, listing FROM standing WHERE id > ? AND run <> ? ORDER BY id LIMIT ?',
    ),
    unconfirmed: db.prepare<[], number>('SELECT id FROM standing WHERE listing > 0').pluck(),
    countUnreadable: db.prepare<[], UnreadableCounts>(
      `SELECT count(*) AS customers, ifnull(sum(bad_packages), 0) AS packages, ifnull(sum(bad_esims), 0) AS esims,
         ifnull(sum(bad_fields), 0) AS fields
       FROM standing WHERE bad_packages + bad_esims + bad_fields > 0`,
    ),
    confirmListed: db.prepare(`UPDATE standing SET listing = ${listings.confirmed} WHERE id = ?`),
    markMissing: db.prepare(`UPDATE standing SET listing = ${listings.missing} WHERE id = ? AND run <> ?`),
    // The indexes of `facts` are smaller than any other table with all customers. The start of the desk waits for this.
    count: db.prepare<[], number>('SELECT count(*) FROM facts').pluck(),
  }
}
