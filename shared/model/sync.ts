/** State of the local directory: the copy of the service's customer list. */
import * as z from 'zod'
import { Instant, Unreadable } from './views.ts'

export const SyncStatus = z.strictObject({
  /** `never`: nothing copied yet. `failed`: the last run ended early; what was copied before is still there. */
  state: z.enum(['never', 'syncing', 'done', 'failed']),
  /** Customers in the directory now. */
  customers: z.number().int(),
  /** Customers read by the run under way. */
  received: z.number().int(),
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  /** Code of the failure. */
  problem: z.string().nullable(),
  /** At most 100 of those that could not be read; `unreadableCount` counts all. */
  unreadable: z.array(Unreadable),
  unreadableCount: z.number().int(),
  storage: z.enum(['disk', 'memory']),
})
export type SyncStatus = z.infer<typeof SyncStatus>
