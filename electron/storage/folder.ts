/**
 * The profile folder: private to its person, with an id of its own that names its secrets in the keychain.
 * The id is written once and never changes; a folder that is copied elsewhere keeps it. Every secret in the keychain is
 * found by it, so a second file holds a copy, and the first is restored from that.
 */
import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
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
/**
 * Names that a desk gives its files, as they are or moved aside. `electron` is the folder of Chromium's own data: Electron
 * creates it before the desk runs, so on a first start it is the only one.
 */
const ours = /^(profile-id|profiles\.json|settings\.json|window\.json|desk\.log|journal\.db|work\.db|directory-|electron$)/
const idForm = /^[0-9a-f]{16}$/

/**
 * Makes the folder (0700) and its id where they aren't there yet. A `profile-id` that isn't one is moved aside and
 * restored from its copy. Throws `storage_unreadable` for a folder that holds other things: it is somebody else's, and its mode is not ours to change.
 */
export async function profileFolder(folder: string): Promise<ProfileFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const there = await readdir(folder)
  const isOurs = there.length === 0 || there.some((name) => ours.test(name))
  if (!isOurs) throw new DeskError('storage_unreadable', 'The profile folder holds other things', { what: 'foreign_folder' })
  await chmod(folder, 0o700)
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

/** The id in use wins over another one in the copy; that is kept under another name. */
async function writeCopy(file: string, id: string): Promise<void> {
  const draft = draftOf(file)
  try {
    await writeFile(draft, `${id}\n`, { mode: 0o600, flush: true })
    if ((await readId(file)) === id) return
    await rename(file, `${file}.unreadable-${id}`).catch(() => undefined)
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}
