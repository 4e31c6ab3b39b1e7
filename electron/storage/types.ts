/** The SQLite files of the desk, by what they are worth. */
import type Database from 'better-sqlite3-multiple-ciphers'

export type Db = Database.Database

/** Where one encrypted file is kept; `memory` where there is no keychain to keep its key. */
export type EncryptedPlace =
  { readonly kind: 'disk'; readonly file: string; readonly key: string } | { readonly kind: 'memory' }

export interface Storage {
  /** Money operations: unencrypted, `synchronous=FULL`, held exclusively by this process. */
  readonly journal: Db
  /** What agents made and can't be fetched again: encrypted, or in memory. */
  readonly work: Db
  /** Of `work`, for this whole run: a keychain that is unlocked later doesn't move it to the disk. */
  readonly workKept: EncryptedPlace['kind']
  /** Files that could not be opened and were moved aside: told to the person, never deleted. */
  readonly quarantined: readonly string[]
  /** The directory's file of one connection; opened by its worker alone. */
  readonly directoryPlace: (connectionId: string) => Promise<EncryptedPlace>
  readonly deleteDirectory: (connectionId: string) => Promise<void>
  readonly close: () => void
}
