/** Finds results and duplicates of purchases in a customer whom another module has read. */
import { isInFlight } from '#shared/model/operationStates.ts'
import { idsIn, isPurchaseKind } from '#shared/model/purchase.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { OperationsContext } from '../context.ts'
import { purchaseOutcome } from './checkOutcome.ts'

export function onCustomerRead(
  { connections, notifier, journal, checks }: OperationsContext,
  entry: WireCustomerEntry,
): void {
  const open = connections.current()
  if (open === null) return
  notifier.notify('customer read', () => {
    for (const id of new Set(entry.activatedItems.flatMap(({ metatag }) => idsIn(metatag ?? '')))) {
      const row = journal.row(id)
      // An operation in flight or orphaned has no stored result yet, so its own item would look like a duplicate.
      if (row === undefined || row.connection !== open.identity || isInFlight(row.state) || !isPurchaseKind(row.kind))
        continue
      const checkResult = purchaseOutcome(row, row.kind, [entry])
      if (checkResult.result !== undefined || checkResult.duplicates.length > 0) checks.store(row, checkResult)
    }
  })
}
