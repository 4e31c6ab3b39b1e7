/**
 * Renames files that cannot be opened to a dated name in the same folder, together with the files that SQLite keeps
 * beside them.
 */
import { existsSync, renameSync } from 'node:fs'

const companions = ['', '-wal', '-shm', '-journal']

/** Returns all files of one database. */
export const filesOf = (file: string): readonly string[] => companions.map((ending) => file + ending)

/** Moves the database to quarantine and returns its new name. `now` is in epoch milliseconds. */
export function quarantine(file: string, now: number): string {
  const target = freeName(`${file}.unreadable-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`)
  for (const ending of companions) {
    if (existsSync(file + ending)) renameSync(file + ending, target + ending)
  }
  return target
}

function freeName(name: string): string {
  if (!existsSync(name)) return name
  let count = 2
  while (existsSync(`${name}-${count}`)) count += 1
  return `${name}-${count}`
}
