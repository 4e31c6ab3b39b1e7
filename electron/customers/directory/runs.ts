/** The writes of the directory's worker: stored customers, and runs, which each read the whole list. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { DeskError } from '#shared/errors.ts'
import type { OpenFile } from './openFile.ts'
import type { Batch, PutResult } from './protocol.ts'
import type { SyncRecord } from './record.ts'
import type { Store } from './store.ts'

/** Page cache in KiB: SQLite's default, and the maximum during a run, which writes all over a large directory. */
const defaultCacheKib = 16_000
const maxCacheKib = 96_000
const cacheKibPerCustomer = 1.5

/** Customers written without a pause, which takes about 5 ms. */
const batchSize = 20
/** In a list of at most this many customers, most of them may be missing. */
const maxSmallList = 20

export interface RunContext {
  /** Returns the open directory. Throws `storage_unreadable` if none is open. */
  readonly open: () => OpenFile
  inRun: boolean
  /**
   * Number of rollbacks when the current run began. A run that lost some of its writes cannot decide who is missing.
   */
  rollbacksBefore: number
}

export function beginRun(context: RunContext): void {
  const { writer, store } = context.open()
  writer.write(store.beginRun)
  context.inRun = true
  context.rollbacksBefore = writer.rollbacks()
}

export async function put(
  context: RunContext,
  { entries, unreadableUids, fetchedAt, limit = Number.MAX_SAFE_INTEGER }: Batch,
): Promise<PutResult> {
  const { open } = context
  let fresh = 0
  let mayAdd = limit - open().store.count()
  for (let at = 0; at < entries.length; at += batchSize) {
    if (at > 0) await yieldToEventLoop()
    const { writer, store } = open()
    const put = writer.write(() => store.put(entries.slice(at, at + batchSize), fetchedAt, mayAdd))
    fresh += put.fresh
    mayAdd -= put.added
  }
  const { writer, store } = open()
  writer.write(() => store.markSeen(unreadableUids))
  const customers = store.count()
  if (context.inRun)
    setCacheSize(context, Math.min(maxCacheKib, Math.max(defaultCacheKib, customers * cacheKibPerCustomer)))
  return { fresh, customers }
}

export async function removeUnseen({ open, rollbacksBefore }: RunContext): Promise<number> {
  if (open().writer.rollbacks() !== rollbacksBefore)
    throw new DeskError('storage_unreadable', 'Some of what was read could not be kept', { reason: 'undone' })
  requirePlausible(open().store.seenByRun())
  const missing = open().store.missing()
  for (let at = 0; at < missing.length; at += batchSize) {
    if (at > 0) await yieldToEventLoop()
    const { writer, store } = open()
    writer.write(() => store.removeMissing(missing.slice(at, at + batchSize)))
  }
  const { writer, store } = open()
  writer.write(store.completeRun)
  writer.commit()
  return store.count()
}

export function endRun(context: RunContext, record: SyncRecord): void {
  const { db, writer, store } = context.open()
  writer.write(() => store.saveRecord(record))
  writer.commit()
  context.inRun = false
  setCacheSize(context, defaultCacheKib)
  db.pragma('shrink_memory')
}

/** Sets the size of the page cache, in KiB. */
const setCacheSize = ({ open }: RunContext, kib: number): void =>
  void open().db.pragma(`cache_size = -${Math.round(kib)}`)

/** Refuses a list that has lost most of its customers at once, because such an answer is more likely wrong. */
function requirePlausible({ seen, unseen }: ReturnType<Store['seenByRun']>): void {
  if (unseen > seen && seen + unseen > maxSmallList)
    throw new DeskError('unreadable_answer', 'Most customers are missing in the list', {
      reason: 'shrunk',
      seen,
      unseen,
    })
}
