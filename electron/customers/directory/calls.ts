/** The worker's calls on the one directory that it owns. Long writes let searches run between their batches. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { DeskError } from '#shared/errors.ts'
import { fold } from '#shared/model/identifier.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import { releaseMemory } from '../../base/memory.ts'
import { migrate, quarantine, openOrRecreateEncrypted, type Db, type EncryptedLocation } from '../../storage/index.ts'
import { readCopy } from './copy.ts'
import { createFinder, type Finder } from './find.ts'
import type { DirectoryCalls } from './protocol.ts'
import { directoryMigrations, nameFields } from './schema.ts'
import { createStore, type Store } from './store.ts'
import { createWriter, type Writer } from './writer.ts'

/** Page cache in KiB: SQLite's default, and the maximum during a run, which writes all over a large directory. */
const defaultCacheKib = 16_000
const maxCacheKib = 96_000
const cacheKibPerCustomer = 1.5

/** Customers written without a pause, which takes about 5 ms. */
const batchSize = 20
const maxSamePerson = 50
/** Maximum number of packages for each of these customers. */
const maxItemsOfSamePerson = 100
/** In a list of at most this many customers, most of them may be missing. */
const maxSmallList = 20

interface Open {
  readonly db: Db
  readonly writer: Writer
  readonly store: Store
  readonly finder: Finder
}

export function directoryCalls(): DirectoryCalls {
  let opened: Open | null = null
  const open = (): Open => {
    if (opened === null) throw new DeskError('storage_unreadable', 'The directory is not open')
    return opened
  }

  /**
   * Number of rollbacks when the current run began. A run that lost some of its writes cannot decide who is missing.
   */
  let rollbacksBefore = 0
  let inRun = false

  /** Sets the size of the page cache, in KiB. */
  const setCacheSize = (kib: number): void => void open().db.pragma(`cache_size = -${Math.round(kib)}`)

  return {
    open(location) {
      const quarantined: string[] = []
      const db = openDirectory(location, quarantined)
      const writer = createWriter(db)
      const store = createStore(db)
      opened = { db, writer, store, finder: createFinder(db, store.hash) }
      return { customers: store.count(), record: store.record(), quarantined }
    },
    beginRun() {
      const { writer, store } = open()
      writer.write(store.beginRun)
      inRun = true
      rollbacksBefore = writer.rollbacks()
    },
    async put({ entries, unreadableUids, fetchedAt, limit = Number.MAX_SAFE_INTEGER }) {
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
      if (inRun) setCacheSize(Math.min(maxCacheKib, Math.max(defaultCacheKib, customers * cacheKibPerCustomer)))
      return { fresh, customers }
    },
    async removeUnseen() {
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
    },
    remove(uid) {
      const { writer, store } = open()
      writer.write(() => store.remove(uid))
    },
    endRun(record) {
      const { db, writer, store } = open()
      writer.write(() => store.saveRecord(record))
      writer.commit()
      inRun = false
      setCacheSize(defaultCacheKib)
      db.pragma('shrink_memory')
    },
    search: (request) => open().finder.search(request),
    list: (request) => ({ ...open().finder.list(request), total: open().store.count() }),
    get(uid) {
      const kept = open()
        .db.prepare<[string], { entry: string; fetchedAt: number }>(
          'SELECT entry, fetched_at AS fetchedAt FROM customers JOIN standing USING (id) WHERE uid = ?',
        )
        .get(uid)
      return kept === undefined ? null : { entry: readCopy(kept.entry), fetchedAt: kept.fetchedAt }
    },
    samePerson({ email, uid }) {
      const kept = open()
        .db.prepare<[number, string, string, number], { entry: string }>(
          'SELECT entry FROM names JOIN customers USING (id) WHERE field = ? AND value = ? AND uid <> ? LIMIT ?',
        )
        .all(nameFields.email, fold(email).trim(), uid, maxSamePerson)
      return kept.map(({ entry }) => shortened(readCopy(entry)))
    },
    releaseMemory,
    close() {
      const ending = opened
      opened = null
      try {
        ending?.writer.commit()
      } finally {
        ending?.db.close()
      }
    },
  }
}

/** Only the number and the country sets of another customer's packages are shown, so a part of them is enough. */
function shortened(entry: WireCustomerEntry): WireCustomerEntry {
  const { length } = entry.activatedItems
  if (length <= maxItemsOfSamePerson) return entry
  return {
    ...entry,
    activatedItems: entry.activatedItems.slice(0, maxItemsOfSamePerson),
    omittedItems: (entry.omittedItems ?? 0) + length - maxItemsOfSamePerson,
    itemsListed: false,
  }
}

/** Refuses a list that has lost most of its customers at once, because such an answer is more likely wrong. */
function requirePlausible({ seen, unseen }: ReturnType<Store['seenByRun']>): void {
  if (unseen > seen && seen + unseen > maxSmallList)
    throw new DeskError('unreadable_answer', 'Most customers are missing in the list', {
      reason: 'shrunk',
      seen,
      unseen,
    })
}

function openDirectory(location: EncryptedLocation, quarantined: string[]): Db {
  const moveToQuarantine = (file: string): void => void quarantined.push(quarantine(file, Date.now()))
  const db = openOrRecreateEncrypted(location, { checked: false, moveToQuarantine })
  try {
    migrate(db, directoryMigrations)
    return db
  } catch (error) {
    db.close()
    // The file was written by a newer version or is damaged where opening did not check. It is a copy, so a new one is
    // created.
    if (location.kind === 'memory' || quarantined.length > 0) throw error
    moveToQuarantine(location.file)
    return openDirectory(location, quarantined)
  }
}
