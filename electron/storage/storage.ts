/**
 * The desk's databases. The journal is opened first and held exclusively: a second process on the same profile folder
 * ends here, before anything is migrated or recovered. What can't be opened is moved aside and told, never deleted.
 */
import { randomInt } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { asDeskError, DeskError } from '#shared/errors.ts'
import type { Clock } from '../clock.ts'
import type { Keychain } from '../keychain/index.ts'
import type { Log } from '../log/index.ts'
import { filesOf, quarantine } from './quarantine.ts'
import { asStorageError, isHeldByAnother, isNotADatabase } from './failure.ts'
import { profileFolder } from './folder.ts'
import { workIdentity } from './identity.ts'
import { placeOf } from './keys.ts'
import { migrate } from './migrate.ts'
import { openDurable, openEncrypted } from './open.ts'
import type { Db, EncryptedPlace, Storage } from './types.ts'

export interface StorageOptions {
  readonly folder: string
  readonly keychain: Keychain
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

/** Throws `already_running`, `storage_unreadable` or `storage_full`. */
export async function openStorage({ folder, keychain, clock, log }: StorageOptions): Promise<Storage> {
  const { path } = await profileFolder(folder)
  const quarantined: string[] = []
  const aside = (file: string): void => {
    const kept = quarantine(file, clock.now())
    quarantined.push(kept)
    log.warn('A file could not be opened and was moved aside', { file: basename(kept) })
  }
  const place = (name: string, account: string): Promise<EncryptedPlace> =>
    placeOf(keychain, { file: path(name), account, onKeyMissing: aside })

  const journal = await openJournal(path('journal.db'), aside)
  try {
    const workPlace = await place('work.db', 'key:work').catch((error: unknown): EncryptedPlace => {
      if (asDeskError(error).code !== 'keychain_unavailable') throw error
      log.warn('The keychain failed while the desk began: what is personal is kept for this session')
      return { kind: 'memory' }
    })
    const work = openWork(workPlace, aside)
    return {
      journal,
      work,
      workKept: workPlace.kind,
      quarantined,
      directoryPlace: (connectionId) => place(directoryName(connectionId), directoryAccount(connectionId)),
      async deleteDirectory(connectionId) {
        await Promise.all(
          filesOf(path(directoryName(connectionId))).map((file) => rm(file, { force: true, maxRetries: 5 })),
        )
        await keychain.remove(directoryAccount(connectionId)).catch((cause: unknown) => {
          throw new DeskError('keychain_unavailable', "The key of a directory can't be removed now", {}, { cause })
        })
      },
      close() {
        work.close()
        journal.close()
      },
    }
  } catch (error) {
    journal.close()
    throw error
  }
}

/** Ids of connections are the desk's own, yet they name a file here: only what a plain name may hold. */
function directoryName(connectionId: string): string {
  if (!/^[\w-]{1,100}$/.test(connectionId))
    throw new DeskError('invalid_input', 'The id of a connection cannot name a file')
  return `directory-${connectionId}.db`
}

const directoryAccount = (connectionId: string): string => `key:directory:${connectionId}`

const attempts = 4

/** Two processes that start at the same moment can refuse each other once; then one of them is first. */
async function openJournal(file: string, aside: (file: string) => void, attempt = 1): Promise<Db> {
  try {
    return openDurable(file)
  } catch (error) {
    const last = attempt === attempts
    if (isHeldByAnother(error) && last)
      throw new DeskError('already_running', 'Another process holds this profile folder', {}, { cause: error })
    if (isHeldByAnother(error)) await wait(randomInt(20, 80))
    else if (isNotADatabase(error) && !last) aside(file)
    else throw asStorageError(error, file)
  }
  return openJournal(file, aside, attempt + 1)
}

export interface RecreateOptions {
  readonly checked: boolean
  readonly aside: (file: string) => void
}

/** Throws `storage_unreadable` for a file that a newer desk wrote, and leaves it as it is. */
function openWork(place: EncryptedPlace, aside: (file: string) => void): Db {
  const work = openOrRecreateEncrypted(place, { checked: true, aside })
  try {
    migrate(work, [workIdentity])
    return work
  } catch (error) {
    work.close()
    throw place.kind === 'disk' ? asStorageError(error, place.file) : error
  }
}

/**
 * Opens an encrypted file. One whose bytes are damaged, or not of its key, is moved aside and a new one takes its place;
 * one that can't be read or written now is left where it is.
 */
export function openOrRecreateEncrypted(place: EncryptedPlace, { checked, aside }: RecreateOptions): Db {
  if (place.kind === 'memory') return openEncrypted(place, { checked })
  try {
    return openEncrypted(place, { checked })
  } catch (error) {
    if (!isNotADatabase(error)) throw asStorageError(error, place.file)
  }
  try {
    aside(place.file)
    return openEncrypted(place, { checked })
  } catch (error) {
    throw asStorageError(error, place.file)
  }
}
