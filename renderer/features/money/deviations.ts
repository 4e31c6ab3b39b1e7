/** What the service did differently from what it was asked to do, or what is not certain of a success. */
import { compareAmounts } from '#shared/model/package/amount.ts'
import type { OperationRow } from '#shared/model/operation/operation.ts'

/** Whether the service reported another charge than the amount that was agreed to. */
export function isChargedDifferently({ amount, charged }: OperationRow): boolean {
  if (amount === null || charged === null) return false
  return amount.currency !== charged.currency || compareAmounts(amount.amount, charged.amount) !== 0
}

/** Whether an operation succeeded by the service's own answer, and just as it was asked for. */
export const isPlainSuccess = (row: OperationRow): boolean =>
  row.state === 'CONFIRMED' &&
  (row.confirmedBy === null || row.confirmedBy === 'answer') &&
  !isChargedDifferently(row) &&
  (row.echoed === null || row.echoed === 'same') &&
  row.duplicates.length === 0
