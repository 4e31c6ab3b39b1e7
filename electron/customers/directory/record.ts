/** The record of the last sync, stored in the directory so that its age is known at the next start. */
import { z } from 'zod'
import { nothingUnreadable, UnreadableCounts } from '#shared/model/customer/unreadableParts.ts'
import { Instant, Unreadable } from '#shared/model/customer/views.ts'

export const SyncRecord = z.strictObject({
  startedAt: Instant.nullable(),
  /** End of the last run that read the list to its end, or null if there was none and the directory is incomplete. */
  completedAt: Instant.nullable(),
  /** Whether that run has shown that the list has no more customers. */
  whole: z.boolean().default(true),
  /** Code of the failure that ended the last run, or null if it read the whole list. */
  problem: z.string().nullable(),
  unreadable: z.array(Unreadable),
  unreadableCount: z.number().int(),
  unreadableParts: UnreadableCounts.default(nothingUnreadable),
})
export type SyncRecord = z.infer<typeof SyncRecord>

export const emptyRecord: SyncRecord = {
  startedAt: null,
  completedAt: null,
  whole: true,
  problem: null,
  unreadable: [],
  unreadableCount: 0,
  unreadableParts: nothingUnreadable,
}
