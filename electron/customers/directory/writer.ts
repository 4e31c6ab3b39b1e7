/**
 * Writes gathered into few transactions. Names are spread all over their index, so each commit writes much of the file
 * again: one for each page of a sync would write a hundred times what is kept. What isn't committed yet is seen by
 * searches all the same, on this one connection; a crash loses seconds of a copy.
 *
 * No savepoints: the index of words would be flushed at each.
 */
import type { Db } from '../../storage/index.ts'

/** Milliseconds: the longest that a write stays uncommitted, and how long after the last one. */
const atMost = 5000
const afterLast = 500

export interface Writer {
  /** Throws what the work throws; then everything since the last commit is undone. */
  readonly write: <R>(work: () => R) => R
  readonly commit: () => void
  /** How many times something written was undone. */
  readonly undone: () => number
}

export function createWriter(db: Db): Writer {
  let begunAt = 0
  let undone = 0
  let timer: NodeJS.Timeout | undefined

  const undo = (): void => {
    clearTimeout(timer)
    undone += 1
    if (db.inTransaction) db.exec('ROLLBACK')
  }

  const commit = (): void => {
    clearTimeout(timer)
    if (!db.inTransaction) return
    try {
      db.exec('COMMIT')
    } catch (error) {
      undo()
      throw error
    }
  }

  /** Nobody waits for this commit: a failure shows in `undone`, and in the next write. */
  const commitLater = (): void => {
    try {
      if (db.open) commit()
    } catch {
      // counted by undo()
    }
  }

  const begin = (): void => {
    if (db.inTransaction) return
    db.exec('BEGIN')
    begunAt = performance.now()
  }

  return {
    write(work) {
      begin()
      try {
        const result = work()
        clearTimeout(timer)
        if (performance.now() - begunAt > atMost) commit()
        else timer = setTimeout(commitLater, afterLast).unref()
        return result
      } catch (error) {
        undo()
        throw error
      }
    },
    commit,
    undone: () => undone,
  }
}
