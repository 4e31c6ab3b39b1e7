/**
 * The profile folder: private to its person, with an id of its own that names its secrets in the keychain.
 * The id is written once and never changes; a folder that is copied elsewhere keeps it. Every secret in the keychain is
 * found by it, so a second file holds a copy, and the first is restored from that.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DeskError } from '#shared/errors.ts'
import { isFileError } from './failure.ts'

export interface ProfileFolder {
  readonly id: string
  /** The file of the id was missing or damaged, and was restored from its copy. */
  readonly idRestored: boolean
  readonly path: (name: string) => string
}

const idFile = 'profile-id'
const idCopy = 'profile-id.copy'
/** The folder of Chromium's own data. It says nothing about who owns the profile folder: other programs use that name. */
export const browserDataFolder = 'electron'
/** Names that a desk gives its files, as they are or moved aside. */
const deskFile =
  /^(profile-id|debug-folder$|profiles\.json|settings\.json|window\.json|desk\.log|journal\.db|work\.db|directory-)/
const idForm = /^[0-9a-f]{16}$/

/**
 * Makes the folder where it isn't there and keeps it private (0700). Synchronous, because Electron must know the folder
 * before it is ready and waits for nothing. Throws `storage_unreadable` for a folder that holds other things: it is
 * somebody else's, and its mode is not ours to change.
 */
export function claimProfileFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const others = readdirSync(folder).filter((name) => name !== browserDataFolder)
  const isOurs = others.length === 0 || others.some((name) => deskFile.test(name))
  if (!isOurs)
    throw new DeskError('storage_unreadable', 'The profile folder holds other things', { what: 'foreign_folder' })
  chmodSync(folder, 0o700)
}

/** Claims the folder and reads its id; a `profile-id` that isn't one is moved aside and restored from its copy. */
export async function profileFolder(folder: string): Promise<ProfileFolder> {
  claimProfileFolder(folder)
  const path = (name: string): string => join(folder, name)
  const own = await readId(path(idFile))
  const copy = await readId(path(idCopy))
  const id = own ?? (await writeId(path(idFile), copy ?? randomBytes(8).toString('hex')))
  // A full disk keeps nobody from working with the id that is there: the next start makes the copy.
  if (copy !== id) await writeCopy(path(idCopy), id).catch(() => undefined)
  return { id, idRestored: own === null && copy !== null, path }
}

async function readId(file: string): Promise<string | null> {
  try {
    const id = (await readFile(file, 'utf8')).trim()
    return idForm.test(id) ? id : null
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return null
    throw error
  }
}

/** Two processes may start at once: the link is made by one of them, and both use its id. */
async function writeId(file: string, id: string): Promise<string> {
  const draft = draftOf(file)
  await writeFile(draft, `${id}\n`, { mode: 0o600, flush: true })
  try {
    await link(draft, file)
    return id
  } catch (error) {
    const other = isFileError(error, 'EEXIST') ? await readId(file) : null
    if (other !== null) return other
    // Either a file that holds no id is there, or this file system knows no links.
    await rename(file, `${file}.unreadable-${id}`).catch(() => undefined)
    await rename(draft, file)
    return id
  } finally {
    await rm(draft, { force: true })
  }
}

const draftOf = (file: string): string => `${file}.${randomBytes(8).toString('hex')}`

/**
 * The id in use wins over another one in the copy; that is kept under another name. Of processes that start at once one
 * makes the copy, and none moves away what another has made.
 */
async function writeCopy(file: string, id: string): Promise<void> {
  const draft = draftOf(file)
  try {
    await writeFile(draft, `${id}\n`, { mode: 0o600, flush: true })
    const isMade = await link(draft, file).then(
      () => true,
      () => false,
    )
    if (isMade || (await readId(file)) === id) return
    // Either a file that holds another id or none is there, or this file system knows no links.
    await rename(file, `${file}.unreadable-${id}`).catch(() => undefined)
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}
