/**
 * Writes the directory. One customer is a row in `customers`, its names, its position in list order and its search
 * text; the caller's transaction keeps them consistent. A customer whose answer did not change costs one small update.
 */
import { randomBytes } from 'node:crypto'
import { parseInstant } from '#shared/model/instant.ts'
import { comparable, isNumberField, isTextField, namesOf, type SearchName } from '#shared/model/search.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { Db } from '../../storage/index.ts'
import { codeHashes, copyOf, keyedHash, readCopy, type KeyedHash } from './copy.ts'
import { searchTextOf } from './searchText.ts'
import { emptyRecord, SyncRecord } from './record.ts'
import { nameFields, type NameField } from './schema.ts'

export interface Store {
  readonly hash: KeyedHash
  readonly beginRun: () => void
  /** Adds at most `mayAdd` customers. `fresh` is the number of customers that this run had not seen before. */
  readonly put: (
    entries: readonly WireCustomerEntry[],
    fetchedAt: number,
    mayAdd: number,
  ) => { readonly fresh: number; readonly added: number }
  readonly markSeen: (uids: readonly string[]) => void
  /** Counts the customers that this run saw, and the others. */
  readonly seenByRun: () => { readonly seen: number; readonly unseen: number }
  /** Ids of the customers that neither this run nor the last complete run saw. */
  readonly missing: () => readonly number[]
  /** Skips customers that were seen meanwhile. */
  readonly removeMissing: (ids: readonly number[]) => void
  readonly remove: (uid: string) => void
  /** Records that this run has read the whole list. */
  readonly completeRun: () => void
  readonly count: () => number
  readonly record: () => SyncRecord
  readonly saveRecord: (record: SyncRecord) => void
}

interface Row {
  readonly id: number
  readonly digest: string
  readonly codes: string
  readonly entry: string
  readonly sold_at: number
  readonly run: number
}

type Name = readonly [field: NameField, value: string]

const digits = /^\d*$/
const reversed = (text: string): string => (digits.test(text) ? text.split('') : Array.from(text)).reverse().join('')

function indexedNames(found: readonly SearchName[], codes: readonly string[]): readonly Name[] {
  const names = found.flatMap((name): readonly Name[] => {
    const value = comparable(name)
    if (value === '') return []
    return isNumberField(name.field)
      ? [
          [name.field, value],
          [name.field === 'iccid' ? 'iccidReversed' : 'imsiReversed', reversed(value)],
        ]
      : [[name.field, value]]
  })
  return [...names, ...codes.map((code): Name => ['activationCode', code])]
}

const soldAt = (entry: WireCustomerEntry): number =>
  Math.max(0, ...entry.activatedItems.map(({ salesDate }) => parseInstant(salesDate) ?? 0))
const hasText = (names: readonly SearchName[]): boolean => names.some(({ field }) => isTextField(field))
const codesOf = (row: Row): readonly string[] => row.codes.split(' ').filter((code) => code !== '')

function meta(db: Db): {
  readonly get: (name: string) => string | null
  readonly set: (name: string, value: string) => void
} {
  const read = db.prepare<[string], { value: string }>('SELECT value FROM meta WHERE name = ?')
  const write = db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
  return { get: (name) => read.get(name)?.value ?? null, set: (name, value) => void write.run(name, value) }
}

/** Names in one INSERT: several together take half the time of a statement for each. */
const maxNamesAtOnce = 16

function nameWriter(db: Db): (names: readonly Name[], id: number) => void {
  const statements = Array.from({ length: maxNamesAtOnce }, (_, more) =>
    db.prepare(`INSERT OR IGNORE INTO names VALUES (?, ?, ?)${', (?, ?, ?)'.repeat(more)}`),
  )
  return (names, id) => {
    for (let at = 0; at < names.length; at += maxNamesAtOnce) {
      const some = names.slice(at, at + maxNamesAtOnce)
      statements[some.length - 1]?.run(some.flatMap(([field, value]) => [nameFields[field], value, id]))
    }
  }
}

export function createStore(db: Db): Store {
  const { get, set } = meta(db)
  if (get('hashKey') === null) set('hashKey', randomBytes(32).toString('hex'))
  const hash = keyedHash(get('hashKey') ?? '')
  let run = Number(get('run') ?? 0)

  const find = db.prepare<[string], Row>(
    'SELECT id, digest, codes, entry, sold_at, run FROM customers JOIN standing USING (id) WHERE uid = ?',
  )
  const insert = db.prepare('INSERT INTO customers (uid, digest, codes, entry) VALUES (?, ?, ?, ?)')
  const update = db.prepare('UPDATE customers SET digest = ?, codes = ?, entry = ? WHERE id = ?')
  const remove = db.prepare('DELETE FROM customers WHERE id = ?')
  const upsertPosition = db.prepare(
    'INSERT INTO standing VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET sold_at = excluded.sold_at, fetched_at = excluded.fetched_at, run = excluded.run',
  )
  const markSeen = db.prepare('UPDATE standing SET run = ? WHERE id = (SELECT id FROM customers WHERE uid = ?)')
  const deletePosition = db.prepare('DELETE FROM standing WHERE id = ?')
  const insertIntoListOrder = db.prepare('INSERT INTO sales VALUES (?, ?, ?, ?, ?)')
  const deleteFromListOrder = db.prepare('DELETE FROM sales WHERE sold_at = ? AND id = ?')
  const insertNames = nameWriter(db)
  const deleteName = db.prepare('DELETE FROM names WHERE field = ? AND value = ? AND id = ?')
  const insertSearchText = db.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)')
  const deleteSearchText = db.prepare('DELETE FROM words WHERE rowid = ?')
  const byId = db.prepare<[number], Row>(
    'SELECT id, digest, codes, entry, sold_at, run FROM customers JOIN standing USING (id) WHERE id = ?',
  )
  const missing = db.prepare<[number], number>('SELECT id FROM standing WHERE run < ?').pluck()
  const countSeen = db.prepare<[number], { n: number }>('SELECT count(*) AS n FROM standing WHERE run = ?')
  const count = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM standing')

  const unindex = (row: Row): void => {
    const before = namesOf(readCopy(row.entry))
    for (const [field, value] of indexedNames(before, codesOf(row))) deleteName.run(nameFields[field], value, row.id)
    deleteFromListOrder.run(row.sold_at, row.id)
    if (hasText(before)) deleteSearchText.run(row.id)
  }

  const index = (id: number, entry: WireCustomerEntry, codes: readonly string[]): void => {
    const names = namesOf(entry)
    insertNames(indexedNames(names, codes), id)
    const { words, uids, numbers } = searchTextOf(names)
    insertIntoListOrder.run(soldAt(entry), id, words, uids, numbers)
    if (hasText(names)) insertSearchText.run(id, words)
  }

  const putOne = (received: WireCustomerEntry, row: Row | undefined, fetchedAt: number): number => {
    const fresh = row?.run === run ? 0 : 1
    const digest = hash.ofEntry(received)
    if (row?.digest === digest) {
      upsertPosition.run(row.id, row.sold_at, fetchedAt, run)
      return fresh
    }
    const { text, entry } = copyOf(received)
    const codes = codeHashes(received, hash)
    if (row) unindex(row)
    if (row) update.run(digest, codes.join(' '), text, row.id)
    const id = row?.id ?? Number(insert.run(received.customer.uid, digest, codes.join(' '), text).lastInsertRowid)
    upsertPosition.run(id, soldAt(entry), fetchedAt, run)
    index(id, entry, codes)
    return fresh
  }

  const countCustomers = (): number => count.get()?.n ?? 0
  const lastCompleteRun = (): number => Number(get('wholeRun') ?? 0)

  const drop = (row: Row): void => {
    unindex(row)
    remove.run(row.id)
    deletePosition.run(row.id)
  }

  return {
    hash,
    beginRun() {
      run += 1
      set('run', String(run))
    },
    put(entries, fetchedAt, mayAdd) {
      let [fresh, added] = [0, 0]
      for (const entry of entries) {
        const row = find.get(entry.customer.uid)
        if (row === undefined && added >= mayAdd) continue
        if (row === undefined) added += 1
        fresh += putOne(entry, row, fetchedAt)
      }
      return { fresh, added }
    },
    markSeen: (uids) => uids.forEach((uid) => markSeen.run(run, uid)),
    seenByRun() {
      const seen = countSeen.get(run)?.n ?? 0
      return { seen, unseen: countCustomers() - seen }
    },
    missing: () => missing.all(lastCompleteRun()),
    removeMissing(ids) {
      for (const id of ids) {
        const row = byId.get(id)
        if (row !== undefined && row.run < lastCompleteRun()) drop(row)
      }
    },
    remove(uid) {
      const row = find.get(uid)
      if (row !== undefined) drop(row)
    },
    completeRun: () => set('wholeRun', String(run)),
    count: countCustomers,
    record: () => SyncRecord.safeParse(JSON.parse(get('record') ?? 'null')).data ?? emptyRecord,
    saveRecord: (record) => set('record', JSON.stringify(record)),
  }
}
