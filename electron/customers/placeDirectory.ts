/** Opens the directory of a connection in the first place that works. */
import type { Emit } from '#shared/contract.ts'
import { asDeskError } from '#shared/errors.ts'
import type { SyncStatus } from '#shared/model/customer/sync.ts'
import { isStored, type OpenConnection } from '../connections/index.ts'
import type { Log } from '../log/index.ts'
import type { DirectoryLocation, Storage } from '../storage/index.ts'
import type { Directory } from './directory/directory.ts'

interface PlacedDirectory {
  readonly directory: Directory
  readonly kind: SyncStatus['storage']
}

interface PlaceOptions {
  readonly open: Pick<OpenConnection, 'profile'>
  readonly storage: Pick<Storage, 'directoryLocation' | 'sessionDirectory'>
  /** Without a list, what is read stays in memory. */
  readonly keepsList: boolean
  readonly start: (location: DirectoryLocation) => Promise<Directory>
  readonly emit: Emit
  readonly log: Pick<Log, 'warn'>
}

export async function placeDirectory(options: PlaceOptions): Promise<PlacedDirectory> {
  const { open, keepsList, start } = options
  const { profile } = open
  if (!keepsList) return { directory: await start({ kind: 'memory' }), kind: 'none' }
  // The sandbox has its customers in memory anyway.
  if (profile.kind === 'sandbox') return await startIn(options, { kind: 'memory' })
  const saved = isStored(profile) ? await openSaved(options, profile.id) : null
  return saved ?? (await openForSession(options, profile.id))
}

async function startIn({ start }: PlaceOptions, location: DirectoryLocation): Promise<PlacedDirectory> {
  return { directory: await start(location), kind: location.kind }
}

/** Returns `null` if it can't be opened, which the window is notified of. */
async function openSaved(options: PlaceOptions, id: string): Promise<PlacedDirectory | null> {
  const { storage, emit, log } = options
  try {
    return await startIn(options, await storage.directoryLocation(id))
  } catch (thrown) {
    const { code } = asDeskError(thrown)
    log.warn('The directory could not be opened on the disk', { code })
    emit('notice', { code: 'directory_not_saved', level: 'warning', details: { problem: code } })
    return null
  }
}

/** It is in a file, which may be larger than memory, or in memory if there can be none. */
async function openForSession(options: PlaceOptions, id: string): Promise<PlacedDirectory> {
  try {
    return await startIn(options, options.storage.sessionDirectory(id))
  } catch (thrown) {
    const { code } = asDeskError(thrown)
    options.log.warn('No directory could be created for this session on the disk', { code })
    return await startIn(options, { kind: 'memory' })
  }
}
