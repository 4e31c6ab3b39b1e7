/** The journal of operations: what is written, what is read, and what is summed up. This file makes no requests. */
import type { Clock } from '../../base/clock.ts'
import { migrate, type Db } from '../../storage/index.ts'
import { createJournalReads, type JournalReads } from './journalReads.ts'
import { createJournalReports, type JournalReports } from './journalReports.ts'
import { createJournalStatus, type JournalStatus } from './journalStatus.ts'
import { createJournalWrites, type JournalWrites } from './journalWrites.ts'
import { journalMigrations } from './schema.ts'

export type { JournalFilter } from './journalReads.ts'
export type { OperationSum, RefundSum } from './journalReports.ts'
export type { OpenLock } from './journalStatus.ts'
export type { JournalRow } from './journalRow.ts'
export type { Attempt } from './journalWrites.ts'

export interface Journal extends JournalReads, JournalStatus, JournalReports, JournalWrites {}

export function createJournal(db: Db, clock: Clock): Journal {
  migrate(db, journalMigrations)
  return {
    ...createJournalReads(db, clock),
    ...createJournalStatus(db, clock),
    ...createJournalReports(db),
    ...createJournalWrites(db, clock),
  }
}
