/**
 * The desk's databases. A separate lock shows which desk has the profile folder: a second one ends here, before
 * anything is migrated or recovered. The journal is opened next and locked exclusively too, so whoever holds it then is
 * another program. A file that cannot be opened is moved to quarantine and
 * reported, never deleted.
 */
import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { asDeskError, DeskError, type DeskErrorCode } from '#shared/errors.ts'
import type { Clock } from '../base/clock.ts'
import type { Keychain } from '../keychain/index.ts'
import type { Log } from '../log/index.ts'
import { filesOf, quarantine } from './quarantine.ts'
import { asStorageError, isHeldByAnother, isLockedByAnother, isNotADatabase } from './failure.ts'
import { createSessionFiles } from './sessionFiles.ts'
import { profileFolder } from './folder.ts'
import { workIdentity } from './identity.ts'
import { locationOf } from './keys.ts'
import { migrate } from './migrate.ts'
import { encryptAsLarge, openClaim, openDurable, openEncrypted, type EncryptedOptions } from './open.ts'
import type { Db, DirectoryLocation, EncryptedLocation, Storage } from './types.ts'

interface StorageOptions {
  readonly folder: string
  readonly keychain: Keychain
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
  /** Milliseconds for which a journal that another program holds is waited for. */
  readonly patienceMs?: number
}

/** Throws `already_running`, `storage_unreadable` or `storage_full`. */
export async function openStorage({
  folder,
  keychain,
  clock,
  log,
  patienceMs = 5000,
}: StorageOptions): Promise<Storage> {
  const { path } = await profileFolder(folder)
  const quarantined: string[] = []
  const moveToQuarantine = (file: string): void => {
    const newName = quarantine(file, clock.now())
    quarantined.push(newName)
    log.warn('A file could not be opened and was moved aside', { file: basename(newName) })
  }
  const locationFor = (name: string, account: string): Promise<EncryptedLocation> =>
    locationOf(keychain, { file: path(name), account, onKeyMissing: moveToQuarantine })
  const connectionFileLocation = (kind: ConnectionFile, id: string): Promise<EncryptedLocation> =>
    locationFor(connectionFile(kind, id), connectionFileAccount(kind, id))
  const sessionFileOf = (id: string): string => path(connectionFile('directory', id))
  const deleteConnectionFile = async (kind: ConnectionFile, id: string): Promise<void> => {
    const files = filesOf(path(connectionFile(kind, id)))
    await Promise.all(files.map((file) => rm(file, { force: true, recursive: true, maxRetries: 5 })))
    await keychain.remove(connectionFileAccount(kind, id))
  }

  const claim = await claimFolder(path('desk.lock'))
  const journal = await openJournal(path('journal.db'), { moveToQuarantine, patienceMs }).catch((error: unknown) => {
    claim.close()
    throw error
  })
  const sessionFiles = createSessionFiles(folder, log)
  const deleteDirectory = async (connectionId: string): Promise<void> => {
    sessionFiles.delete(sessionFileOf(connectionId))
    await deleteConnectionFile('directory', connectionId)
  }
  try {
    let keychainProblem: DeskErrorCode | null = null
    const workLocation = await locationFor('work.db', 'key:work').catch((error: unknown): EncryptedLocation => {
      const { code } = asDeskError(error)
      if (code !== 'keychain_unavailable' && code !== 'keychain_damaged') throw error
      keychainProblem = code
      log.warn('The keychain failed while the desk started: personal data is kept for this session only', { code })
      return { kind: 'memory' }
    })
    const work = openWork(workLocation, moveToQuarantine)
    return {
      journal,
      work,
      workLocation: workLocation.kind,
      keychainProblem,
      quarantined,
      async directoryLocation(connectionId) {
        const location = await connectionFileLocation('directory', connectionId)
        return location.kind === 'memory' ? sessionFiles.locationOf(sessionFileOf(connectionId)) : location
      },
      sessionDirectory: (connectionId) => sessionFiles.locationOf(sessionFileOf(connectionId)),
      deleteDirectory,
      eventsLocation: (connectionId) => connectionFileLocation('events', connectionId),
      deleteEvents: (connectionId) => deleteConnectionFile('events', connectionId),
      async deleteConnectionFiles(connectionId) {
        await deleteDirectory(connectionId)
        await deleteConnectionFile('events', connectionId)
      },
      close() {
        work.close()
        sessionFiles.deleteAll()
        journal.close()
        claim.close()
      },
    }
  } catch (error) {
    journal.close()
    claim.close()
    throw error
  }
}

/** The files of one connection, each with a key of its own. */
type ConnectionFile = 'directory' | 'events'

/** The id becomes part of a file name. The desk creates these ids itself, but they are checked all the same. */
function connectionFile(kind: ConnectionFile, connectionId: string): string {
  if (!/^[\w-]{1,100}$/.test(connectionId))
    throw new DeskError('invalid_input', 'The id of a connection cannot name a file')
  return `${kind}-${connectionId}.db`
}

const connectionFileAccount = (kind: ConnectionFile, connectionId: string): string => `key:${kind}:${connectionId}`

const maxAttempts = 4

/**
 * Two desks that start at the same moment can refuse each other once, so each tries again after a random delay. Throws
 * `already_running`.
 */
async function claimFolder(file: string, attempt = 1): Promise<Db> {
  try {
    return openClaim(file)
  } catch (error) {
    if (!isLockedByAnother(error)) throw asStorageError(error, file)
    if (attempt === maxAttempts)
      throw new DeskError('already_running', 'Another desk has this profile folder', {}, { cause: error })
  }
  await wait(randomInt(20, 80))
  return await claimFolder(file, attempt + 1)
}

interface JournalOptions extends Required<Pick<StorageOptions, 'patienceMs'>> {
  readonly moveToQuarantine: (file: string) => void
}

/** Milliseconds between two attempts to open what another program holds. */
const pauseMs = 100

async function openJournal(file: string, { moveToQuarantine, patienceMs }: JournalOptions): Promise<Db> {
  let [waitedMs, moved] = [0, 0]
  for (;;) {
    try {
      return openDurable(file)
    } catch (error) {
      if (isHeldByAnother(error)) {
        const details = { file: basename(file), reason: 'held' }
        if (waitedMs >= patienceMs)
          throw new DeskError('storage_unreadable', 'Another program holds the journal', details, { cause: error })
        await wait(pauseMs)
        waitedMs += pauseMs
      } else if (isNotADatabase(error) && moved < maxAttempts - 1) {
        moveToQuarantine(file)
        moved += 1
      } else throw asStorageError(error, file)
    }
  }
}

interface RecreateOptions extends EncryptedOptions {
  readonly moveToQuarantine: (file: string) => void
}

/** Throws `storage_unreadable` for a file that a newer version of the desk wrote, and leaves it as it is. */
function openWork(location: EncryptedLocation, moveToQuarantine: (file: string) => void): Db {
  const work = openOrRecreateEncrypted(location, { checked: true, moveToQuarantine })
  try {
    migrate(work, [workIdentity])
    // What a person erases is overwritten.
    work.pragma('secure_delete = ON')
    return work
  } catch (error) {
    work.close()
    throw location.kind === 'memory' ? error : asStorageError(error, location.file)
  }
}

/**
 * Opens an encrypted file. A file that is damaged or has another key is moved to quarantine and a new one created; a
 * file that cannot be read or written now is left as it is. A large file that an earlier version of the desk has
 * encrypted in the way of small files is replaced by an empty one if it is a copy, and encrypted again otherwise.
 */
export function openOrRecreateEncrypted(
  location: DirectoryLocation,
  { moveToQuarantine, ...options }: RecreateOptions,
): Db {
  if (location.kind === 'memory') return openEncrypted(location, options)
  try {
    return openEncrypted(location, options)
  } catch (error) {
    if (!isNotADatabase(error)) throw asStorageError(error, location.file)
  }
  try {
    const { large } = options
    if (large === undefined || !isEncryptedAsSmall(location)) moveToQuarantine(location.file)
    else if (large.isCopy) for (const name of filesOf(location.file)) rmSync(name, { force: true })
    else encryptAsLarge(location)
    return openEncrypted(location, options)
  } catch (error) {
    throw asStorageError(error, location.file)
  }
}

function isEncryptedAsSmall(location: DirectoryLocation): boolean {
  try {
    openEncrypted(location, { checked: false }).close()
    return true
  } catch (error) {
    if (!isNotADatabase(error)) throw error
    return false
  }
}
