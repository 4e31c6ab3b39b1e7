/** Opens the file of a directory with everything that reads and writes it. */
import { migrate, quarantine, openOrRecreateEncrypted, type Db, type DirectoryLocation } from '../../storage/index.ts'
import { createFinder, type Finder } from './find.ts'
import { directoryMigrations } from './schema.ts'
import { createStore, type Store } from './store.ts'
import { createWriter, type Writer } from './writer.ts'

export interface OpenFile {
  readonly db: Db
  readonly writer: Writer
  readonly store: Store
  readonly finder: Finder
}

/** @param quarantined receives the names of files that could not be opened; a new one was created */
export function openFile(location: DirectoryLocation, quarantined: string[]): OpenFile {
  const db = openDirectory(location, quarantined)
  const writer = createWriter(db)
  const store = createStore(db)
  return { db, writer, store, finder: createFinder(db, store) }
}

function openDirectory(location: DirectoryLocation, quarantined: string[]): Db {
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
