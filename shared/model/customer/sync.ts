/** The state of the local directory, which is the copy of the service's customer list. */
import * as z from 'zod'
import { UnreadableCounts } from './unreadableParts.ts'
import { Instant, Unreadable } from './views.ts'

export const SyncStatus = z.strictObject({
  /**
   * `never`: nothing has been copied yet. `failed`: the last sync ended early; what was copied before is still there.
   */
  state: z.enum(['never', 'syncing', 'done', 'failed']),
  /** The number of customers in the directory. */
  customers: z.number().int(),
  /** The number of customers that the running sync has read. */
  received: z.number().int(),
  /** The number of customers that the running sync reads in a second, or null if it is not known yet. */
  perSecond: z.number().nonnegative().nullable(),
  /** The number of customers that the running sync will probably read, by the last complete one. */
  expected: z.number().int().nullable(),
  /** Whether all customers are sorted into the list. After a first copy that takes a while. */
  sorted: z.boolean(),
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  /** False if the last sync that ended could not show that the list has no more customers, as where a page repeats. */
  whole: z.boolean(),
  /** Code of the failure. */
  problem: z.string().nullable(),
  /** At most 100 of the entries that could not be read. `unreadableCount` counts all of them. */
  unreadable: z.array(Unreadable),
  unreadableCount: z.number().int(),
  /** Counts what could not be read of customers who are in the directory. */
  unreadableParts: UnreadableCounts,
  /**
   * `session`: an encrypted file whose key is only in memory, deleted at the end of the desk. `none`: the connection
   * keeps no list; those customers who were read are in memory until the desk ends.
   */
  storage: z.enum(['disk', 'session', 'memory', 'none']),
})
export type SyncStatus = z.infer<typeof SyncStatus>
