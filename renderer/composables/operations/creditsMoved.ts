/** What an operation does to the account's credits. A package's price is not what an activation costs: it was paid at the sale. */
import { subtractAmounts } from '#shared/model/amount.ts'
import type { OperationRow } from '#shared/model/operation.ts'
import { creditDirection, movedCredits } from '#shared/model/operationStates.ts'
import type { Money } from '#shared/model/views.ts'

export interface CreditsMoved {
  /** Positive where credits come back, negative where they go. */
  readonly money: Money
  /** `open`: nobody knows yet whether they do. */
  readonly certainty: 'moved' | 'open'
}

/** Null where no credits move: by its kind, or because it did not happen. */
export function creditsMoved(row: OperationRow): CreditsMoved | null {
  const direction = creditDirection(row.kind)
  const certainty = movedCredits(row.state)
  const money = row.charged ?? row.amount
  if (money === null || direction === null || certainty === 'none') return null
  return { money: direction === 'back' ? money : { ...money, amount: subtractAmounts('0', money.amount) }, certainty }
}
