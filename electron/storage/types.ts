/** The SQLite databases of the desk. */
import type Database from 'better-sqlite3-multiple-ciphers'
import type { DeskErrorCode } from '#shared/errors.ts'

export type Db = Database.Database

/** Where one encrypted database is stored; `memory` if there is no keychain to store its key. */
export type EncryptedLocation =
  | { readonly kind: 'disk'; readonly file: string; readonly key: string }
  | { readonly kind: 'memory' }

/** A directory may be too large for memory. The key of a `session` file exists only there and ends with the session. */
export type DirectoryLocation =
  | EncryptedLocation
  | { readonly kind: 'session'; readonly file: string; readonly key: string }

export interface Storage {
  /** Money operations: unencrypted, `synchronous=FULL`, locked exclusively by this process. */
  readonly journal: Db
  /** What agents entered and the service does not have: encrypted, or in memory. */
  readonly work: Db
  /** Where `work` is stored during this run: a keychain that is unlocked later does not move it to the disk. */
  readonly workLocation: EncryptedLocation['kind']
  /** Why the keychain did not give the key of `work`, if it failed. */
  readonly keychainProblem: DeskErrorCode | null
  /**
   * Files that could not be opened and were moved to quarantine. The person is notified; the files are never deleted.
   */
  readonly quarantined: readonly string[]
  /** Where the directory of one connection is stored; only its worker opens it. */
  readonly directoryLocation: (connectionId: string) => Promise<DirectoryLocation>
  /** Where it is stored for this session alone. */
  readonly sessionDirectory: (connectionId: string) => DirectoryLocation
  readonly deleteDirectory: (connectionId: string) => Promise<void>
  /** Where the events of one connection are stored. */
  readonly eventsLocation: (connectionId: string) => Promise<EncryptedLocation>
  readonly deleteEvents: (connectionId: string) => Promise<void>
  /** Deletes all files of a connection that is removed: its directory and its events. */
  readonly deleteConnectionFiles: (connectionId: string) => Promise<void>
  readonly close: () => void
}
