/** Writes operations as a CSV table for spreadsheets, with the cells of `csv/`. */
import type { OperationRow } from '#shared/model/operation/operation.ts'
import { creditDirection, movedCredits } from '#shared/model/operation/operationStates.ts'
import { amountCell, countCell, csvTable, iccidsCell, instantCell, textCell } from '../../csv/index.ts'

interface CsvRow {
  readonly row: OperationRow
  readonly iccids: readonly string[]
}

/** `seen`: a read alone shows the refund, which somebody else may have made, so that it is in no sum of this desk. */
function directionOf({ kind, state, confirmedBy }: OperationRow): 'out' | 'back' | 'seen' | null {
  if (movedCredits(state) === 'none') return null
  const direction = creditDirection(kind)
  return direction === 'back' && confirmedBy === 'state' ? 'seen' : direction
}

const currencyOf = ({ amount, charged }: OperationRow): string | null => (amount ?? charged)?.currency ?? null

/** The currency has its own column. An amount in another currency is written as text that includes its currency. */
export const operationsTable = csvTable<CsvRow>({
  id: ({ row }) => textCell(row.id),
  time: ({ row }) => instantCell(row.createdAt),
  agent: ({ row }) => textCell(row.agent),
  connection: ({ row }) => textCell(row.connectionName),
  kind: ({ row }) => textCell(row.kind),
  state: ({ row }) => textCell(row.state),
  confirmed_by: ({ row }) => textCell(row.confirmedBy),
  customer_uid: ({ row }) => textCell(row.customerUid),
  customer_email: ({ row }) => textCell(row.customerEmail),
  item_uid: ({ row }) => textCell(row.itemUid),
  package: ({ row }) => textCell(row.packageName),
  package_id: ({ row }) => textCell(row.inventoryItemId),
  mode: ({ row }) => textCell(row.mode),
  reference: ({ row }) => textCell(row.reference),
  agreed_amount: ({ row }) => amountCell(row.amount, currencyOf(row)),
  charged_amount: ({ row }) => amountCell(row.charged, currencyOf(row)),
  currency: ({ row }) => textCell(currencyOf(row)),
  direction: ({ row }) => textCell(directionOf(row)),
  refund_reason: ({ row }) => textCell(row.refundReason),
  ticket: ({ row }) => textCell(row.ticket),
  iccids: ({ iccids }) => iccidsCell(iccids),
  looks: ({ row }) => countCell(row.checks),
  last_change: ({ row }) => instantCell(row.updatedAt),
  reason: ({ row }) => textCell(row.reason),
})
