/** Maps errors of SQLite and the file system to the desk's own errors. */
import { basename } from 'node:path'
import { DeskError } from '#shared/errors.ts'
import { errorCode } from '../base/errorCode.ts'

export const isFileError = (thrown: unknown, code: string): boolean => errorCode(thrown) === code

export const isLockedByAnother = (thrown: unknown): boolean => errorCode(thrown)?.startsWith('SQLITE_BUSY') === true

/** Whether another program has the file at this moment: by a lock of SQLite, or on Windows for itself alone. */
export const isHeldByAnother = (thrown: unknown): boolean => isLockedByAnother(thrown) || isFileError(thrown, 'EBUSY')

/** Whether the file is not (or no longer) a database, or cannot be opened with this key. */
export const isNotADatabase = (thrown: unknown): boolean => /^SQLITE_(NOTADB|CORRUPT)/.test(errorCode(thrown) ?? '')

/** Maps a failed write to `storage_full` or `storage_unwritable`. A DeskError stays as it is. */
export function asWriteError(thrown: unknown, file: string): DeskError {
  const error = asStorageError(thrown, file)
  if (thrown instanceof DeskError || error.code === 'storage_full') return error
  return new DeskError('storage_unwritable', error.message, error.details, { cause: thrown })
}

/**
 * Maps an error to `storage_full` or `storage_unreadable`, with the file's name and the code of the cause. A DeskError
 * stays as it is.
 */
export function asStorageError(thrown: unknown, file: string): DeskError {
  if (thrown instanceof DeskError) return thrown
  const code = errorCode(thrown) ?? 'unknown'
  const full = /^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(code)
  return new DeskError(
    full ? 'storage_full' : 'storage_unreadable',
    `${basename(file)}: ${code}`,
    { file: basename(file), code },
    { cause: thrown },
  )
}
