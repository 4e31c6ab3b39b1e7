/**
 * Writes the directory. One customer is a row in `customers`, its names, its position in list order and its search
 * text; the caller's transaction keeps them consistent. A customer whose answer did not change costs one small update.
 */
import { parseInstant } from '#shared/model/instant.ts'
import { isTextField, namesOf, type SearchName } from '#shared/model/search.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { Db } from '../../storage/index.ts'
import { codeHashes, copyOf, readCopy, type KeyedHash } from './copy.ts'
import { indexedNames } from './nameIndex.ts'
import { emptyRecord, SyncRecord } from './record.ts'
import { nameFields } from './schema.ts'
import { searchTextOf } from './searchText.ts'
import { createStoreContext, type Row, type StoreContext } from './storeContext.ts'

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

export function createStore(db: Db): Store {
  const context = createStoreContext(db)
  const { meta, hash, statements } = context
  const countCustomers = (): number => statements.count.get()?.n ?? 0
  const lastCompleteRun = (): number => Number(meta.get('wholeRun') ?? 0)
  return {
    hash,
    beginRun() {
      context.run += 1
      meta.set('run', String(context.run))
    },
    put: (entries, fetchedAt, mayAdd) => put(context, entries, fetchedAt, mayAdd),
    markSeen: (uids) => uids.forEach((uid) => statements.markSeen.run(context.run, uid)),
    seenByRun() {
      const seen = statements.countSeen.get(context.run)?.n ?? 0
      return { seen, unseen: countCustomers() - seen }
    },
    missing: () => statements.missing.all(lastCompleteRun()),
    removeMissing(ids) {
      for (const id of ids) {
        const row = statements.byId.get(id)
        if (row !== undefined && row.run < lastCompleteRun()) drop(context, row)
      }
    },
    remove(uid) {
      const row = statements.find.get(uid)
      if (row !== undefined) drop(context, row)
    },
    completeRun: () => meta.set('wholeRun', String(context.run)),
    count: countCustomers,
    record: () => SyncRecord.safeParse(JSON.parse(meta.get('record') ?? 'null')).data ?? emptyRecord,
    saveRecord: (record) => meta.set('record', JSON.stringify(record)),
  }
}

function put(
  context: StoreContext,
  entries: readonly WireCustomerEntry[],
  fetchedAt: number,
  mayAdd: number,
): ReturnType<Store['put']> {
  let [fresh, added] = [0, 0]
  for (const entry of entries) {
    const row = context.statements.find.get(entry.customer.uid)
    if (row === undefined && added >= mayAdd) continue
    if (row === undefined) added += 1
    fresh += putOne(context, entry, row, fetchedAt)
  }
  return { fresh, added }
}

/** Returns 1 if the current run had not seen the customer before, else 0. */
function putOne(context: StoreContext, received: WireCustomerEntry, row: Row | undefined, fetchedAt: number): number {
  const { hash, run, statements } = context
  const fresh = row?.run === run ? 0 : 1
  const digest = hash.ofEntry(received)
  if (row?.digest === digest) {
    statements.upsertPosition.run(row.id, row.sold_at, fetchedAt, run)
    return fresh
  }
  const { text, entry } = copyOf(received)
  const codes = codeHashes(received, hash)
  if (row) unindex(context, row)
  if (row) statements.update.run(digest, codes.join(' '), text, row.id)
  const id =
    row?.id ?? Number(statements.insert.run(received.customer.uid, digest, codes.join(' '), text).lastInsertRowid)
  statements.upsertPosition.run(id, soldAt(entry), fetchedAt, run)
  index(context, id, entry, codes)
  return fresh
}

function index({ statements }: StoreContext, id: number, entry: WireCustomerEntry, codes: readonly string[]): void {
  const names = namesOf(entry)
  statements.insertNames(indexedNames(names, codes), id)
  const { words, uids, numbers } = searchTextOf(names)
  statements.insertIntoListOrder.run(soldAt(entry), id, words, uids, numbers)
  if (hasText(names)) statements.insertSearchText.run(id, words)
}

function unindex({ statements }: StoreContext, row: Row): void {
  const before = namesOf(readCopy(row.entry))
  for (const [field, value] of indexedNames(before, codesOf(row)))
    statements.deleteName.run(nameFields[field], value, row.id)
  statements.deleteFromListOrder.run(row.sold_at, row.id)
  if (hasText(before)) statements.deleteSearchText.run(row.id)
}

function drop(context: StoreContext, row: Row): void {
  unindex(context, row)
  context.statements.remove.run(row.id)
  context.statements.deletePosition.run(row.id)
}

const soldAt = (entry: WireCustomerEntry): number =>
  Math.max(0, ...entry.activatedItems.map(({ salesDate }) => parseInstant(salesDate) ?? 0))
const hasText = (names: readonly SearchName[]): boolean => names.some(({ field }) => isTextField(field))
const codesOf = (row: Row): readonly string[] => row.codes.split(' ').filter((code) => code !== '')
