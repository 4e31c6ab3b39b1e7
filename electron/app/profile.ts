/** The profile folder of one start, private to its user, with the log in it. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DeskError } from '#shared/errors.ts'
import { claimDebugFolder } from './debugFolder.ts'
import { HostProblem } from '../host/index.ts'
import { createLog, type Log } from '../log/index.ts'
import { product } from '../base/product.ts'
import { unusableProfile } from './profilePath.ts'
import {
  asStorageError,
  browserDataFolder,
  claimProfileFolder,
  profileFolder,
  type ProfileFolder,
} from '../storage/index.ts'

export const title = product.name

export interface Profile {
  readonly path: string
  readonly folder: ProfileFolder
  readonly log: Log
}

export async function openProfile(path: string): Promise<Profile> {
  try {
    const folder = await profileFolder(path)
    const log = createLog({ file: folder.path('desk.log'), level: 'info' })
    if (folder.idRestored) log.warn('The file profile-id was missing or damaged and was restored from its copy')
    return { path, folder, log }
  } catch (error) {
    throw profileProblem(path, error)
  }
}

/**
 * Creates the profile folder and the folder of Chromium's own data in it, and writes a test file there. This must come
 * before the single-instance lock, because Electron reports a lock that it cannot write like one that another process
 * holds.
 * @returns the path of Chromium's folder
 */
export function prepareBrowserData(path: string, { hasDebugPort }: { readonly hasDebugPort: boolean }): string {
  const folder = join(path, browserDataFolder)
  try {
    claimProfileFolder(path)
    if (hasDebugPort) claimDebugFolder(path)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const probe = join(folder, `probe-${String(process.pid)}`)
    try {
      writeFileSync(probe, 'This file shows that the folder can be written.\n', { mode: 0o600, flush: true })
    } finally {
      rmSync(probe, { force: true })
    }
    return folder
  } catch (error) {
    throw profileProblem(path, error)
  }
}

function profileProblem(path: string, error: unknown): Error {
  // These errors already have a message for a person.
  if (error instanceof DeskError || error instanceof HostProblem) return error
  const known = asStorageError(error, path)
  return known.code === 'storage_full' ? known : unusableProfile(path, error)
}
