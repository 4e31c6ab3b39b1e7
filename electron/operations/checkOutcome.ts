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
import { isCompleteRead, itemKinds, createsEsim } from './kinds.ts'
import { purchasesInEntry } from './purchaseResult.ts'
import type { PurchaseResult, Transition } from './types.ts'

export interface CheckContext {
  readonly client: ServiceClient
  readonly row: JournalRow
  /** The request can't arrive any more. */
  readonly timedOut: boolean
  /** Of a new customer, if one was given and is still known. */
  readonly email: string | null
  /** Milliseconds since the press. */
  readonly age: number
  /** Reads the whole list for a new customer where nothing quicker finds them. */
  readonly thorough: boolean
  readonly signal: AbortSignal
}

export interface CheckResult {
  /** Null where the row has ended: what was looked for is a twin. */
  readonly transition: Transition | null
  readonly result?: PurchaseResult
  readonly duplicates: readonly PurchaseResult[]
  /** Those that were read whole. */
  readonly entries: readonly WireCustomerEntry[]
}

const sameState = (row: JournalRow, cause: string): Transition => ({
  state: row.state,
  reason: row.reason,
  retryAfter: row.retry_after,
  cause,
})

export function itemOutcome(
  row: JournalRow,
  kind: ItemOperationKind,
  entry: WireCustomerEntry,
  timedOut: boolean,
): Transition {
  const { item_uid: itemUid, customer_uid: customerUid } = row
  if (itemUid === null || customerUid === null || !isCompleteRead(entry, customerUid))
    return sameState(row, 'read: incomplete')
  const item = entry.activatedItems.find(({ uid }) => uid === itemUid)
  switch (itemKinds[kind].evaluate(item, timedOut)) {
    case 'applied':
      return { state: 'CONFIRMED', confirmedBy: 'state', cause: item === undefined ? 'read: gone' : 'read: applied' }
    case 'not_applied':
      return { state: 'NOT_APPLIED', cause: 'read: not applied' }
    case 'item_missing':
      return sameState(row, 'read: item gone')
    case 'unchanged':
      return sameState(row, 'read: unchanged')
  }
}

export function purchaseOutcome(
  row: JournalRow,
  kind: PurchaseKind,
  entries: readonly WireCustomerEntry[],
): CheckResult {
  const found = entries.flatMap((entry) => purchasesInEntry(row.id, entry, createsEsim(kind)))
  const [result, ...others] = found
  // What one read names twice was not made twice.
  const duplicates = others.filter(({ itemUid }) => itemUid !== result?.itemUid)
  // A person said that it happened: what it made is known only now.
  if (result !== undefined && row.state === 'CONFIRMED' && row.item_uid === null)
    return { transition: null, result, duplicates, entries }
  if (!isUnresolved(row.state))
    return { transition: null, entries, duplicates: found.filter(({ itemUid }) => itemUid !== row.item_uid) }
  if (result === undefined) return { transition: sameState(row, 'read: not found'), duplicates: [], entries }
  return {
    transition: { state: 'CONFIRMED', confirmedBy: 'reference', cause: 'read: found' },
    result,
    duplicates,
    entries,
  }
}

/** Who a purchase may have gone to: the customer who was topped up, or new ones with this id, for each execution of a register makes one. */
function findBuyers({ client, row, signal, ...searchOptions }: CheckContext): Promise<readonly WireCustomerEntry[]> {
  const { kind, customer_uid: customerUid } = row
  if (kind !== 'register' && customerUid !== null)
    return client.customer(customerUid, { signal }).then((entry) => [entry])
  return findByReference(row.id, { client, signal, knownBuyer: customerUid, ...searchOptions })
}

/** Throws why the service could not be read. */
export async function checkOutcome(context: CheckContext): Promise<CheckResult> {
  const { client, row, timedOut, signal } = context
  const { kind, customer_uid: customerUid } = row
  if (isPurchaseKind(kind)) return purchaseOutcome(row, kind, await findBuyers(context))
  if (customerUid === null) return { transition: sameState(row, 'read: incomplete'), duplicates: [], entries: [] }
  const entry = await client.customer(customerUid, { signal })
  return { transition: itemOutcome(row, kind, entry, timedOut), duplicates: [], entries: [entry] }
}
