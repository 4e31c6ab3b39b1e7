/**
 * Checks the outcome of one operation with reads. The rules of each kind say what a read proves; a read that proves
 * nothing leaves the state as it is and is recorded. A purchase is searched for by the id in its reference (interface
 * 2.7, 4.9); that it isn't found never proves anything.
 */
import { isUnresolved } from '#shared/model/operationStates.ts'
import { isPurchaseKind, type ItemOperationKind, type PurchaseKind } from '#shared/model/purchase.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { ServiceClient } from '../../service/index.ts'
import { findByReference } from './findReference.ts'
import type { JournalRow } from '../journal/journal.ts'
import { isCompleteRead, itemKinds, createsEsim } from '../kinds.ts'
import { purchasesInEntry } from '../send/purchaseResult.ts'
import type { PurchaseResult, Transition } from '../types.ts'

export interface CheckContext {
  readonly client: ServiceClient
  readonly row: JournalRow
  /** Whether the request can't arrive any more. */
  readonly timedOut: boolean
  /** E-mail address of a new customer, or `null` if none was given or it is no longer known. */
  readonly email: string | null
  /** Milliseconds since the submission. */
  readonly age: number
  /** Whether to read the whole list of customers if no faster way finds a new customer. */
  readonly thorough: boolean
  readonly signal: AbortSignal
}

export interface CheckResult {
  /** `null` if the operation had ended before, so that the check was for duplicates only. */
  readonly transition: Transition | null
  readonly result?: PurchaseResult
  readonly duplicates: readonly PurchaseResult[]
  /** The customer entries that were read. */
  readonly entries: readonly WireCustomerEntry[]
}

const sameState = (row: JournalRow, cause: string): Transition => ({
  state: row.state,
  reason: row.reason,
  retryAfter: row.retry_after,
  cause,
})

/** Evaluates what a read of the customer proves about an operation on an item. */
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

/** Evaluates what reads of customers prove about a purchase. */
export function purchaseOutcome(
  row: JournalRow,
  kind: PurchaseKind,
  entries: readonly WireCustomerEntry[],
): CheckResult {
  const found = entries.flatMap((entry) => purchasesInEntry(row.id, entry, createsEsim(kind)))
  const [result, ...others] = found
  // An item that appears in two entries is one item, not a duplicate.
  const duplicates = others.filter(({ itemUid }) => itemUid !== result?.itemUid)
  // A person confirmed the purchase before its result was known.
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

/**
 * Reads the customers that a purchase may belong to: the customer who was topped up, or every new customer with the id,
 * because each execution of a registration creates one.
 */
function findBuyers({ client, row, signal, ...searchOptions }: CheckContext): Promise<readonly WireCustomerEntry[]> {
  const { kind, customer_uid: customerUid } = row
  if (kind !== 'register' && customerUid !== null)
    return client.customer(customerUid, { signal }).then((entry) => [entry])
  return findByReference(row.id, { client, signal, knownBuyer: customerUid, ...searchOptions })
}

/** Rejects if the service can't be read. */
export async function checkOutcome(context: CheckContext): Promise<CheckResult> {
  const { client, row, timedOut, signal } = context
  const { kind, customer_uid: customerUid } = row
  if (isPurchaseKind(kind)) return purchaseOutcome(row, kind, await findBuyers(context))
  if (customerUid === null) return { transition: sameState(row, 'read: incomplete'), duplicates: [], entries: [] }
  const entry = await client.customer(customerUid, { signal })
  return { transition: itemOutcome(row, kind, entry, timedOut), duplicates: [], entries: [entry] }
}
