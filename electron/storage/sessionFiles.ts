/**
 * Encrypted files whose keys exist only in memory, for a desk without a keychain. They end with the session: they are
 * deleted when the desk ends, and those that a crash left behind when it starts. Without their keys nobody can read
 * what a deleted file leaves on the disk.
 */
import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { filesOf } from './quarantine.ts'
import type { DirectoryLocation } from './types.ts'

export interface SessionFiles {
  /** Returns the same location for the same file until it is deleted. */
  readonly locationOf: (file: string) => Extract<DirectoryLocation, { kind: 'session' }>
  readonly delete: (file: string) => void
  readonly deleteAll: () => void
}

const ending = '.session.db'
const sessionFile = /^directory-[\w-]{1,100}\.session\.db/
const options = { force: true, maxRetries: 5 }

/** Deletes what earlier sessions left in the folder. The caller holds the folder's lock. */
export function createSessionFiles(folder: string): SessionFiles {
  const keys = new Map<string, string>()
  const nameOf = (file: string): string => join(dirname(file), `${basename(file, '.db')}${ending}`)
  const deleteAll = (): void => {
    for (const name of readdirSync(folder)) if (sessionFile.test(name)) rmSync(join(folder, name), options)
    keys.clear()
  }
  deleteAll()
  return {
    locationOf(file) {
      const key = keys.get(file) ?? randomBytes(32).toString('hex')
      keys.set(file, key)
      return { kind: 'session', file: nameOf(file), key }
    },
    delete(file) {
      keys.delete(file)
      for (const name of filesOf(nameOf(file))) rmSync(name, options)
    },
    deleteAll,
  }
}
