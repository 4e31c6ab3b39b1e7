/**
 * How an operation changes the account's credits. An activation does not cost the price of the package, which was paid
 * at the sale.
 */
import { subtractAmounts } from '#shared/model/package/amount.ts'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import { creditDirection, movedCredits } from '#shared/model/operation/operationStates.ts'
import type { Money } from '#shared/model/customer/views.ts'

interface CreditsMoved {
  /** Positive for credits that come back, negative for credits that are spent. */
  readonly money: Money
  /** `open`: it isn't known yet whether they are moved. */
  readonly certainty: 'moved' | 'open'
}

/** Returns `null` if no credits move, because of the kind or because the operation did not happen. */
export function creditsMoved(row: OperationRow): CreditsMoved | null {
  const direction = creditDirection(row.kind)
  const certainty = movedCredits(row.state)
  const money = row.charged ?? row.amount
  if (money === null || direction === null || certainty === 'none') return null
  return { money: direction === 'back' ? money : { ...money, amount: subtractAmounts('0', money.amount) }, certainty }
}
