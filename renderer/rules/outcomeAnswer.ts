/**
 * What an agent says to a customer about an operation: one that has ended, or one whose outcome is not known yet
 * (interface 4.9 to 4.13). A refund returns credits to the reseller, so no sentence promises the customer money.
 */
import { customerEsims } from '#shared/model/esim/esimState.ts'
import { isOver } from '#shared/model/package/itemPhase.ts'
import type { OperationKind, OperationRow } from '#shared/model/operation/operation.ts'
import type { CustomerEsims } from '#shared/model/operation/purchase.ts'
import type { CustomerView, EsimState, ItemPhase, ItemView } from '#shared/model/customer/views.ts'
import type { ActivationMode } from '#shared/wire/activationMode.ts'
import type { ItemUid } from '#shared/wire/ids.ts'
import type { AnswerId, Cause, CauseId, CauseValue, CustomerAnswer } from './cause.ts'
import { answerFor, refusedRefund } from './refusedRefund.ts'
import { packageValue } from './values.ts'

/** The sentence about an operation whose outcome is not known yet. */
export function openAnswer(kind: OperationKind): AnswerId {
  switch (kind) {
    case 'refund':
      return 'refundOpen'
    case 'activate':
      return 'activationOpen'
    case 'register':
    case 'top-up':
    case 'top-up-with-profile':
      return 'unconfirmed'
  }
}

const added: Readonly<Record<ActivationMode, AnswerId>> = {
  NOW: 'addedNow',
  FIRST_USE: 'addedFirstUse',
  ON_DEMAND: 'addedOnDemand',
}
/** The sentences while the eSIM is on no device: it has to be installed before it can be chosen for data. */
const withoutDevice: Readonly<Partial<Record<AnswerId, AnswerId>>> = {
  activated: 'activatedNotInstalled',
  addedNow: 'addedNowNotInstalled',
  addedFirstUse: 'addedFirstUseNotInstalled',
}

const phaseOf = (itemUid: ItemUid | null, view: CustomerView | null): ItemPhase =>
  view?.items.find(({ uid }) => uid === itemUid)?.phase ?? 'unknown'

const esimsOf = (view: CustomerView | null): CustomerEsims =>
  view === null ? 'unknown' : customerEsims(view.esims, view.unreadable, view.omittedEsims)

/** The sentence about a package on the eSIM that the customer has. On one that has failed no package can be used. */
function onEsim(answer: AnswerId, view: CustomerView | null): AnswerId | null {
  const esims = esimsOf(view)
  if (esims === 'failed') return null
  return esims === 'notInstalled' ? (withoutDevice[answer] ?? answer) : answer
}

/** The sentence about an operation that has happened. */
function doneAnswer({ kind, mode, confirmedBy, itemUid }: OperationRow, view: CustomerView | null): AnswerId | null {
  switch (kind) {
    case 'refund':
      // That a package is no longer listed proves little. One that is listed as refunded is cancelled, by whomever.
      return confirmedBy === 'state' && phaseOf(itemUid, view) !== 'refunded' ? 'refundSeen' : 'refundDone'
    case 'activate':
      return onEsim('activated', view)
    case 'top-up':
      return mode === null ? null : onEsim(added[mode], view)
    case 'register':
    case 'top-up-with-profile':
      return 'addedNewEsim'
  }
}

/**
 * The sentence about an operation that the service refused. A purchase is corrected and tried again instead. What the
 * customer has all the same, perhaps from somebody else, is not reported as refused.
 */
function refusedAnswer(row: OperationRow, view: CustomerView | null): AnswerId | null {
  const item = view?.items.find(({ uid }) => uid === row.itemUid)
  if (row.kind === 'refund')
    return row.changedAnyway || item?.phase === 'refunded' ? 'refundBefore' : refusedRefund(row.reason, item)
  if (row.kind !== 'activate') return null
  return row.changedAnyway || item?.phase === 'active' ? null : 'activationRefused'
}

function answerOf(row: OperationRow, view: CustomerView | null): AnswerId | null {
  if (row.state === 'REJECTED') return refusedAnswer(row, view)
  return row.state === 'CONFIRMED' ? doneAnswer(row, view) : null
}

/** The customer needs to scan nothing any more, or can't. */
const scannedStates: ReadonlySet<EsimState> = new Set(['installed', 'disabled', 'error'])

/** Whether a sentence still holds. What is not listed is taken to be as the operation left it. */
function stillHolds(answer: AnswerId, { itemUid, esimUid }: OperationRow, view: CustomerView | null): boolean {
  const phase = phaseOf(itemUid, view)
  const esim = view?.esims.find(({ uid }) => uid === esimUid)
  switch (answer) {
    case 'addedNewEsim':
      return !isOver(phase) && esim?.active !== false && !scannedStates.has(esim?.state ?? 'unknown')
    case 'addedNow':
    case 'addedNowNotInstalled':
    case 'activated':
    case 'activatedNotInstalled':
      return !isOver(phase)
    case 'addedFirstUse':
    case 'addedFirstUseNotInstalled':
      return phase === 'waiting_use' || phase === 'unknown'
    case 'addedOnDemand':
      return phase === 'waiting_activation' || phase === 'unknown'
    default:
      return true
  }
}

const usablePhases: ReadonlySet<ItemPhase> = new Set(['active', 'waiting_use', 'waiting_activation'])

/** Whether the customer can use another package of the same name, about which a sentence on this one is untrue. */
const hasUsableAlike = ({ itemUid, packageName }: OperationRow, view: CustomerView | null): boolean =>
  view?.items.some(({ uid, name, phase }) => uid !== itemUid && name === packageName && usablePhases.has(phase)) ??
  false

function packageOf(row: OperationRow, view: CustomerView | null): CauseValue {
  const value = packageValue({ name: row.packageName })
  return row.kind === 'refund' && hasUsableAlike(row, view) ? { ...value, oneOf: true } : value
}

/**
 * Returns the sentence about an operation that has ended, or `null` if there is nothing to say: it did not happen and
 * the agent tries it again, its outcome is not known and the verdict shows that, or the sentence no longer holds.
 * `view` is the customer as last read, or `null` if that is not known.
 */
export function outcomeAnswer(row: OperationRow, view: CustomerView | null): CustomerAnswer | null {
  const answer = answerOf(row, view)
  return answer === null || !stillHolds(answer, row, view)
    ? null
    : { answer, values: { package: packageOf(row, view) } }
}

/**
 * Returns the sentence about a package that can't be refunded, for a customer who asks for it, or `null` where the
 * reason is none for a customer: an operation that is open, or a rule of this desk.
 */
export function noRefundAnswer(item: ItemView, { items }: Pick<CustomerView, 'items'>): CustomerAnswer | null {
  const { reasons } = item.refund
  // A refund may be what is open: whatever else speaks against one, it is not known that this one did not happen.
  const isOpen = reasons.includes('operation_open') && !reasons.includes('refunded')
  const answer = isOpen ? null : answerFor(reasons)
  if (answer === null) return null
  // Another package of the same name may have been refunded.
  const hasAlike = items.some(({ uid, name }) => uid !== item.uid && name === item.name)
  return { answer, values: { package: { ...packageValue(item), ...(hasAlike && { oneOf: true }) } } }
}

/** The sentences about a package as if the customer could use it, or could once the eSIM is installed. */
const promising: ReadonlySet<AnswerId> = new Set([
  'activated',
  'activatedNotInstalled',
  'addedNow',
  'addedNowNotInstalled',
  'addedFirstUse',
  'addedFirstUseNotInstalled',
  'addedOnDemand',
  'addedNewEsim',
])
/** The sentences about an operation that announce a QR code. */
const scanning: ReadonlySet<AnswerId> = new Set([
  'activatedNotInstalled',
  'addedNowNotInstalled',
  'addedFirstUseNotInstalled',
  'addedNewEsim',
])
export const asksToScan = ({ answer }: CustomerAnswer): boolean => scanning.has(answer)

/** For these causes no package can be used, also one that was just started or added. */
const hindering: ReadonlySet<CauseId> = new Set(['wrongCountry', 'deviceNotListed'])
/** For these none can be used on the eSIMs that the customer had before, if any. */
const hinderingOnOldEsims: ReadonlySet<CauseId> = new Set(['noEsim', 'esimsReplaced', 'esimError', 'disabled'])

/** Whether a sentence about an operation would promise what the cause rules out. */
export const isHindered = ({ answer }: CustomerAnswer, { id }: Pick<Cause, 'id'>): boolean =>
  promising.has(answer) && (hindering.has(id) || (hinderingOnOldEsims.has(id) && answer !== 'addedNewEsim'))
