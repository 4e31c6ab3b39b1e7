/** The target of an operation, as the key of its draft and as a filter that finds its row in the journal. */
import type { OperationFilter, OperationRow } from '#shared/model/operation/operation.ts'
import type { ItemTarget, OperationTarget } from '#shared/model/operation/purchase.ts'

/** Operations with the same key share what was typed for them. */
export const targetKey = ({ kind, itemUid }: ItemTarget): string => `${kind} ${itemUid}`

/** The filter for the rows of the journal among which the operation would be. */
export function filterOf(target: OperationTarget): OperationFilter {
  return 'customerUid' in target ? { kind: target.kind, customerUid: target.customerUid } : { kind: target.kind }
}

/** Milliseconds. Rows of the journal are compared with a submission; both sides of the desk share one clock. */
const toleranceMs = 5_000

/** Whether the submission of `target` at `since` can have created this row. */
export const isRowSince = (row: OperationRow, target: OperationTarget, since: number): boolean =>
  isRowOf(row, target) && Date.parse(row.createdAt) >= since - toleranceMs

function isRowOf(row: OperationRow, target: OperationTarget): boolean {
  if (row.kind !== target.kind) return false
  if ('customerUid' in target && row.customerUid !== target.customerUid) return false
  if ('itemUid' in target) return row.itemUid === target.itemUid
  return (
    row.inventoryItemId === target.inventoryItemId &&
    row.mode === target.mode &&
    (row.reference ?? '') === (target.reference ?? '')
  )
}
