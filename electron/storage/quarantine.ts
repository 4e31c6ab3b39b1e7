/**
 * Renames files that cannot be opened to a dated name in the same folder, together with the files that SQLite keeps
 * beside them.
 */
import { existsSync } from 'node:fs'
import { moveFileNow } from '../base/wholeFile.ts'
import { asStorageError } from './failure.ts'

const companions = ['', '-wal', '-shm', '-journal']

/** Returns all files of one database. */
export const filesOf = (file: string): readonly string[] => companions.map((ending) => file + ending)

/**
 * Moves the database to quarantine and returns its new name. `now` is in epoch milliseconds. If one of its files can't
 * be moved, all stay, and it throws `storage_unreadable`. The database itself goes last, because SQLite deletes a log
 * beside an empty database.
 */
export function quarantine(file: string, now: number): string {
  const target = freeName(`${file}.unreadable-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`)
  const endings = companions.filter((ending) => existsSync(file + ending)).toReversed()
  const moved: string[] = []
  try {
    for (const ending of endings) {
      moveFileNow(file + ending, target + ending)
      moved.push(ending)
    }
    return target
  } catch (thrown) {
    for (const ending of moved) moveFileNow(target + ending, file + ending)
    throw asStorageError(thrown, file)
  }
}

function freeName(name: string): string {
  if (!existsSync(name)) return name
  let count = 2
  while (existsSync(`${name}-${count}`)) count += 1
  return `${name}-${count}`
}
