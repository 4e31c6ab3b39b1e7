/**
 * Asks the service what became of one operation: reads, which change nothing. What proves an end is the kind's to say; a
 * read that can't prove one leaves the operation where it is, with the look recorded. Of a purchase the id in its
 * reference is looked for (interface 2.7, 4.9); that it isn't found is never proof.
 */
import { isUnresolved } from '#shared/model/operationStates.ts'
import { isPurchaseKind, type ItemOperationKind, type PurchaseKind } from '#shared/model/purchase.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { ServiceClient } from '../service/index.ts'
import { findByReference } from './findReference.ts'
import type { JournalRow } from './journal.ts'
import { isCompleteRead, itemKinds, makesEsim } from './kinds.ts'
import { madeInEntry } from './purchaseResult.ts'
import type { Made, Transition } from './types.ts'

export interface Looking {
  readonly client: ServiceClient
  readonly row: JournalRow
  /** The request can't arrive any more. */
  readonly settled: boolean
  /** Of a new customer, if one was given and is still known. */
  readonly email: string | null
  /** Milliseconds since the press. */
  readonly age: number
  /** Reads the whole list for a new customer where nothing quicker finds them. */
  readonly thorough: boolean
  readonly signal: AbortSignal
}

export interface Seen {
  /** Null where the row has ended: what was looked for is a twin. */
  readonly transition: Transition | null
  readonly made?: Made
  readonly twins: readonly Made[]
  /** Those that were read whole. */
  readonly entries: readonly WireCustomerEntry[]
}

const stays = (row: JournalRow, cause: string): Transition => ({
  state: row.state,
  reason: row.reason,
  retryAfter: row.retry_after,
  cause,
})

export function judgeItem(
  row: JournalRow,
  kind: ItemOperationKind,
  entry: WireCustomerEntry,
  settled: boolean,
): Transition {
  const { item_uid: itemUid, customer_uid: customerUid } = row
  if (itemUid === null || customerUid === null || !isCompleteRead(entry, customerUid))
    return stays(row, 'read: incomplete')
  const item = entry.activatedItems.find(({ uid }) => uid === itemUid)
  switch (itemKinds[kind].find(item, settled)) {
    case 'applied':
      return { state: 'CONFIRMED', confirmedBy: 'state', cause: item === undefined ? 'read: gone' : 'read: applied' }
    case 'not_applied':
      return { state: 'NOT_APPLIED', cause: 'read: not applied' }
    case 'item_gone':
      return stays(row, 'read: item gone')
    case 'unchanged':
      return stays(row, 'read: unchanged')
  }
}

export function judgePurchase(row: JournalRow, kind: PurchaseKind, entries: readonly WireCustomerEntry[]): Seen {
  const found = entries.flatMap((entry) => madeInEntry(row.id, entry, makesEsim(kind)))
  const [made, ...others] = found
  // What one read names twice was not made twice.
  const twins = others.filter(({ itemUid }) => itemUid !== made?.itemUid)
  // A person said that it happened: what it made is known only now.
  if (made !== undefined && row.state === 'CONFIRMED' && row.item_uid === null)
    return { transition: null, made, twins, entries }
  if (!isUnresolved(row.state))
    return { transition: null, entries, twins: found.filter(({ itemUid }) => itemUid !== row.item_uid) }
  if (made === undefined) return { transition: stays(row, 'read: not found'), twins: [], entries }
  return { transition: { state: 'CONFIRMED', confirmedBy: 'reference', cause: 'read: found' }, made, twins, entries }
}

/** Who a purchase may have gone to: the customer who was topped up, or new ones with this id, for each execution of a register makes one. */
function buyers({ client, row, signal, ...how }: Looking): Promise<readonly WireCustomerEntry[]> {
  const { kind, customer_uid: customerUid } = row
  if (kind !== 'register' && customerUid !== null)
    return client.customer(customerUid, { signal }).then((entry) => [entry])
  return findByReference(row.id, { client, signal, known: customerUid, ...how })
}

/** Throws why the service could not be read. */
export async function look(looking: Looking): Promise<Seen> {
  const { client, row, settled, signal } = looking
  const { kind, customer_uid: customerUid } = row
  if (isPurchaseKind(kind)) return judgePurchase(row, kind, await buyers(looking))
  if (customerUid === null) return { transition: stays(row, 'read: incomplete'), twins: [], entries: [] }
  const entry = await client.customer(customerUid, { signal })
  return { transition: judgeItem(row, kind, entry, settled), twins: [], entries: [entry] }
}
