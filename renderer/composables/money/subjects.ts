/** What a press is about, as a key for what was typed and to find its row in the journal again. */
import type { OperationFilter, OperationRow } from '#shared/model/operation.ts'
import type { ItemSubject, OperationSubject } from '#shared/model/purchase.ts'

/** Presses of one key share what was typed for them. */
export const subjectKey = ({ kind, itemUid }: ItemSubject): string => `${kind} ${itemUid}`

/** Rows of the journal among which the press would be. */
export function filterOf(subject: OperationSubject): OperationFilter {
  return 'customerUid' in subject ? { kind: subject.kind, customerUid: subject.customerUid } : { kind: subject.kind }
}

export function isRowOf(row: OperationRow, subject: OperationSubject): boolean {
  if (row.kind !== subject.kind) return false
  if ('itemUid' in subject) return row.itemUid === subject.itemUid
  return (
    row.inventoryItemId === subject.inventoryItemId &&
    row.mode === subject.mode &&
    (row.reference ?? '') === (subject.reference ?? '')
  )
}
