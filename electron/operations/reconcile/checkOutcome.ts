/**
 * Checks the outcome of one operation with reads. The rules of each kind define what a read proves; a read that proves
 * nothing leaves the state as it is and is recorded. A purchase is searched for by the id in its reference (interface
 * 2.7, 4.9); that it isn't found proves something only of a purchase that the service denied.
 */
import { isUnresolved } from '#shared/model/operation/operationStates.ts'
import { isPurchaseKind, type ItemOperationKind, type PurchaseKind } from '#shared/model/operation/purchase.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { ServiceClient } from '../../service/index.ts'
import { findByReference, mayHideReference, type ReferenceAnswer } from './findReference.ts'
import type { JournalRow } from '../journal/journal.ts'
import { isCompleteRead, itemKinds, createsEsim } from '../kinds.ts'
import { deniedCauses, stateByRead, type Shown } from '../outcomes.ts'
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
  /** Whether a person has just pressed: then one customer may be searched for in the whole list. */
  readonly pressed: boolean
  /** Whether reads show references as they were sent, so that a purchase that was made is found by its own. */
  readonly showsReferences: boolean
  readonly signal: AbortSignal
}

export interface CheckResult {
  /** `null` if the operation had ended before, so that the check was for duplicates only. */
  readonly transition: Transition | null
  readonly result?: PurchaseResult
  readonly duplicates: readonly PurchaseResult[]
  /** The customer entries that were read. */
  readonly entries: readonly WireCustomerEntry[]
  /** What a complete read shows of an operation on an item that the service accepted. */
  readonly shows?: 'change' | 'none'
}

const sameState = (row: JournalRow, cause: string): Transition => ({
  state: row.state,
  reason: row.reason,
  retryAfter: row.retry_after,
  cause,
})

/**
 * Evaluates what a read of the customer shows of an operation on an item. `way`: by which request the customer was
 * read, or `null` if that is not known.
 */
export function shownOfItem(
  row: JournalRow,
  kind: ItemOperationKind,
  entry: WireCustomerEntry,
  way: string | null,
): Shown {
  const { item_uid: itemUid, customer_uid: customerUid, read_by: readBy } = row
  if (itemUid === null || customerUid === null || !isCompleteRead(entry, customerUid)) return 'incomplete'
  const item = entry.activatedItems.find(({ uid }) => uid === itemUid)
  // An item that is missing proves something only where the same way of reading had shown it.
  if (item === undefined && readBy !== null && readBy !== way) return 'incomplete'
  return itemKinds[kind].shows(item, row.state === 'CONFIRMED')
}

/** Evaluates what a read of the customer proves about an operation on an item with an unknown outcome. */
export function itemOutcome(
  row: JournalRow,
  kind: ItemOperationKind,
  entry: WireCustomerEntry,
  timedOut: boolean,
  way: string | null = null,
): Transition {
  const shown = shownOfItem(row, kind, entry, way)
  const isListed = entry.activatedItems.some(({ uid }) => uid === row.item_uid)
  switch (stateByRead[row.answer][shown]) {
    case 'CONFIRMED':
      return { state: 'CONFIRMED', confirmedBy: 'state', cause: isListed ? 'read: applied' : 'read: gone' }
    case 'NOT_APPLIED':
      return {
        state: 'NOT_APPLIED',
        cause: deniedCauses[shown === 'change' ? 'change' : 'none'],
        reason: row.reason,
      }
    case null:
      if (shown === 'none' && timedOut && itemKinds[kind].provenByNone)
        return { state: 'NOT_APPLIED', cause: 'read: not applied' }
      if (shown === 'none') return sameState(row, 'read: unchanged')
      return sameState(row, isListed ? 'read: incomplete' : missingCause(row, entry))
  }
}

const missingCause = (row: JournalRow, entry: WireCustomerEntry): string =>
  row.item_uid !== null && row.customer_uid !== null && isCompleteRead(entry, row.customer_uid)
    ? 'read: item gone'
    : 'read: incomplete'

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
async function findBuyers({ client, row, signal, pressed, ...searchOptions }: CheckContext): Promise<ReferenceAnswer> {
  const { kind, customer_uid: customerUid } = row
  if (kind === 'register' || customerUid === null)
    return await findByReference(row.id, { client, signal, knownBuyer: customerUid, ...searchOptions })
  const entry = await client.customer(customerUid, { signal, pressed })
  return { entries: [entry], isComplete: isCompleteRead(entry, customerUid) }
}

/**
 * A purchase that the service denied has not happened once a complete read, after the request can't arrive any more,
 * has no item with its reference, where reads are known to show references. Any other answer leaves that open.
 */
async function checkPurchase(context: CheckContext, kind: PurchaseKind): Promise<CheckResult> {
  const { row, timedOut, showsReferences, client } = context
  const { entries, isComplete } = await findBuyers(context)
  const outcome = purchaseOutcome(row, kind, entries)
  const isOpen = isUnresolved(row.state) && outcome.result === undefined
  const since = client.now() - context.age
  const isHidden = entries.some(({ activatedItems }) => activatedItems.some((item) => mayHideReference(item, since)))
  const proves = timedOut && isComplete && showsReferences && !isHidden
  if (!isOpen || row.answer !== 'denied' || !proves) return outcome
  return { ...outcome, transition: { state: 'NOT_APPLIED', cause: deniedCauses.none, reason: row.reason } }
}

/** Rejects if the service can't be read. */
export async function checkOutcome(context: CheckContext): Promise<CheckResult> {
  const { client, row, timedOut, pressed, signal } = context
  const { kind, customer_uid: customerUid } = row
  if (isPurchaseKind(kind)) return await checkPurchase(context, kind)
  if (customerUid === null) return { transition: sameState(row, 'read: incomplete'), duplicates: [], entries: [] }
  const { entry, way } = await client.readCustomer(customerUid, { signal, pressed })
  const result = { duplicates: [], entries: [entry] }
  if (isUnresolved(row.state)) return { ...result, transition: itemOutcome(row, kind, entry, timedOut, way) }
  const shows = shownOfItem(row, kind, entry, way)
  return { ...result, transition: null, ...(shows !== 'incomplete' && { shows }) }
}
