/** Changes the journal of a desk that isn't running, for states that would take too long to reach. */
import { join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { systemClock } from '../../electron/base/clock.ts'
import { createJournal } from '../../electron/operations/journal/journal.ts'

/** Moves an operation to the state after the last reconciliation attempt, which would be ten minutes later. */
export function giveUp(userData: string, id: string): void {
  const db = new Database(join(userData, 'journal.db'))
  try {
    const journal = createJournal(db, systemClock)
    const cause = 'looks ended'
    if (journal.row(id)?.state === 'CONFIRMED') journal.addLook(id, 'overdue', cause)
    else journal.move(id, { state: 'NEEDS_HUMAN', cause })
  } finally {
    db.close()
  }
}
