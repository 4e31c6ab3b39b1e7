/** The worker's calls on the one directory that it owns. Long writes let searches run between their batches. */
import { DeskError } from '#shared/errors.ts'
import { releaseMemory } from '../../base/memory.ts'
import { differencesOf } from './differences.ts'
import { type OpenFile, openFile } from './openFile.ts'
import type { DirectoryCalls } from './protocol.ts'
import { samePerson, storedCustomer, storedNames, storedPosition } from './read.ts'
import { beginRun, completeSome, createRunContext, endRun, known, put, removeUnseen } from './runs.ts'

export function directoryCalls(): DirectoryCalls {
  let opened: OpenFile | null = null
  const open = (): OpenFile => {
    if (opened === null) throw new DeskError('storage_unreadable', 'The directory is not open')
    return opened
  }
  const context = createRunContext(open)

  return {
    open(location) {
      const quarantined: string[] = []
      opened = openFile(location, quarantined)
      const { store, lister } = opened
      return { customers: store.count(), record: store.record(), sorted: lister.isSorted(), quarantined }
    },
    beginRun: () => beginRun(context),
    known: () => known(context),
    put: (batch) => put(context, batch),
    removeUnseen: () => removeUnseen(context),
    countUnreadable: () => open().store.countUnreadable(),
    remove({ uid, askedAt }) {
      const { writer, store } = open()
      writer.write(() => store.remove(uid, askedAt))
      return store.count()
    },
    completeSome: (rest) => completeSome(context, rest),
    endRun: (record) => endRun(context, record),
    search: (request) => open().finder.search(request),
    near: (query) => open().finder.near(query),
    list: (request) => ({ ...open().finder.list(request), total: open().store.count() }),
    browse: (request) => open().lister.browse(request),
    today: (request) => open().lister.today(request),
    kinds: () => open().store.facts.kinds.all(),
    listedIds: (request) => open().lister.ids(request),
    // Loaded with the first export.
    tableLines: async (request) => (await import('./table.ts')).tableLines(open().db, request),
    get(uid) {
      const { db, search } = open()
      return storedCustomer(db, search.names, uid)
    },
    position(uid) {
      const { db, search } = open()
      return storedPosition(db, search.names, uid)
    },
    names(uids, itemUids) {
      const { db, search } = open()
      return storedNames(db, search.names, uids, itemUids)
    },
    differences(uid, position, limit) {
      const { db, search } = open()
      const id = search.names.idOf(uid)
      return id === undefined ? [] : differencesOf(db, id, position, limit)
    },
    samePerson({ email, uid }) {
      const { db, search } = open()
      return samePerson(db, search.names, email, uid)
    },
    releaseMemory,
    close() {
      const ending = opened
      opened = null
      ending?.bulkLoad.close()
    },
  }
}
