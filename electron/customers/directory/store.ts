/**
 * Writing the directory: one customer is a row, its names, its place in the list's order and its words; the caller's
 * transaction keeps them together. A customer whose answer did not change costs one small update.
 */
import { randomBytes } from 'node:crypto'
import { parseInstant } from '#shared/model/instant.ts'
import { comparable, isNumberField, isTextField, namesOf, type SearchName } from '#shared/model/search.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { Db } from '../../storage/index.ts'
import { codeHashes, copyOf, keyedHash, readCopy, type KeyedHash } from './copy.ts'
import { haystackOf } from './searchText.ts'
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
  readonly see: (uids: readonly string[]) => void
  /** Customers whom this run saw, and others. */
  readonly seenByRun: () => { readonly seen: number; readonly unseen: number }
  /** Ids of those whom neither this run nor the last whole one saw. */
  readonly gone: () => readonly number[]
  /** Leaves alone whoever was seen meanwhile. */
  readonly removeMissing: (ids: readonly number[]) => void
  readonly remove: (uid: string) => void
  /** This run has read the whole list. */
  readonly wholeRun: () => void
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
const hasWords = (names: readonly SearchName[]): boolean => names.some(({ field }) => isTextField(field))
const codesOf = (row: Row): readonly string[] => row.codes.split(' ').filter((code) => code !== '')

function meta(db: Db): {
  readonly get: (name: string) => string | null
  readonly set: (name: string, value: string) => void
} {
  const read = db.prepare<[string], { value: string }>('SELECT value FROM meta WHERE name = ?')
  const write = db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
  return { get: (name) => read.get(name)?.value ?? null, set: (name, value) => void write.run(name, value) }
}

/** Many names in one statement take half the time of a statement each. */
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
  const stand = db.prepare(
    'INSERT INTO standing VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET sold_at = excluded.sold_at, fetched_at = excluded.fetched_at, run = excluded.run',
  )
  const see = db.prepare('UPDATE standing SET run = ? WHERE id = (SELECT id FROM customers WHERE uid = ?)')
  const unstand = db.prepare('DELETE FROM standing WHERE id = ?')
  const sell = db.prepare('INSERT INTO sales VALUES (?, ?, ?, ?, ?)')
  const removeFromOrder = db.prepare('DELETE FROM sales WHERE sold_at = ? AND id = ?')
  const nameAll = nameWriter(db)
  const unname = db.prepare('DELETE FROM names WHERE field = ? AND value = ? AND id = ?')
  const spell = db.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)')
  const unspell = db.prepare('DELETE FROM words WHERE rowid = ?')
  const byId = db.prepare<[number], Row>(
    'SELECT id, digest, codes, entry, sold_at, run FROM customers JOIN standing USING (id) WHERE id = ?',
  )
  const gone = db.prepare<[number], number>('SELECT id FROM standing WHERE run < ?').pluck()
  const seenBy = db.prepare<[number], { n: number }>('SELECT count(*) AS n FROM standing WHERE run = ?')
  const count = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM standing')

  const unindex = (row: Row): void => {
    const before = namesOf(readCopy(row.entry))
    for (const [field, value] of indexedNames(before, codesOf(row))) unname.run(nameFields[field], value, row.id)
    removeFromOrder.run(row.sold_at, row.id)
    if (hasWords(before)) unspell.run(row.id)
  }

  const index = (id: number, entry: WireCustomerEntry, codes: readonly string[]): void => {
    const names = namesOf(entry)
    nameAll(indexedNames(names, codes), id)
    const { words, uids, numbers } = haystackOf(names)
    sell.run(soldAt(entry), id, words, uids, numbers)
    if (hasWords(names)) spell.run(id, words)
  }

  const putOne = (received: WireCustomerEntry, row: Row | undefined, fetchedAt: number): number => {
    const fresh = row?.run === run ? 0 : 1
    const digest = hash.ofEntry(received)
    if (row?.digest === digest) {
      stand.run(row.id, row.sold_at, fetchedAt, run)
      return fresh
    }
    const { text, entry } = copyOf(received)
    const codes = codeHashes(received, hash)
    if (row) unindex(row)
    if (row) update.run(digest, codes.join(' '), text, row.id)
    const id = row?.id ?? Number(insert.run(received.customer.uid, digest, codes.join(' '), text).lastInsertRowid)
    stand.run(id, soldAt(entry), fetchedAt, run)
    index(id, entry, codes)
    return fresh
  }

  const counted = (): number => count.get()?.n ?? 0
  const lastWhole = (): number => Number(get('wholeRun') ?? 0)

  const drop = (row: Row): void => {
    unindex(row)
    remove.run(row.id)
    unstand.run(row.id)
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
    see: (uids) => uids.forEach((uid) => see.run(run, uid)),
    seenByRun() {
      const seen = seenBy.get(run)?.n ?? 0
      return { seen, unseen: counted() - seen }
    },
    gone: () => gone.all(lastWhole()),
    removeMissing(ids) {
      for (const id of ids) {
        const row = byId.get(id)
        if (row !== undefined && row.run < lastWhole()) drop(row)
      }
    },
    remove(uid) {
      const row = find.get(uid)
      if (row !== undefined) drop(row)
    },
    wholeRun: () => set('wholeRun', String(run)),
    count: counted,
    record: () => SyncRecord.safeParse(JSON.parse(get('record') ?? 'null')).data ?? emptyRecord,
    saveRecord: (record) => set('record', JSON.stringify(record)),
  }
}
