/** Checks whether a database's file and its write-ahead log are still those that were opened. */
import { statSync } from 'node:fs'
import type { Db } from './types.ts'

/** Numbers of an index are not used again while a program has the file open. */
function numberOf(file: string): string | null {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? null : `${String(stats.dev)} ${String(stats.ino)}`
}

/**
 * Returns a function that checks it at each call. What is written to a file that was moved, deleted or replaced is in
 * no file that the next start finds. Bytes that another program writes into the same file are not noticed. The database
 * must have just been opened, by which its log exists.
 */
export function watchPlace(db: Db): () => boolean {
  if (db.memory) return () => true
  const files = [db.name, `${db.name}-wal`]
  const opened = files.map(numberOf)
  return () => files.every((file, index) => numberOf(file) === opened[index])
}
