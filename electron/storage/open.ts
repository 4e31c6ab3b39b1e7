/**
 * Opening one SQLite file: private to its person (0600), held exclusively, checked before anything uses it.
 * Write-ahead log without shared memory: with exclusive locking no other process may look inside.
 */
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import type { Db, EncryptedPlace } from './types.ts'

/**
 * SQLite's loader would ask for a diagnostic report of the whole process to tell the C libraries of Linux apart, in every
 * thread anew. Every system but musl Linux has one binary, which is named here; undefined lets the loader search.
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

/** The file of money: each commit is on the disk before the call returns. Throws what SQLite throws. */
export function openDurable(file: string): Db {
  return opened(file, (db) => {
    hold(db)
    db.pragma('synchronous = FULL')
    db.pragma('fullfsync = ON')
    db.pragma('checkpoint_fullfsync = ON')
    check(db)
  })
}

/** An encrypted file, or a database in memory. `checked` reads the whole file: for small ones. Throws what SQLite throws. */
export function openEncrypted(place: EncryptedPlace, options: { readonly checked: boolean }): Db {
  if (place.kind === 'memory') return new Database(':memory:', binding)
  return opened(place.file, (db) => {
    // A raw key: it is random, so nothing is gained by deriving another one from it at every start.
    db.key(Buffer.from(`raw:${place.key}`))
    db.pragma('temp_store = MEMORY')
    hold(db)
    db.pragma('synchronous = NORMAL')
    db.pragma(`journal_size_limit = ${4 * 1024 * 1024}`)
    if (options.checked) check(db)
    else db.prepare('SELECT count(*) FROM sqlite_master').get()
  })
}

function opened(file: string, prepare: (db: Db) => void): Db {
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

/** Takes the lock at once and keeps it until the file is closed or the process ends, however it ends. */
function hold(db: Db): void {
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
