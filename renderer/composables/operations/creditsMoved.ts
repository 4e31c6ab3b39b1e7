/** What an operation does to the account's credits. A package's price is not what an activation costs: it was paid at the sale. */
import type { OperationKind, OperationRow, OperationState } from '#shared/model/operation.ts'
import type { Money } from '#shared/model/views.ts'

export interface CreditsMoved {
  /** Positive where credits come back. */
  readonly money: Money
  /** `open`: nobody knows yet whether they do. */
  readonly certainty: 'moved' | 'open'
}

const givesBack: Readonly<Record<OperationKind, boolean>> = { activate: false, refund: true }
const ended: ReadonlySet<OperationState> = new Set(['REJECTED', 'NOT_SENT', 'NOT_APPLIED'])

/** Null where no credits move: by its kind, or because it did not happen. */
export function creditsMoved(row: OperationRow): CreditsMoved | null {
  if (row.amount === null || !givesBack[row.kind] || ended.has(row.state)) return null
  return { money: row.amount, certainty: row.state === 'CONFIRMED' ? 'moved' : 'open' }
}
