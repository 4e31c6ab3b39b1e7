/** Stores customers that were read from the service in the directory. */
import { asDeskError } from '#shared/errors.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { Log } from '../log/index.ts'
import type { Session } from './session.ts'

/** Customers sent to the worker in one message. The main thread is blocked while they are copied. */
const entriesAtOnce = 20

/**
 * Stores the entries in the directory. The directory is a copy, so a failure there does not hide the service's answer.
 * @param askedAt when the entries were requested, by the monotonic clock
 */
export async function storeEntries(
  { directory, open, sync }: Session,
  entries: readonly WireCustomerEntry[],
  askedAt: number,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const fetchedAt = open.client.now()
  try {
    for (let at = 0; at < entries.length; at += entriesAtOnce) {
      const { customers } = await directory.call((remote) =>
        remote.put({ entries: entries.slice(at, at + entriesAtOnce), unreadableUids: [], askedAt, fetchedAt }),
      )
      sync.counted(customers)
    }
  } catch (thrown) {
    log.warn('A customer could not be put into the directory', { code: asDeskError(thrown).code })
  }
}
