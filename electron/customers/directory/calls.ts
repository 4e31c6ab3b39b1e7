/** The calls of the worker on the one directory that it owns. Long writes give way to searches between their parts. */
import { setImmediate as giveWay } from 'node:timers/promises'
import { DeskError } from '#shared/errors.ts'
import { fold } from '#shared/model/identifier.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import { giveMemoryBack } from '../../memory.ts'
import { migrate, quarantine, openOrRecreateEncrypted, type Db, type EncryptedPlace } from '../../storage/index.ts'
import { readCopy } from './copy.ts'
import { createFinder, type Finder } from './find.ts'
import type { DirectoryCalls } from './protocol.ts'
import { directoryMigrations, nameFields } from './schema.ts'
import { createStore, type Store } from './store.ts'
import { createWriter, type Writer } from './writer.ts'

/** KiB of pages kept in memory: SQLite's usual, and the most while a run writes to places all over a large directory. */
const defaultCache = 16_000
const largestCache = 96_000
const cachePerCustomer = 1.5

/** Customers written without a pause: about 5 ms. */
const part = 20
const maxSamePerson = 50
/** Limit for the packages of each of them. */
const maxOfSamePerson = 100
/** In a list of no more customers than these, most may be gone. */
const fewCustomers = 20

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

  /** Undone writes when the run under way began: a run that lost some of its work can't tell who is gone. */
  let undoneBefore = 0
  let inRun = false

  /** `pages` in KiB. */
  const keepPages = (pages: number): void => void open().db.pragma(`cache_size = -${Math.round(pages)}`)

  return {
    open(place) {
      const quarantined: string[] = []
      const db = openDirectory(place, quarantined)
      const writer = createWriter(db)
      const store = createStore(db)
      opened = { db, writer, store, finder: createFinder(db, store.hash) }
      return { customers: store.count(), record: store.record(), quarantined }
    },
    beginRun() {
      const { writer, store } = open()
      writer.write(store.beginRun)
      inRun = true
      undoneBefore = writer.undone()
    },
    async put({ entries, alsoSeen, fetchedAt, limit = Number.MAX_SAFE_INTEGER }) {
      let fresh = 0
      let mayAdd = limit - open().store.count()
      for (let at = 0; at < entries.length; at += part) {
        if (at > 0) await giveWay()
        const { writer, store } = open()
        const put = writer.write(() => store.put(entries.slice(at, at + part), fetchedAt, mayAdd))
        fresh += put.fresh
        mayAdd -= put.added
      }
      const { writer, store } = open()
      writer.write(() => store.see(alsoSeen))
      const customers = store.count()
      if (inRun) keepPages(Math.min(largestCache, Math.max(defaultCache, customers * cachePerCustomer)))
      return { fresh, customers }
    },
    async removeUnseen() {
      if (open().writer.undone() !== undoneBefore)
        throw new DeskError('storage_unreadable', 'Some of what was read could not be kept', { reason: 'undone' })
      requirePlausible(open().store.seenByRun())
      const gone = open().store.gone()
      for (let at = 0; at < gone.length; at += part) {
        if (at > 0) await giveWay()
        const { writer, store } = open()
        writer.write(() => store.removeMissing(gone.slice(at, at + part)))
      }
      const { writer, store } = open()
      writer.write(store.wholeRun)
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
      keepPages(defaultCache)
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
    giveMemoryBack,
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
  if (length <= maxOfSamePerson) return entry
  return {
    ...entry,
    activatedItems: entry.activatedItems.slice(0, maxOfSamePerson),
    omittedItems: (entry.omittedItems ?? 0) + length - maxOfSamePerson,
    itemsListed: false,
  }
}

/** A list that has lost most of its customers at once is rather an answer that is wrong. */
function requirePlausible({ seen, unseen }: ReturnType<Store['seenByRun']>): void {
  if (unseen > seen && seen + unseen > fewCustomers)
    throw new DeskError('unreadable_answer', 'Most customers are missing in the list', {
      reason: 'shrunk',
      seen,
      unseen,
    })
}

function openDirectory(place: EncryptedPlace, quarantined: string[]): Db {
  const aside = (file: string): void => void quarantined.push(quarantine(file, Date.now()))
  const db = openOrRecreateEncrypted(place, { checked: false, aside })
  try {
    migrate(db, directoryMigrations)
    return db
  } catch (error) {
    db.close()
    // Written by a newer desk, or damaged where opening didn't look: a copy can be made anew.
    if (place.kind === 'memory' || quarantined.length > 0) throw error
    aside(place.file)
    return openDirectory(place, quarantined)
  }
}
