/**
 * Groups writes into few transactions. What is stored of a customer is spread all over the file, so each commit
 * rewrites much of it: one for each page of a sync would write many times the stored size. Searches see uncommitted
 * writes, because they use the same connection. A crash loses some seconds of a copy.
 */
import type { Db } from '../../storage/index.ts'

/** Milliseconds after which `isDue`. */
const dueAfterMs = 15_000
/** Milliseconds after which the next write commits. */
const maxUncommittedMs = 20_000
/** Milliseconds after the last write until it is committed. */
const commitAfterMs = 500

export interface Writer {
  /** Throws what the work throws; everything since the last commit is then rolled back. */
  readonly write: <R>(work: () => R) => R
  readonly commit: () => void
  /** Whether the writes since the last commit should be committed before more follow. */
  readonly isDue: () => boolean
  /** Number of rollbacks so far. */
  readonly rollbacks: () => number
}

export function createWriter(db: Db, onRollback: () => void): Writer {
  let isBegun = false
  let begunAt = 0
  let rollbacks = 0
  let timer: NodeJS.Timeout | undefined

  const rollBack = (): void => {
    clearTimeout(timer)
    isBegun = false
    rollbacks += 1
    if (db.inTransaction) db.exec('ROLLBACK')
    onRollback()
  }

  /**
   * SQLite rolls back by itself if a search fails because the disk is full: to read a full-text index, it may have to
   * write what waits in memory.
   */
  const noteRollback = (): void => {
    if (isBegun && !db.inTransaction) rollBack()
  }

  const commit = (): void => {
    clearTimeout(timer)
    noteRollback()
    if (!db.inTransaction) return
    try {
      db.exec('COMMIT')
      isBegun = false
    } catch (error) {
      rollBack()
      throw error
    }
  }

  /** Nobody waits for this commit, so a failure shows in `rollbacks` and in the next write. */
  const commitLater = (): void => {
    if (!db.open) return
    try {
      commit()
    } catch {
      // The rollback was noted.
    }
  }

  const begin = (): void => {
    noteRollback()
    if (db.inTransaction) return
    db.exec('BEGIN')
    isBegun = true
    begunAt = performance.now()
  }

  return {
    write(work) {
      begin()
      try {
        const result = work()
        clearTimeout(timer)
        if (performance.now() - begunAt > maxUncommittedMs) commit()
        else timer = setTimeout(commitLater, commitAfterMs).unref()
        return result
      } catch (error) {
        rollBack()
        throw error
      }
    },
    commit,
    isDue: () => db.inTransaction && performance.now() - begunAt > dueAfterMs,
    rollbacks() {
      noteRollback()
      return rollbacks
    },
  }
}
