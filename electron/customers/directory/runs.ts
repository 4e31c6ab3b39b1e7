/** The writes of the directory's worker: stored customers, and runs, which each read the whole list. */
import { setImmediate as yieldToEventLoop, setTimeout as wait } from 'node:timers/promises'
import { DeskError } from '#shared/errors.ts'
import { prepareCustomer, readHead } from './preparedCustomer.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import { createDigestTable, digestBytes, openDigestTable } from './digestTable.ts'
import { sizeOf, unpacked } from './packedItems.ts'
import type { KnownCustomers } from '../../service/index.ts'
import type { OpenFile } from './openFile.ts'
import type { Batch, PutResult } from './protocol.ts'
import type { SyncRecord } from './record.ts'
import { listings } from './schema.ts'
import type { PutEntry, Store } from './store.ts'

/**
 * Page cache in KiB: SQLite's default, and the maximum during a run that adds customers, which writes all over a large
 * directory. One that changes some of them seldom needs a page twice, and its table of digests takes memory as well.
 */
const defaultCacheKib = 16_000
const maxCacheKib = 40_000
const maxRefreshCacheKib = 32_000
const cacheKibPerCustomer = 1.5

/** Customers that are written or removed together. */
const batchSize = 20
/** Milliseconds of writing customers without a pause. */
const maxWritingMs = 4
/** Milliseconds of one call, after which the caller decides again how long the rests are. */
const maxCompletingMs = 500
/** Customers that are looked at without a pause. */
const knownAtOnce = 5000
/** In a list of at most this many customers, most of them may be missing. */
const maxSmallList = 20
/** Above this number, a customer whom the limit kept out counts as often as the list names them. */
const maxSkippedUids = 100_000

export interface RunContext {
  /** Returns the open directory. Throws `storage_unreadable` if none is open. */
  readonly open: () => OpenFile
  inRun: boolean
  /**
   * Number of rollbacks when the current run began. A run that lost some of its writes cannot decide who is missing.
   */
  rollbacksBefore: number
  /** Ids of the customers in the table of digests, by their positions. */
  known: Int32Array
  /** By id, 1 for customers who are listed in the current run as before. Nothing is written about them. */
  unchanged: Uint8Array
  /** Uids of customers whom the limit kept out of the directory. */
  skipped: Set<string>
  /** When the oldest part of the current run was read, in epoch milliseconds. */
  readAt: number | null
}

export const createRunContext = (open: RunContext['open']): RunContext => ({
  open,
  inRun: false,
  rollbacksBefore: 0,
  known: new Int32Array(),
  unchanged: new Uint8Array(),
  skipped: new Set(),
  readAt: null,
})

export function beginRun(context: RunContext): void {
  const { writer, store, search, bulkLoad } = context.open()
  if (store.isBeginning()) {
    // A file that a crash of the computer has corrupted loses its customers, who are read again, and their differences,
    // which are not.
    if (!store.hasDifferences()) bulkLoad.begin()
    writer.write(() => {
      store.facts.indexes.drop()
      search.beginFirstSync()
    })
  }
  writer.write(store.beginRun)
  context.inRun = true
  context.rollbacksBefore = writer.rollbacks()
  context.known = new Int32Array()
  context.unchanged = new Uint8Array()
  context.skipped = new Set()
  context.readAt = null
}

export async function known(context: RunContext): Promise<KnownCustomers> {
  const { open } = context
  const count = open().store.count()
  const table = createDigestTable(count, open().store.rawKey)
  const digests = openDigestTable(table)
  const ids = new Int32Array(count)
  let length = 0
  for (let last = 0; length < count;) {
    // Others may be added meanwhile.
    const { store, search } = open()
    const some = store.known(last, Math.min(knownAtOnce, count - length))
    for (const { id, soldAt, raw } of some) {
      digests.add(raw, length)
      search.order.noteTime(id, soldAt)
      ids[length] = last = id
      length += 1
    }
    if (some.length < knownAtOnce) break
    await yieldToEventLoop()
  }
  context.known = ids.subarray(0, length)
  context.unchanged = new Uint8Array((context.known.at(-1) ?? 0) + 1)
  return { digests: table, hashKey: open().store.hashKey }
}

export async function put(context: RunContext, batch: Batch): Promise<PutResult> {
  const { entries, unchanged = [], unreadableUids, askedAt, fetchedAt, limit = Number.MAX_SAFE_INTEGER } = batch
  const { open } = context
  if (context.inRun) context.readAt ??= fetchedAt
  let fresh = noteUnchanged(context, unchanged, askedAt)
  let skipped = 0
  let mayAdd = limit - open().store.count()
  const count = 'ends' in entries ? sizeOf(entries) : entries.length
  let paused = performance.now()
  for (let at = 0; at < count; at += batchSize) {
    if (performance.now() - paused > maxWritingMs) {
      await yieldToEventLoop()
      paused = performance.now()
    }
    const { writer, store } = open()
    const some = putEntries(store, batch, at, Math.min(count, at + batchSize))
    const put = writer.write(() => store.put(some, { askedAt, fetchedAt }, mayAdd, (id) => context.unchanged[id] === 1))
    fresh += put.fresh
    mayAdd -= put.added
    skipped += noteSkipped(context, put.skipped)
    if (writer.isDue()) writer.commit()
  }
  const { writer, store, lister } = open()
  if (unreadableUids.length > 0) writer.write(() => store.markUnreadable(unreadableUids))
  const customers = store.count()
  if (context.inRun) setCacheSize(context, cacheKibFor(customers, customers - context.known.length))
  return { fresh, skipped, customers, sorted: lister.isSorted() }
}

/** Returns the customers of a batch from one position up to another one. */
function putEntries(
  store: Pick<Store, 'hash'>,
  { entries, digests }: Batch,
  from: number,
  to: number,
): readonly PutEntry[] {
  const rawOf = (at: number): Buffer | null =>
    digests === undefined ? null : Buffer.from(digests.buffer, digests.byteOffset + at * digestBytes, digestBytes)
  if (!('ends' in entries)) return entries.slice(from, to).map((entry, n) => putEntry(store, entry, rawOf(from + n)))
  if (digests === undefined) throw new TypeError('Packed customers come with digests')
  return unpacked(entries, from, to).map(({ head, body }, n) => ({
    ...readHead(head),
    copy: body,
    raw: rawOf(from + n),
    digest: '',
  }))
}

/** @param raw the digest of the bytes in the list, or null for an entry that was read elsewhere */
export function putEntry({ hash }: Pick<Store, 'hash'>, entry: WireCustomerEntry, raw: Buffer | null): PutEntry {
  const prepared = prepareCustomer(entry, (code) => hash('code', code))
  return { ...prepared, raw, digest: raw === null ? hash('entry', JSON.stringify(entry)) : '' }
}

/** Returns how many of these customers this run had not seen before. */
function noteUnchanged(
  { open, known: ids, unchanged }: RunContext,
  positions: readonly number[],
  askedAt: number,
): number {
  const { store } = open()
  let fresh = 0
  for (const position of positions) {
    const id = ids[position]
    if (id === undefined || unchanged[id] === 1) continue
    unchanged[id] = 1
    store.confirm(id, askedAt)
    fresh += 1
  }
  return fresh
}

/** Returns how many of these customers this run had not seen before. */
function noteSkipped({ skipped }: RunContext, uids: readonly string[]): number {
  const added = [...new Set(uids)].filter((uid) => !skipped.has(uid))
  for (const uid of added.slice(0, maxSkippedUids - skipped.size)) skipped.add(uid)
  return added.length
}

export async function removeUnseen(context: RunContext): Promise<number> {
  const { open } = context
  if (!context.inRun)
    throw new DeskError('storage_unreadable', 'The directory was reopened since the run began', { reason: 'reopened' })
  requireNothingUndone(context)
  const unseen = await unseenByRun(context)
  requirePlausible(open().store.count() - unseen.length, unseen.length)
  for (let at = 0; at < unseen.length; at += batchSize) {
    if (at > 0) await yieldToEventLoop()
    const { writer, store } = open()
    const some = unseen.slice(at, at + batchSize)
    const idsOf = (wanted: boolean): number[] =>
      some.filter(({ listing }) => (listing === listings.missing) === wanted).map(({ id }) => id)
    writer.write(() => {
      store.removeMissing(idsOf(true))
      store.markMissing(idsOf(false))
    })
    if (writer.isDue()) writer.commit()
  }
  const { writer, store } = open()
  writer.write(() => store.completeRun(context.readAt ?? 0))
  writer.commit()
  // Another write may have failed in a pause.
  requireNothingUndone(context)
  return store.count()
}

function requireNothingUndone({ open, rollbacksBefore }: RunContext): void {
  if (open().writer.rollbacks() !== rollbacksBefore)
    throw new DeskError('storage_unreadable', 'Some of what was read could not be kept', { reason: 'undone' })
}

type Unseen = ReturnType<Store['notStored']>[number]

/** Returns the customers whom this run has not seen. */
async function unseenByRun({ open, unchanged }: RunContext): Promise<readonly Unseen[]> {
  const unseen: Unseen[] = []
  let after = 0
  for (;;) {
    const some = open().store.notStored(after, knownAtOnce)
    unseen.push(...some.filter(({ id }) => unchanged[id] !== 1))
    if (some.length < knownAtOnce) return unseen
    after = some.at(-1)?.id ?? after
    await yieldToEventLoop()
  }
}

/**
 * Does a part of what a first sync leaves, and returns whether anything is left.
 *
 * @param rest milliseconds after each part
 */
export async function completeSome(context: RunContext, rest: number): Promise<boolean> {
  const { db, writer, bulkLoad } = context.open()
  writer.commit()
  // Sorting takes memory, too.
  setCacheSize(context, defaultCacheKib)
  db.pragma('shrink_memory')
  // Nobody waits for this. If the disk fails, the next run tries it again.
  const syncToDisk = (): void => void bulkLoad.syncToDisk().catch(() => undefined)
  const began = performance.now()
  try {
    while (performance.now() - began < maxCompletingMs) {
      const { search, store, ...file } = context.open()
      if (!file.writer.write(() => store.facts.indexes.createNext() || search.mergeSome())) {
        syncToDisk()
        return false
      }
      await (rest > 0 ? wait(rest) : yieldToEventLoop())
    }
    return true
  } catch (error) {
    // What was read is made safe also if it can't be completed.
    syncToDisk()
    throw error
  }
}

export function endRun(context: RunContext, record: SyncRecord): boolean {
  const { db, writer, store, lister } = context.open()
  const seenAgain = store.unconfirmed().filter((id) => context.unchanged[id] === 1)
  writer.write(() => {
    store.confirmListed(seenAgain)
    store.saveRecord(record)
  })
  writer.commit()
  context.inRun = false
  context.known = new Int32Array()
  context.unchanged = new Uint8Array()
  context.skipped = new Set()
  setCacheSize(context, defaultCacheKib)
  db.pragma('shrink_memory')
  return lister.isSorted()
}

/** @param added the number of customers that the current run has added */
function cacheKibFor(customers: number, added: number): number {
  const forChanges = Math.min(maxRefreshCacheKib, customers * cacheKibPerCustomer)
  return Math.min(maxCacheKib, Math.max(defaultCacheKib, forChanges, added * cacheKibPerCustomer))
}

/** Sets the size of the page cache, in KiB. */
const setCacheSize = ({ open }: RunContext, kib: number): void =>
  void open().db.pragma(`cache_size = -${Math.round(kib)}`)

/** Refuses a list that has lost most of its customers at once, because such an answer is more likely wrong. */
function requirePlausible(seen: number, unseen: number): void {
  if (unseen > seen && seen + unseen > maxSmallList)
    throw new DeskError('unreadable_answer', 'Most customers are missing in the list', {
      reason: 'shrunk',
      seen,
      unseen,
    })
}
