/** What the functions that write the directory share: its key, the current run and the statements, prepared once. */
import { randomBytes } from 'node:crypto'
import type { Db } from '../../storage/index.ts'
import { keyedHash, type KeyedHash } from './copy.ts'
import { nameWriter } from './nameIndex.ts'

export interface Row {
  readonly id: number
  readonly digest: string
  readonly codes: string
  readonly entry: string
  readonly sold_at: number
  readonly run: number
}

interface Meta {
  readonly get: (name: string) => string | null
  readonly set: (name: string, value: string) => void
}

export interface StoreContext {
  readonly meta: Meta
  readonly hash: KeyedHash
  readonly statements: ReturnType<typeof prepareStatements>
  /** The number of the current run. */
  run: number
}

export function createStoreContext(db: Db): StoreContext {
  const meta = metaOf(db)
  const { get, set } = meta
  if (get('hashKey') === null) set('hashKey', randomBytes(32).toString('hex'))
  const hash = keyedHash(get('hashKey') ?? '')
  return { meta, hash, run: Number(get('run') ?? 0), statements: prepareStatements(db) }
}

function prepareStatements(db: Db) {
  return {
    find: db.prepare<[string], Row>(
      'SELECT id, digest, codes, entry, sold_at, run FROM customers JOIN standing USING (id) WHERE uid = ?',
    ),
    insert: db.prepare('INSERT INTO customers (uid, digest, codes, entry) VALUES (?, ?, ?, ?)'),
    update: db.prepare('UPDATE customers SET digest = ?, codes = ?, entry = ? WHERE id = ?'),
    remove: db.prepare('DELETE FROM customers WHERE id = ?'),
    upsertPosition: db.prepare(
      `INSERT INTO standing VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET sold_at = excluded.sold_at, fetched_at = excluded.fetched_at, run = excluded.run`,
    ),
    markSeen: db.prepare('UPDATE standing SET run = ? WHERE id = (SELECT id FROM customers WHERE uid = ?)'),
    deletePosition: db.prepare('DELETE FROM standing WHERE id = ?'),
    insertIntoListOrder: db.prepare('INSERT INTO sales VALUES (?, ?, ?, ?, ?)'),
    deleteFromListOrder: db.prepare('DELETE FROM sales WHERE sold_at = ? AND id = ?'),
    insertNames: nameWriter(db),
    deleteName: db.prepare('DELETE FROM names WHERE field = ? AND value = ? AND id = ?'),
    insertSearchText: db.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)'),
    deleteSearchText: db.prepare('DELETE FROM words WHERE rowid = ?'),
    byId: db.prepare<[number], Row>(
      'SELECT id, digest, codes, entry, sold_at, run FROM customers JOIN standing USING (id) WHERE id = ?',
    ),
    missing: db.prepare<[number], number>('SELECT id FROM standing WHERE run < ?').pluck(),
    countSeen: db.prepare<[number], { n: number }>('SELECT count(*) AS n FROM standing WHERE run = ?'),
    count: db.prepare<[], { n: number }>('SELECT count(*) AS n FROM standing'),
  }
}

function metaOf(db: Db): Meta {
  const read = db.prepare<[string], { value: string }>('SELECT value FROM meta WHERE name = ?')
  const write = db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
  return { get: (name) => read.get(name)?.value ?? null, set: (name, value) => void write.run(name, value) }
}
