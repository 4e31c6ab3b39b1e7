/** Opens the file of a directory with everything that reads and writes it. */
import { rmSync } from 'node:fs'
import { filesOf, quarantine, openOrRecreateEncrypted, type Db, type DirectoryLocation } from '../../storage/index.ts'
import { createBulkLoad, type BulkLoad, isCorruptAfterCrash } from './bulkLoad.ts'
import { createFinder, type Finder } from './find.ts'
import { createLister, type Lister } from './list.ts'
import { directorySchema, directoryVersion } from './schema.ts'
import { createSearchIndexes, type SearchIndexes } from './searchIndexes.ts'
import { createStore, type Store } from './store.ts'
import { createWriter, type Writer } from './writer.ts'

export interface OpenFile {
  readonly db: Db
  readonly writer: Writer
  readonly bulkLoad: BulkLoad
  readonly store: Store
  readonly search: SearchIndexes
  readonly finder: Finder
  readonly lister: Lister
}

/** @param quarantined receives the names of files that could not be opened; a new one was created */
export function openFile(location: DirectoryLocation, quarantined: string[]): OpenFile {
  const db = openDirectory(location, quarantined)
  const search = createSearchIndexes(db)
  const store = createStore(db, search)
  const writer = createWriter(db, store.rolledBack)
  return {
    db,
    writer,
    bulkLoad: createBulkLoad(db, location, writer),
    store,
    search,
    finder: createFinder(db, store, search),
    lister: createLister(db, writer, store.facts, search.names, store.count),
  }
}

/** 64 MB. The directory's own thread copies them. */
const logPages = 8192

function openDirectory(location: DirectoryLocation, quarantined: string[]): Db {
  const moveToQuarantine = (file: string): void => void quarantined.push(quarantine(file, Date.now()))
  const db = openOrRecreateEncrypted(location, { checked: false, large: { logPages, isCopy: true }, moveToQuarantine })
  try {
    if (isNew(db)) db.transaction(() => db.exec(directorySchema))()
    else if (location.kind !== 'memory' && (versionOf(db) !== directoryVersion || isCorruptAfterCrash(db))) {
      db.close()
      for (const file of filesOf(location.file)) rmSync(file, { force: true })
      return openDirectory(location, quarantined)
    }
    return db
  } catch (error) {
    db.close()
    // The file is damaged where opening did not check. It is a copy, so a new one is created.
    if (location.kind === 'memory' || quarantined.length > 0) throw error
    moveToQuarantine(location.file)
    return openDirectory(location, quarantined)
  }
}

const isNew = (db: Db): boolean => db.prepare('SELECT 1 FROM sqlite_master').get() === undefined
const versionOf = (db: Db): unknown => db.pragma('user_version', { simple: true })
