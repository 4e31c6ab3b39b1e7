/** The journal of operations: what is written, what is read, and what is summed up. This file makes no requests. */
import type { Clock } from '../../base/clock.ts'
import { migrate, type Db } from '../../storage/index.ts'
import type { CountedTime } from '../countedTime.ts'
import type { OperationsOptions } from '../types.ts'
import { logWrites } from './journalLog.ts'
import { createJournalLooks, type JournalLooks } from './journalLooks.ts'
import { createJournalReads, type JournalReads } from './journalReads.ts'
import { createJournalReports, type JournalReports } from './journalReports.ts'
import { createJournalStatus, type JournalStatus } from './journalStatus.ts'
import { createJournalWrites, type JournalWrites } from './journalWrites.ts'
import { journalMigrations } from './schema.ts'

export type { JournalFilter } from './journalReads.ts'
export type { OperationSum, PurchaseSum, RefundSum } from './journalReports.ts'
export type { JournalRow } from './journalRow.ts'

export interface Journal extends JournalReads, JournalLooks, JournalStatus, JournalReports, JournalWrites {}

/** Rows get the time of `clock`. What was done a while ago is counted by `counted`, which nobody sets forward. */
export function createJournal(
  db: Db,
  clock: Clock,
  counted: Pick<CountedTime, 'setForward'> = { setForward: () => 0 },
  log: OperationsOptions['log'] | null = null,
): Journal {
  migrate(db, journalMigrations)
  const reports = createJournalReports(db)
  const writes = createJournalWrites(db, clock)
  return {
    ...createJournalLooks(db),
    ...createJournalReads(db),
    ...createJournalStatus(db),
    ...reports,
    sums: (connection, since) => reports.sums(connection, since - counted.setForward()),
    keptPurchases: (connection, since) => reports.keptPurchases(connection, since - counted.setForward()),
    refundsSince: (connection, since) => reports.refundsSince(connection, since - counted.setForward()),
    recentPurchases: (connection, inventoryItemId, since) =>
      reports.recentPurchases(connection, inventoryItemId, since - counted.setForward()),
    ...(log === null ? writes : logWrites(db, writes, log)),
  }
}
