/** Opens the file of a directory with everything that reads and writes it. */
import { rmSync } from 'node:fs'
import {
  filesOf,
  migrate,
  quarantine,
  openOrRecreateEncrypted,
  type Db,
  type DirectoryLocation,
} from '../../storage/index.ts'
import { createFilling, type Filling, wasTorn } from './filling.ts'
import { createFinder, type Finder } from './find.ts'
import { createLister, type Lister } from './list.ts'
import { contentVersion, directoryMigrations } from './schema.ts'
import { createStaging, type Staging } from './staging.ts'
import { createStore, type Store } from './store.ts'
import { createWriter, type Writer } from './writer.ts'

export interface OpenFile {
  readonly db: Db
  readonly writer: Writer
  readonly filling: Filling
  readonly store: Store
  readonly staging: Staging
  readonly finder: Finder
  readonly lister: Lister
}

/** @param quarantined receives the names of files that could not be opened; a new one was created */
export function openFile(location: DirectoryLocation, quarantined: string[]): OpenFile {
  const db = openDirectory(location, quarantined)
  const staging = createStaging(db)
  const store = createStore(db, staging)
  const writer = createWriter(db, { completeSome: staging.writeSome, onRollback: store.rolledBack })
  return {
    db,
    writer,
    filling: createFilling(db, location, writer),
    store,
    staging,
    finder: createFinder(db, store, staging),
    lister: createLister(db, writer, store.facts, staging, store.count),
  }
}

/** 64 MB. The directory's own thread copies them. */
const logPages = 8192

function openDirectory(location: DirectoryLocation, quarantined: string[]): Db {
  const moveToQuarantine = (file: string): void => void quarantined.push(quarantine(file, Date.now()))
  const db = openOrRecreateEncrypted(location, { checked: false, large: { logPages, isCopy: true }, moveToQuarantine })
  try {
    if (location.kind !== 'memory' && wasTorn(db)) {
      db.close()
      for (const file of filesOf(location.file)) rmSync(file, { force: true })
      return openDirectory(location, quarantined)
    }
    migrate(db, directoryMigrations)
    emptyOtherVersion(db)
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

const metaName = 'contentVersion'

/** Empties a directory whose customers were stored by another version of the desk. */
function emptyOtherVersion(db: Db): void {
  const stored = db.prepare<[string], string>('SELECT value FROM meta WHERE name = ?').pluck().get(metaName)
  if (stored === String(contentVersion)) return
  db.transaction(() => {
    db.exec(`
      DELETE FROM meta;
      DELETE FROM customers;
      DELETE FROM standing;
      DELETE FROM sales;
      DELETE FROM names;
      DELETE FROM facts;
      DELETE FROM kinds;
      DELETE FROM differences;
      DELETE FROM trigrams;
    `)
    db.prepare('INSERT INTO meta VALUES (?, ?)').run(metaName, String(contentVersion))
  })()
}
