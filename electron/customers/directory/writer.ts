/**
 * Groups writes into few transactions. Names are spread all over their index, so each commit rewrites much of the file:
 * a commit for each page of a sync would write a hundred times the stored size. Searches see uncommitted writes,
 * because they use the same connection. A crash loses only seconds of a copy.
 */
import type { Db } from '../../storage/index.ts'

/** Milliseconds: how long a write may stay uncommitted, and how long after the last write the commit follows. */
const maxUncommittedMs = 5000
const commitAfterMs = 500

export interface Writer {
  /** Throws what the work throws; everything since the last commit is then rolled back. */
  readonly write: <R>(work: () => R) => R
  readonly commit: () => void
  /** Number of rollbacks so far. */
  readonly rollbacks: () => number
}

export interface WriterOptions {
  /** Completes the transaction. */
  readonly beforeCommit: () => void
  readonly onRollback: () => void
}

export function createWriter(db: Db, { beforeCommit, onRollback }: WriterOptions): Writer {
  let begunAt = 0
  let rollbacks = 0
  let timer: NodeJS.Timeout | undefined

  const rollBack = (): void => {
    clearTimeout(timer)
    rollbacks += 1
    if (db.inTransaction) db.exec('ROLLBACK')
    onRollback()
  }

  const commit = (): void => {
    clearTimeout(timer)
    if (!db.inTransaction) return
    try {
      beforeCommit()
      db.exec('COMMIT')
    } catch (error) {
      rollBack()
      throw error
    }
  }

  /** Nobody waits for this commit, so a failure shows in `rollbacks` and in the next write. */
  const commitLater = (): void => {
    try {
      if (db.open) commit()
    } catch {
      // `rollBack` has counted it.
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
        if (performance.now() - begunAt > maxUncommittedMs) commit()
        else timer = setTimeout(commitLater, commitAfterMs).unref()
        return result
      } catch (error) {
        rollBack()
        throw error
      }
    },
    commit,
    rollbacks: () => rollbacks,
  }
}
