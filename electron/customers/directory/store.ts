/**
 * Writes the directory. One customer is a row in `customers`, its names, its position in list order and its search
 * text; the caller's transaction keeps them consistent. A customer whose answer did not change costs one small update.
 */
import { lastSoldOf } from '#shared/model/customer/customerList.ts'
import type { Name, SearchText } from './indexedNames.ts'
import { prepareNames, type PreparedCustomer, type PreparedNames } from './preparedCustomer.ts'
import { nothingUnreadable, type UnreadableCounts } from '#shared/model/customer/unreadableParts.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { KeyedHash } from '../../base/keyedHash.ts'
import type { Db } from '../../storage/index.ts'
import { readCopy } from './copy.ts'
import type { FactsWriter } from './facts.ts'
import type { Batch } from './protocol.ts'
import { emptyRecord, SyncRecord } from './record.ts'
import type { SearchIndexes } from './searchIndexes.ts'
import type { Trigrams } from './trigrams.ts'
import { createStoreContext, type Row, type StoreContext } from './storeContext.ts'

export interface Store {
  /** Hashes activation codes, and answers to detect a changed one. */
  readonly hash: KeyedHash
  readonly hashKey: string
  /** The key of the digests of listed bytes. */
  readonly rawKey: string
  readonly trigrams: Trigrams
  readonly facts: FactsWriter
  /**
   * Whether a run will add most customers of the list: there are none, or no run was ever complete and there are few,
   * as those of the first screen, or the indexes of the list are missing.
   */
  readonly isBeginning: () => boolean
  /** Whether differences of customers between reads are stored, which can't be read from the service again. */
  readonly hasDifferences: () => boolean
  readonly beginRun: () => void
  /** The customers of whom the digest of their listed bytes is known, after this id and in its order. */
  readonly known: (
    after: number,
    count: number,
  ) => readonly { readonly id: number; readonly soldAt: number; readonly raw: Buffer }[]
  /**
   * Adds at most `mayAdd` customers. Of a uid that a run lists twice the first entry counts; `isListed` says whether it
   * was listed as before. A stale answer changes nothing, but shows that the customer exists. `fresh` is
   * the number of customers that this run had not seen before, `skipped` those whom the directory had no place for.
   */
  readonly put: (
    entries: readonly PutEntry[],
    times: AnswerTimes,
    mayAdd: number,
    isListed: (id: number) => boolean,
  ) => { readonly fresh: number; readonly added: number; readonly skipped: readonly string[] }
  /** Marks customers that the list has but that could not be read. */
  readonly markUnreadable: (uids: readonly string[]) => void
  /** Customers of whom this run has stored nothing, after this id and in its order. */
  readonly notStored: (after: number, count: number) => readonly { readonly id: number; readonly listing: number }[]
  /** Ids of the customers that the last complete run missed or could not read. */
  readonly unconfirmed: () => readonly number[]
  /** Marks customers that the last complete run missed or could not read, and that this one has seen. */
  readonly confirmListed: (ids: readonly number[]) => void
  /** Marks customers whom this run missed, except those who were stored meanwhile. */
  readonly markMissing: (ids: readonly number[]) => void
  /** Removes the customers of these ids, except those who were stored meanwhile. */
  readonly removeMissing: (ids: readonly number[]) => void
  /** Removes a customer, unless an answer that was asked for later is stored. */
  readonly remove: (uid: string, askedAt: number) => void
  /** An answer lists the customer of this id as one before did. */
  readonly confirm: (id: number, askedAt: number) => void
  /** The writes since the last commit are rolled back. */
  readonly rolledBack: () => void
  /** Records that a run has read the whole list, which was not older than `readAt` (epoch milliseconds). */
  readonly completeRun: (readAt: number) => void
  readonly count: () => number
  readonly countUnreadable: () => UnreadableCounts
  readonly record: () => SyncRecord
  readonly saveRecord: (record: SyncRecord) => void
}

/** When an answer was asked for, by the monotonic clock, and when it arrived, by the service's clock. */
type AnswerTimes = Pick<Batch, 'askedAt' | 'fetchedAt'>

export interface PutEntry extends Omit<PreparedCustomer, 'copy'> {
  /** As a text or in UTF-8. */
  readonly copy: string | Buffer
  /** The digest of the bytes in the list, or null for an entry that was read elsewhere. */
  readonly raw: Buffer | null
  /** The hash of an entry that was read elsewhere, or an empty text. */
  readonly digest: string
}

/** With more customers, a run that repeats a failed first one leaves the indexes of the list as they are. */
const maxFirstCustomers = 1000

export function createStore(db: Db, search: SearchIndexes): Store {
  const context = createStoreContext(db, search)
  const { meta, hash, statements, trigrams, order } = context
  const count = (): number => (context.customers ??= statements.count.get() ?? 0)
  const record = (): SyncRecord => SyncRecord.safeParse(JSON.parse(meta.get('record') ?? 'null')).data ?? emptyRecord
  return {
    hash,
    hashKey: context.hashKey,
    rawKey: context.rawKey,
    trigrams: context.trigrams,
    facts: context.facts,
    isBeginning() {
      if (count() === 0) return true
      if (meta.get('wholeRunAt') !== null || record().completedAt !== null) return false
      return count() <= maxFirstCustomers || !context.facts.indexes.areThere()
    },
    hasDifferences: context.differences.areThere,
    beginRun() {
      context.run += 1
      meta.set('run', String(context.run))
    },
    known: (after, count) => statements.known.all(after, count),
    put: (...given) => put(context, ...given),
    markUnreadable(uids) {
      for (const uid of new Set(uids)) statements.markUnreadable.run(context.run, search.names.idOf(uid) ?? null)
    },
    notStored: (after, count) => statements.others.all(after, context.run, count),
    unconfirmed: () => statements.unconfirmed.all(),
    confirmListed: (ids) => ids.forEach((id) => statements.confirmListed.run(id)),
    markMissing: (ids) => ids.forEach((id) => statements.markMissing.run(id, context.run)),
    removeMissing(ids) {
      for (const id of ids) {
        const row = statements.byId.get(id)
        if (row !== undefined && row.run !== context.run) drop(context, row)
      }
    },
    remove(uid, askedAt) {
      const row = rowOf(context, uid)
      if (row !== undefined && order.isStale(row.id, askedAt)) return
      order.removed(uid, askedAt)
      if (row !== undefined) drop(context, row)
    },
    confirm(id, askedAt) {
      if (!context.readElsewhere.has(id) && !order.isStale(id, askedAt)) order.stored(id, askedAt)
    },
    rolledBack() {
      order.forget()
      search.order.rolledBack()
      context.facts.indexes.rolledBack()
      context.facts.kinds.rolledBack()
      context.customers = null
      context.readElsewhere.clear()
    },
    completeRun: (readAt) => meta.set('wholeRunAt', String(readAt)),
    countUnreadable: () => statements.countUnreadable.get() ?? nothingUnreadable,
    count,
    record,
    saveRecord(record) {
      meta.set('record', JSON.stringify(record))
      trigrams.save()
    },
  }
}

function put(
  context: StoreContext,
  ...[entries, times, mayAdd, isListed]: Parameters<Store['put']>
): ReturnType<Store['put']> {
  let [fresh, added] = [0, 0]
  const skipped: string[] = []
  for (const one of entries) {
    const { uid } = one
    const isRemoved = context.order.isRemoved(uid, times.askedAt)
    const mayBeAdded = !isRemoved && added < mayAdd
    const row = rowOf(context, uid)
    if (row === undefined && !mayBeAdded) {
      if (!isRemoved) skipped.push(uid)
      continue
    }
    const isRepeated = row !== undefined && ((row.run === context.run && row.raw !== null) || isListed(row.id))
    if (one.raw !== null && isRepeated) continue
    if (row === undefined) added += 1
    fresh += putOne(context, one, row ?? insert(context, one), times)
  }
  return { fresh, added, skipped }
}

/**
 * Returns 1 if the current run had not seen the customer before, else 0.
 *
 * @param stored what is stored of the customer, or the id of one who has just been inserted
 */
function putOne(
  context: StoreContext,
  prepared: PutEntry,
  stored: Row | number,
  { askedAt, fetchedAt }: AnswerTimes,
): number {
  const { run, statements, order } = context
  const row = typeof stored === 'number' ? undefined : stored
  const id = typeof stored === 'number' ? stored : stored.id
  const { raw, digest, copy } = prepared
  const fresh = row?.run === run ? 0 : 1
  if (row !== undefined && order.isStale(row.id, askedAt)) {
    statements.markSeen.run(run, row.id)
    return fresh
  }
  // A listed entry is compared by its bytes alone: a digest of its values would cost a sixth of all that is done here.
  const isSame = raw === null ? row?.digest === digest : row?.raw?.equals(raw)
  if (row !== undefined && isSame === true) {
    statements.upsertPosition.run(row.id, row.sold_at, fetchedAt, run, ...badParts(prepared), raw ?? row.raw)
    order.stored(row.id, askedAt)
    return fresh
  }
  const indexed = indexedPartsOf(prepared, prepared.facts.soldAt)
  const before = row && copyOfRow(row)
  if (before) {
    context.differences.note(id, { before: before.entry, after: readCopy(copy.toString()) }, fetchedAt)
    statements.update.run(digest, codesIn(prepared), copy, id)
  }
  statements.upsertPosition.run(id, indexed.soldAt, fetchedAt, run, ...badParts(prepared), raw)
  changeIndex(context, id, before ? indexedPartsOfCopy(before) : null, indexed)
  context.facts.put(id, prepared, fetchedAt, row === undefined)
  order.stored(id, askedAt)
  if (raw === null) context.readElsewhere.add(id)
  else context.readElsewhere.delete(id)
  return fresh
}

/** Returns what is stored of the customer with this uid. */
function rowOf({ search, statements }: StoreContext, uid: string): Row | undefined {
  const id = search.names.idOf(uid)
  return id === undefined ? undefined : statements.byId.get(id)
}

/** Returns the id of a new customer. */
function insert(context: StoreContext, prepared: PutEntry): number {
  const { uid, digest, copy } = prepared
  const { lastInsertRowid } = context.statements.insert.run(uid, digest, codesIn(prepared), copy)
  if (context.customers !== null) context.customers += 1
  return Number(lastInsertRowid)
}

const codesIn = ({ codes }: PutEntry): string => codes.join(' ')

/** What is indexed of a customer. */
interface IndexedParts {
  readonly soldAt: number
  readonly names: readonly Name[]
  readonly searchText: SearchText
}

const indexedPartsOf = (
  { names, searchText }: Pick<PreparedNames, 'names' | 'searchText'>,
  lastSold: number | null,
): IndexedParts => ({ soldAt: Math.max(0, lastSold ?? 0), names, searchText })

interface StoredCopy {
  readonly entry: WireCustomerEntry
  readonly codes: readonly string[]
}

const copyOfRow = (row: Row): StoredCopy => ({ entry: readCopy(row.entry), codes: codesOf(row) })

const indexedPartsOfCopy = ({ entry, codes }: StoredCopy): IndexedParts =>
  indexedPartsOf(prepareNames(entry, codes), lastSoldOf(entry))

/** Of most customers who change, only a balance does, and nothing that is indexed here. */
function changeIndex(
  { search, trigrams }: StoreContext,
  id: number,
  before: IndexedParts | null,
  after: IndexedParts | null,
): void {
  search.names.change(id, before?.names ?? [], after?.names ?? [])
  const { words, uids, numbers } = after?.searchText ?? {}
  const isTextKept = (before?.searchText.words ?? '') === (words ?? '')
  const isRowKept = isTextKept && before?.searchText.uids === uids && before?.searchText.numbers === numbers
  if (!isRowKept || before?.soldAt !== after?.soldAt) {
    if (before !== null) search.order.delete(before.soldAt, id)
    if (after !== null) search.order.insert(after.soldAt, id, after.searchText)
  }
  if (isTextKept) return
  const [old, wanted] = [before?.searchText.words ?? '', words ?? '']
  trigrams.remove(id, old)
  trigrams.add(id, wanted)
  search.texts.change(id, old, wanted)
}

function drop(context: StoreContext, row: Row): void {
  changeIndex(context, row.id, indexedPartsOfCopy(copyOfRow(row)), null)
  if (context.customers !== null) context.customers -= 1
  context.statements.remove.run(row.id)
  context.statements.deletePosition.run(row.id)
  context.facts.remove(row.id)
  context.differences.remove(row.id)
  context.order.dropped(row.id)
  context.readElsewhere.delete(row.id)
}

const badParts = ({ unreadable: { packages, esims, fields } }: PutEntry): readonly number[] => [packages, esims, fields]

const codesOf = (row: Row): readonly string[] => row.codes.split(' ').filter((code) => code !== '')
