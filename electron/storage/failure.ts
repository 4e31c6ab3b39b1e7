/** What SQLite and the file system say when a file can't be used, as the desk's own errors. */
import { basename } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { DeskError } from '#shared/errors.ts'

export const isFileError = (thrown: unknown, code: string): boolean => codeOf(thrown) === code

export function codeOf(thrown: unknown): string | null {
  if (thrown instanceof Database.SqliteError) return thrown.code
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : null
}

export const isHeldByAnother = (thrown: unknown): boolean => codeOf(thrown)?.startsWith('SQLITE_BUSY') === true

/** The bytes are not (or no longer) a database, or not one that this key opens. */
export const isNotADatabase = (thrown: unknown): boolean => /^SQLITE_(NOTADB|CORRUPT)/.test(codeOf(thrown) ?? '')

/** The disk has no room, fails, or another process works with the file: none of these is the file's own fault. */
export const isOutsideTrouble = (thrown: unknown): boolean => /^(SQLITE_(BUSY|FULL|IOERR|NOMEM)|ENOSPC|EDQUOT|EIO|EMFILE|ENFILE)/.test(codeOf(thrown) ?? '')

/** `storage_full` or `storage_unreadable`, with the file's name and the code of the cause. A DeskError stays as it is. */
export function asStorageError(thrown: unknown, file: string): DeskError {
  if (thrown instanceof DeskError) return thrown
  const code = codeOf(thrown) ?? 'unknown'
  const full = /^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(code)
  return new DeskError(full ? 'storage_full' : 'storage_unreadable', `${basename(file)}: ${code}`, { file: basename(file), code }, { cause: thrown })
}
