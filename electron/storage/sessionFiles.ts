/**
 * Encrypted files whose keys exist only in memory: the directory without a keychain, that of a connection from the
 * command line, and one whose own file can't be opened. They end with the session: they are deleted when the desk ends,
 * and those that a crash left behind when it starts. Without their keys nobody can read what a deleted file leaves on
 * the disk.
 */
import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { errorCode } from '../base/errorCode.ts'
import type { Log } from '../log/index.ts'
import { filesOf } from './quarantine.ts'
import type { DirectoryLocation } from './types.ts'

interface SessionFiles {
  /** Returns the same location for the same file until it is deleted. */
  readonly locationOf: (file: string) => Extract<DirectoryLocation, { kind: 'session' }>
  readonly delete: (file: string) => void
  /** Never throws: a file that cannot be deleted is logged, and the next start tries again. */
  readonly deleteAll: () => void
}

const ending = '.session.db'
const sessionFile = /^directory-[\w-]{1,100}\.session\.db/
/** Node retries only with `recursive`. */
const options = { force: true, recursive: true, maxRetries: 5 }

/** Deletes what earlier sessions left in the folder. The caller holds the folder's lock. */
export function createSessionFiles(folder: string, log: Pick<Log, 'warn'>): SessionFiles {
  const keys = new Map<string, string>()
  const nameOf = (file: string): string => join(dirname(file), `${basename(file, '.db')}${ending}`)
  const logFailure = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      log.warn('Files of a session could not be deleted', { code: errorCode(error) })
    }
  }
  const deleteAll = (): void => {
    keys.clear()
    logFailure(() => {
      for (const name of readdirSync(folder))
        if (sessionFile.test(name)) logFailure(() => rmSync(join(folder, name), options))
    })
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
