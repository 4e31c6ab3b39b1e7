/**
 * Finds the differences between two reads that an operation or a correction of this desk explains, which is listed
 * itself.
 */
import type { Difference, DifferenceRow } from '#shared/model/customer/differences.ts'
import type { CorrectionOutcome, NoteRow } from '#shared/model/customer/notes.ts'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import { isPurchaseKind } from '#shared/model/operation/purchase.ts'

/** Milliseconds by which the service's clock and that of an operation may differ. */
const clockTolerance = 120_000
/** Outcomes of a correction that explain the new address; one that is being sent may have made it already. */
const explaining: ReadonlySet<CorrectionOutcome> = new Set(['asked', 'changed'])

export interface DeskActions {
  readonly operations: readonly OperationRow[]
  readonly notes: readonly NoteRow[]
  /** The eSIMs that an operation is about. */
  readonly iccidsOf: (operationId: string) => readonly string[]
}

/** Whether an operation of this kind changes its package like this. */
function explains(
  kind: OperationRow['kind'],
  { before, after }: Extract<Difference, { readonly kind: 'package' }>,
): boolean {
  if (isPurchaseKind(kind)) return before === null
  if (kind === 'refund') return after === 'refunded' || after === null
  return after === 'active' && (before === 'waiting_activation' || before === 'waiting_use')
}

export function isSelfTriggered(
  { operations, notes, iccidsOf }: DeskActions,
  difference: Difference,
  { from, to }: Pick<DifferenceRow, 'from' | 'to'>,
): boolean {
  const isBetween = (began: string, end: string): boolean =>
    Date.parse(began) <= Date.parse(to) + clockTolerance && Date.parse(end) >= Date.parse(from) - clockTolerance
  const ended = operations.filter(
    ({ state, createdAt, updatedAt }) => state === 'CONFIRMED' && isBetween(createdAt, updatedAt),
  )
  switch (difference.kind) {
    case 'email':
      return notes.some(
        ({ at, correction }) =>
          correction?.after === difference.after && explaining.has(correction.outcome) && isBetween(at, at),
      )
    case 'package':
      return ended.some(({ kind, itemUid }) => itemUid === difference.itemUid && explains(kind, difference))
    case 'esim':
      return difference.before === null && ended.some(({ id }) => iccidsOf(id).includes(difference.iccid))
    case 'usage':
      return ended.some(({ kind, itemUid }) => kind === 'refund' && itemUid === difference.itemUid)
  }
}
