/** The file of one connection's events: it is opened here, migrated and checked, and a damaged one is replaced. */
import { basename } from 'node:path'
import { maxInMemory } from '#shared/model/customer/events.ts'
import type { Log } from '../log/index.ts'
import { migrate, openOrRecreateEncrypted, quarantine, type Db, type EncryptedLocation } from '../storage/index.ts'
import { createEventReads, type EventReads } from './reads.ts'
import { eventMigrations } from './schema.ts'
import { createStoreRecords, type StoreRecords } from './recordWrites.ts'
import { createEventWrites, createNotes, createTrim, type EventWrites } from './writes.ts'

export interface EventStore extends EventReads, EventWrites {
  readonly location: EncryptedLocation['kind']
  readonly storeRecords: StoreRecords
  /** Whether the oldest events were deleted, because there is no disk for all of them. */
  readonly isCut: () => boolean
  readonly isOpen: () => boolean
  readonly close: () => void
}

export interface EventStoreOptions {
  readonly location: EncryptedLocation
  /** Called with the name of a file that could not be opened and was moved to quarantine. */
  readonly onQuarantine: (file: string) => void
  readonly log: Pick<Log, 'warn'>
}

/** 4 MB, whose copying blocks the main process for less than 20 ms. */
const logPages = 512

/**
 * Throws `storage_unreadable` for a file that a newer version of the desk wrote, and leaves it as it is; and the errors
 * of a disk that cannot be written.
 */
export function openEventStore({ location, onQuarantine, log }: EventStoreOptions): EventStore {
  const db: Db = openOrRecreateEncrypted(location, {
    checked: false,
    large: { logPages, isCopy: false },
    moveToQuarantine(file) {
      const newName = basename(quarantine(file, Date.now()))
      log.warn('The events could not be opened and were moved aside', { file: newName })
      onQuarantine(newName)
    },
  })
  try {
    // An event is acknowledged once it is stored, and nobody sends it again.
    db.pragma('synchronous = FULL')
    migrate(db, eventMigrations)
    const notes = createNotes(db)
    let isCut = false
    const noteCut = (): void => {
      if (!isCut) log.warn('The oldest events in memory were deleted', { kept: maxInMemory })
      isCut = true
    }
    const trim = createTrim(db, location.kind === 'memory' ? noteCut : null)
    return {
      ...createEventReads(db),
      ...createEventWrites(db, notes, trim),
      storeRecords: createStoreRecords(db, notes, trim),
      location: location.kind,
      isCut: () => isCut,
      isOpen: () => db.open,
      close: () => void db.close(),
    }
  } catch (error) {
    db.close()
    throw error
  }
}
