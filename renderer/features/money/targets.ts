/** The target of an operation, as the key of its draft and as a filter that finds its row in the journal. */
import type { OperationFilter, OperationRow } from '#shared/model/operation.ts'
import type { ItemTarget, OperationTarget } from '#shared/model/purchase.ts'

/** Operations with the same key share what was typed for them. */
export const targetKey = ({ kind, itemUid }: ItemTarget): string => `${kind} ${itemUid}`

/** The filter for the rows of the journal among which the operation would be. */
export function filterOf(target: OperationTarget): OperationFilter {
  return 'customerUid' in target ? { kind: target.kind, customerUid: target.customerUid } : { kind: target.kind }
}

export function isRowOf(row: OperationRow, target: OperationTarget): boolean {
  if (row.kind !== target.kind) return false
  if ('itemUid' in target) return row.itemUid === target.itemUid
  return (
    row.inventoryItemId === target.inventoryItemId &&
    row.mode === target.mode &&
    (row.reference ?? '') === (target.reference ?? '')
  )
}
