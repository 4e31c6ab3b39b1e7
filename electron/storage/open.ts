/**
 * Opens one SQLite file: private to its user (0600), locked exclusively, and checked before anything uses it. It uses a
 * write-ahead log without shared memory: with exclusive locking no other process can read it.
 */
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import type { Db, DirectoryLocation } from './types.ts'

/**
 * Names the native binding. Otherwise the loader would create a diagnostic report of the whole process in every thread
 * to distinguish the C libraries of Linux. Every system except musl Linux has one binary; undefined lets the loader
 * search.
 */
function findNativeBinding(): string | undefined {
  const { platform, arch } = process
  if (platform === 'linux' && existsSync('/etc/alpine-release')) return undefined
  const library = createRequire(import.meta.url).resolve('better-sqlite3-multiple-ciphers')
  const file = join(dirname(library), '..', 'prebuilds', `${platform}-${arch}.node`)
  return existsSync(file) ? file : undefined
}

const nativeBinding = findNativeBinding()
const binding = nativeBinding === undefined ? {} : { nativeBinding }

/**
 * Opens the journal of money operations: each commit is on the disk before the call returns. Throws what SQLite throws.
 */
export function openDurable(file: string): Db {
  return openFile(file, (db) => {
    lockExclusively(db)
    db.pragma('synchronous = FULL')
    db.pragma('fullfsync = ON')
    db.pragma('checkpoint_fullfsync = ON')
    check(db)
  })
}

/**
 * Locks an empty file that only desks open, until it is closed or the process ends, also if it is killed. Throws
 * SQLITE_BUSY if another desk has it.
 */
export function openClaim(file: string): Db {
  return openFile(file, (claim) => {
    claim.pragma('locking_mode = EXCLUSIVE')
    claim.exec('BEGIN EXCLUSIVE')
  })
}

export interface EncryptedOptions {
  /** Reads the whole file, so it is for small ones. */
  readonly checked: boolean
  /**
   * For a file that may become large. It has larger pages and another cipher, AEGIS-256, which takes a tenth of the
   * time of ChaCha20 where the processor has instructions for AES.
   */
  readonly large?: LargeFile
}

interface LargeFile {
  /**
   * Pages of the log that are copied into the file at once, which blocks the thread. A page that is written again
   * meanwhile is copied only once.
   */
  readonly logPages: number
  /**
   * Whether a file that an earlier version of the desk has encrypted as a small one is replaced by an empty one,
   * because it is a copy. Otherwise it is encrypted again, and keeps the size of its pages.
   */
  readonly isCopy: boolean
}

const largePageSize = 8192

/** Opens an encrypted file, or a database in memory. Throws what SQLite throws. */
export function openEncrypted(location: DirectoryLocation, options: EncryptedOptions): Db {
  if (location.kind === 'memory') {
    const db = new Database(':memory:', binding)
    db.pragma('temp_store = MEMORY')
    return db
  }
  return openFile(location.file, (db) => {
    if (options.large !== undefined) {
      db.pragma("cipher = 'aegis'")
      db.pragma(`page_size = ${largePageSize}`)
      db.pragma(`wal_autocheckpoint = ${options.large.logPages}`)
    }
    db.key(rawKey(location))
    db.pragma('temp_store = MEMORY')
    lockExclusively(db)
    db.pragma('synchronous = NORMAL')
    db.pragma(`journal_size_limit = ${4 * 1024 * 1024}`)
    if (options.checked) check(db)
    else db.prepare('SELECT count(*) FROM sqlite_master').get()
  })
}

/** The key is random, so deriving another one from it at every start would gain nothing. */
const rawKey = ({ key }: Extract<DirectoryLocation, { readonly key: string }>): Buffer => Buffer.from(`raw:${key}`)

/** Encrypts a small file as a large one, in one transaction. Throws what SQLite throws. */
export function encryptAsLarge(location: Extract<DirectoryLocation, { readonly key: string }>): void {
  openFile(location.file, (db) => {
    const key = rawKey(location)
    db.key(key)
    db.pragma('journal_mode = DELETE')
    db.pragma("cipher = 'aegis'")
    db.rekey(key)
  }).close()
}

function openFile(file: string, prepare: (db: Db) => void): Db {
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
  const db = new Database(file, { timeout: 0, ...binding })
  try {
    prepare(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Takes the exclusive lock and keeps it until the file is closed or the process ends. */
function lockExclusively(db: Db): void {
  db.pragma('locking_mode = EXCLUSIVE')
  db.pragma('journal_mode = WAL')
  db.exec('BEGIN EXCLUSIVE; COMMIT')
}

class DamagedFile extends Database.SqliteError {
  constructor() {
    super('The file is damaged', 'SQLITE_CORRUPT')
  }
}

function check(db: Db): void {
  if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new DamagedFile()
}
