/** The journal of a desk that isn't running, for what takes too long to happen by itself. */
import { join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { systemClock } from '../../electron/clock.ts'
import { createJournal } from '../../electron/operations/journal.ts'

/** As after the last look, ten minutes on. */
export function giveUp(userData: string, id: string): void {
  const db = new Database(join(userData, 'journal.db'))
  try {
    createJournal(db, systemClock).move(id, { state: 'NEEDS_HUMAN', cause: 'looks ended' })
  } finally {
    db.close()
  }
}
