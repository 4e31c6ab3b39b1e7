/**
 * What an agent says to a customer about an operation: one that has ended, or one whose outcome is not known yet
 * (interface 4.9 to 4.13). A refund returns credits to the reseller, so no sentence promises the customer money.
 */
import type { OperationKind, OperationRow } from '../model/operation.ts'
import type { CustomerEsims } from '../model/purchase.ts'
import type { ActivationMode } from '../wire/activation.ts'
import type { AnswerId, CustomerAnswer } from './cause.ts'
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

/** The sentence about an operation that has happened. */
function doneAnswer({ kind, mode, confirmedBy }: OperationRow, esims: CustomerEsims): AnswerId | null {
  switch (kind) {
    case 'refund':
      // The package is no longer listed, or it is listed as refunded. Neither proves that this refund did it.
      return confirmedBy === 'state' ? 'refundSeen' : 'refundDone'
    case 'activate':
      // An eSIM that is on no device can't be chosen for mobile data.
      return esims === 'notInstalled' ? 'activatedNotInstalled' : 'activated'
    case 'top-up':
      return mode === null ? null : added[mode]
    case 'register':
    case 'top-up-with-profile':
      return 'addedNewEsim'
  }
}

/** The sentence about an operation that the service refused. A purchase is corrected and tried again instead. */
function refusedAnswer({ kind }: OperationRow): AnswerId | null {
  if (kind === 'refund') return 'refundRefused'
  return kind === 'activate' ? 'activationRefused' : null
}

/**
 * Returns the sentence about an operation that has ended, or `null` if there is nothing to say: it did not happen and
 * the agent tries it again, or its outcome is not known and the verdict says so.
 * @param esims those of the customer, as far as they are known
 */
export function outcomeAnswer(row: OperationRow, esims: CustomerEsims = 'unknown'): CustomerAnswer | null {
  const answer =
    row.state === 'CONFIRMED' ? doneAnswer(row, esims) : row.state === 'REJECTED' ? refusedAnswer(row) : null
  return answer === null ? null : { answer, values: { package: packageValue({ name: row.packageName }) } }
}
