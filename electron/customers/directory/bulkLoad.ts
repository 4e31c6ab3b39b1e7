/**
 * Fills a directory in its first sync without waiting for the disk. Its pages are written once, straight into the file,
 * while a log would write each of them twice and wait for both. A rollback journal undoes an unfinished transaction, so
 * that the end of the worker or of the desk leaves the last commit. Only the computer's own end may leave any mixture
 * of pages: a mark with the time at which the computer started is stored before, and a file with the mark of an earlier
 * start is replaced by an empty one. The mark is removed once the disk has everything.
 */
import { closeSync, fsync, fsyncSync, openSync } from 'node:fs'
import { uptime } from 'node:os'
import { promisify } from 'node:util'
import type { Db, DirectoryLocation } from '../../storage/index.ts'
import { metaOf } from './meta.ts'
import type { Writer } from './writer.ts'

export interface BulkLoad {
  /** Writes without waiting from now on, until `syncToDisk`. Does nothing for a directory in memory. */
  readonly begin: () => void
  /** Waits until the disk has everything, so that from then on each commit is safe. Searches run meanwhile. */
  readonly syncToDisk: () => Promise<void>
  /** Commits and waits, and closes the directory. */
  readonly close: () => void
}

const mark = 'bulkLoadSince'
/** Milliseconds by which the time of the same start may differ, because clocks are adjusted. */
const tolerance = 10_000

const startOfComputer = (): number => Math.round(Date.now() - uptime() * 1000)

/** Whether the computer ended before the disk had everything, so that the file may have any mixture of pages. */
export function isCorruptAfterCrash(db: Db): boolean {
  const since = metaOf(db).get(mark)
  return since !== null && Math.abs(startOfComputer() - Number(since)) > tolerance
}

const synchronized = promisify(fsync)

export function createBulkLoad(db: Db, location: DirectoryLocation, writer: Pick<Writer, 'commit'>): BulkLoad {
  const meta = metaOf(db)
  /**
   * Open until the database is closed: the end of any descriptor of a file ends all locks that the process has on it.
   */
  let descriptor: number | null = null
  const open = (): number | null => (location.kind === 'memory' ? null : (descriptor ??= openSync(location.file, 'r+')))

  const syncToDiskNow = (): void => {
    const file = meta.get(mark) === null ? null : open()
    if (file === null) return
    writer.commit()
    fsyncSync(file)
    db.pragma('synchronous = NORMAL')
    // The mark stays until everything is as before, so that the next run repeats what fails here.
    if (db.pragma('journal_mode = WAL', { simple: true }) === 'wal') meta.remove(mark)
  }

  return {
    begin() {
      if (open() === null) return
      writer.commit()
      meta.set(mark, String(startOfComputer()))
      // Leaving the log writes the mark to the disk.
      db.pragma('journal_mode = TRUNCATE')
      db.pragma('synchronous = OFF')
    },
    async syncToDisk() {
      const file = meta.get(mark) === null ? null : open()
      if (file === null) return
      await synchronized(file)
      if (db.open) syncToDiskNow()
    },
    close() {
      if (!db.open) return
      try {
        writer.commit()
        syncToDiskNow()
      } finally {
        db.close()
        if (descriptor !== null) closeSync(descriptor)
        descriptor = null
      }
    },
  }
}
