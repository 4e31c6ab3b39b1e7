/** What the directory remembers of its syncs, so that its age is known at the next start. */
import { z } from 'zod'
import { Instant, Unreadable } from '#shared/model/views.ts'

export const SyncRecord = z.strictObject({
  startedAt: Instant.nullable(),
  /** End of the last run that read the whole list; null: there was none, so the directory isn't complete. */
  completedAt: Instant.nullable(),
  /** Code of the failure that ended the last run; null where it read the whole list. */
  problem: z.string().nullable(),
  unreadable: z.array(Unreadable),
  unreadableCount: z.number().int(),
})
export type SyncRecord = z.infer<typeof SyncRecord>

export const emptyRecord: SyncRecord = {
  startedAt: null,
  completedAt: null,
  problem: null,
  unreadable: [],
  unreadableCount: 0,
}
