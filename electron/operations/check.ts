/**
 * Asks the service what became of an operation that is not known: one read, which changes nothing. What proves an end is
 * the kind's to say; a read that can't prove one leaves the operation where it is, with the look recorded.
 */
import type { ConfirmedBy } from '#shared/model/operation.ts'
import { ItemUid } from '#shared/wire/ids.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { JournalRow } from './journal.ts'
import { isCompleteRead, kinds } from './kinds.ts'
import type { Transition } from './types.ts'

/** Longer than a request can be on its way after its time-out. */
export const settledAfter = 60_000

const byState: ConfirmedBy = 'state'

/** `settled`: the request can't arrive any more. */
export function judgeRead(row: JournalRow, entry: WireCustomerEntry, settled: boolean): Transition {
  const still = { state: row.state, reason: row.reason, retryAfter: row.retry_after }
  const itemUid = ItemUid.nullable().parse(row.item_uid)
  if (itemUid === null || !isCompleteRead(entry, row.customer_uid)) return { ...still, cause: 'read: incomplete' }
  const item = entry.activatedItems.find(({ uid }) => uid === itemUid)
  switch (kinds[row.kind].find(item, settled)) {
    case 'applied':
      return { state: 'CONFIRMED', confirmedBy: byState, cause: item === undefined ? 'read: gone' : 'read: applied' }
    case 'not_applied':
      return { state: 'NOT_APPLIED', cause: 'read: not applied' }
    case 'item_gone':
      return { ...still, cause: 'read: item gone' }
    case 'unchanged':
      return { ...still, cause: 'read: unchanged' }
  }
}
