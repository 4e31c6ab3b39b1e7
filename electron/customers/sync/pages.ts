/** The pages of the service's customer list, and how one is stored in the directory. */
import { DeskError } from '#shared/errors.ts'
import { digestBytes } from '../directory/digestTable.ts'
import { sizeOf, sliceOf } from '../directory/packedItems.ts'
import { trackSending, type CustomersAnswer, type PageSource } from '../../service/index.ts'
import { notify, type SyncContext } from './context.ts'
import { yieldToUser } from './yieldToUser.ts'

/** Customers passed to the worker at once. A service that ignores paging may send more than the worker can hold. */
const sliceSize = 250

export const pageSource = (context: SyncContext): PageSource => ({
  size: context.pace.pageSize,
  async read(index, size, aborted, take) {
    const sending = trackSending(context.clock)
    const answer = await context.client.customersPage(
      { size, index },
      {
        signal: aborted,
        take: (part) => take({ ...part, askedAt: sending.at() }),
        known: context.known,
        onSend: sending.onSend,
      },
    )
    return { ...answer, askedAt: sending.at() }
  },
  store: (answer, aborted) => storePage(context, answer, aborted),
})

/**
 * Stores a page and returns how many of its customers this run had not seen before. Throws `customer_limit_reached`
 * once the list has more customers than the directory may hold.
 */
async function storePage(
  context: SyncContext,
  { entries, prepared, unreadable, digests, unchanged = [], askedAt = 0 }: Omit<CustomersAnswer, 'received'>,
  aborted: AbortSignal,
): Promise<number> {
  await yieldToUser(context, aborted)
  let fresh = 0
  const listed = prepared === undefined ? entries.length : sizeOf(prepared)
  const limit = await context.maxCustomers()
  for (let at = 0; at < Math.max(listed, unreadable.length, Math.min(1, unchanged.length)); at += sliceSize) {
    // Other work runs in between, because the worker answers asynchronously.
    aborted.throwIfAborted()
    const wanted = Math.min(sliceSize, Math.max(0, listed - at))
    const count = Math.min(wanted, Math.max(0, limit - context.received))
    const others = unreadable.slice(at, at + sliceSize)
    const same = at === 0 ? unchanged : []
    // Counted before it is stored, because two pages are read at the same time.
    context.received += count + others.length + same.length
    const unreadableUids = others.map(({ uid }) => uid).filter((uid) => uid !== null)
    const stored = await context.directory.call((remote) =>
      remote.put({
        // The memory of prepared entries moves to the worker, so a slice that is behind them can't be taken any more.
        entries:
          prepared === undefined || count === 0 ? entries.slice(at, at + count) : sliceOf(prepared, at, at + count),
        digests: digests?.slice(at * digestBytes, (at + count) * digestBytes),
        unchanged: same,
        unreadableUids,
        askedAt,
        fetchedAt: context.client.now(),
        limit,
      }),
    )
    // A list that shifts, or a transfer that is repeated, names customers again.
    const firstSeen = stored.fresh + stored.skipped
    context.received -= count + same.length - firstSeen
    fresh += firstSeen
    context.customers = stored.customers
    context.sorted = stored.sorted
    notify(context, false)
    if (count < wanted || context.received > limit)
      throw new DeskError('customer_limit_reached', 'The list has more customers than the directory may hold', {
        limit,
      })
  }
  return fresh
}
