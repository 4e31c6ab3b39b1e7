/** What an operation does to the account's credits. A package's price is not what an activation costs: it was paid at the sale. */
import { subtractAmounts } from '#shared/model/amount.ts'
import type { OperationKind, OperationRow, OperationState } from '#shared/model/operation.ts'
import type { Money } from '#shared/model/views.ts'

export interface CreditsMoved {
  /** Positive where credits come back, negative where they go. */
  readonly money: Money
  /** `open`: nobody knows yet whether they do. */
  readonly certainty: 'moved' | 'open'
}

type Direction = 'back' | 'away' | 'none'
const directions: Readonly<Record<OperationKind, Direction>> = { activate: 'none', refund: 'back', register: 'away', 'top-up': 'away', 'top-up-with-profile': 'away' }
const ended: ReadonlySet<OperationState> = new Set(['REJECTED', 'NOT_SENT', 'NOT_APPLIED'])

/** Null where no credits move: by its kind, or because it did not happen. */
export function creditsMoved(row: OperationRow): CreditsMoved | null {
  const direction = directions[row.kind]
  const money = row.charged ?? row.amount
  if (money === null || direction === 'none' || ended.has(row.state)) return null
  const moved = direction === 'back' ? money : { ...money, amount: subtractAmounts('0', money.amount) }
  return { money: moved, certainty: row.state === 'CONFIRMED' ? 'moved' : 'open' }
}
