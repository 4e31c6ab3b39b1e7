/** Tells whether a database's file is still the one that was opened. */
import { statSync } from 'node:fs'
import type { Db } from './types.ts'

/** Numbers of an index are not used again while a program has the file open. */
function numberOf(file: string): string | null {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? null : `${String(stats.dev)} ${String(stats.ino)}`
}

/**
 * Returns a function that says so at each call. What is written to a file that was moved, deleted or replaced is in no
 * file that the next start finds. The database must have just been opened.
 */
export function watchPlace(db: Db): () => boolean {
  if (db.memory) return () => true
  const opened = numberOf(db.name)
  return () => numberOf(db.name) === opened
}
