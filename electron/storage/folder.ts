/**
 * The profile folder. It is private to its user and has an id that is part of the names of its secrets in the keychain.
 * The id is written once and never changes; a copied folder keeps it. Since every secret in the keychain is found by
 * the id, a second file holds a copy, from which the first is restored.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { link, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DeskError } from '#shared/errors.ts'
import { readIfThere } from '../base/readIfThere.ts'
import { moveFile } from '../base/wholeFile.ts'
import { isFileError } from './failure.ts'

export interface ProfileFolder {
  readonly id: string
  /** Whether the id's file was missing or damaged and was restored from its copy. */
  readonly idRestored: boolean
  readonly path: (name: string) => string
}

const idFile = 'profile-id'
const idCopy = 'profile-id.copy'
/**
 * The folder of Chromium's own data. It does not show who owns the profile folder, because other programs use the same
 * name.
 */
export const browserDataFolder = 'electron'
/** Matches the names of the desk's files, also those in quarantine. */
const deskFile =
  /^(profile-id|debug-folder$|profiles\.json|settings\.json|window\.json|desk\.log|journal\.db|work\.db|directory-|events-)/
const idForm = /^[0-9a-f]{16}$/

/**
 * Creates the folder if it is missing and makes it private (0700). It is synchronous, because Electron must know the
 * folder before it is ready and does not wait. Throws `storage_unreadable` for a folder with other content: it belongs
 * to somebody else, so its mode must not change.
 */
export function claimProfileFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const others = readdirSync(folder).filter((name) => name !== browserDataFolder)
  const isOurs = others.length === 0 || others.some((name) => deskFile.test(name))
  if (!isOurs)
    throw new DeskError('storage_unreadable', 'The profile folder holds other things', { what: 'foreign_folder' })
  chmodSync(folder, 0o700)
}

/** Claims the folder and reads its id. A damaged `profile-id` is moved to quarantine and restored from its copy. */
export async function profileFolder(folder: string): Promise<ProfileFolder> {
  claimProfileFolder(folder)
  const path = (name: string): string => join(folder, name)
  const stored = await readId(path(idFile))
  const copy = await readId(path(idCopy))
  const id = stored ?? (await writeId(path(idFile), copy ?? randomBytes(8).toString('hex')))
  // A failure, such as a full disk, is ignored: the id is usable, and the next start writes the copy.
  if (copy !== id) await writeCopy(path(idCopy), id).catch(() => undefined)
  return { id, idRestored: stored === null && copy !== null, path }
}

async function readId(file: string): Promise<string | null> {
  const id = (await readIfThere(file))?.trim() ?? ''
  return idForm.test(id) ? id : null
}

/** Two processes may start at the same time: only one of them creates the link, and both use its id. */
async function writeId(file: string, id: string): Promise<string> {
  const temporary = temporaryName(file)
  await writeFile(temporary, `${id}\n`, { mode: 0o600, flush: true })
  try {
    await link(temporary, file)
    return id
  } catch (error) {
    const other = isFileError(error, 'EEXIST') ? await readId(file) : null
    if (other !== null) return other
    // The file exists without a valid id, or this file system has no hard links.
    await moveFile(file, `${file}.unreadable-${id}`).catch(() => undefined)
    await moveFile(temporary, file)
    return id
  } finally {
    await rm(temporary, { force: true })
  }
}

const temporaryName = (file: string): string => `${file}.${randomBytes(8).toString('hex')}`

/**
 * Writes the copy. If it holds another id, the id in use replaces it and the old copy is renamed. Of processes that
 * start at the same time one writes the copy, and the others leave that in place.
 */
async function writeCopy(file: string, id: string): Promise<void> {
  const temporary = temporaryName(file)
  try {
    await writeFile(temporary, `${id}\n`, { mode: 0o600, flush: true })
    const isCreated = await link(temporary, file).then(
      () => true,
      () => false,
    )
    if (isCreated || (await readId(file)) === id) return
    // The file exists with another id or without one, or this file system has no hard links.
    await moveFile(file, `${file}.unreadable-${id}`).catch(() => undefined)
    await moveFile(temporary, file)
  } finally {
    await rm(temporary, { force: true })
  }
}
