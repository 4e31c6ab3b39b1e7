/** Writes operations as a CSV table for spreadsheets, with the cells of `csv/`. */
import type { DecimalSign } from '#shared/model/decimalSign.ts'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import { creditDirection, movedCredits } from '#shared/model/operation/operationStates.ts'
import {
  amountCell,
  type Cell,
  countCell,
  csvHead as headOf,
  csvRows,
  iccidsCell,
  instantCell,
  textCell,
} from '../../csv/index.ts'

interface CsvRow {
  readonly row: OperationRow
  readonly iccids: readonly string[]
}

/** The currency has its own column. An amount in another currency is written as text that includes its currency. */
const columns = [
  'id',
  'time',
  'agent',
  'connection',
  'kind',
  'state',
  'confirmed_by',
  'customer_uid',
  'customer_email',
  'item_uid',
  'package',
  'package_id',
  'mode',
  'reference',
  'agreed_amount',
  'charged_amount',
  'currency',
  'direction',
  'refund_reason',
  'ticket',
  'iccids',
  'looks',
  'last_change',
  'reason',
] as const
type Column = (typeof columns)[number]

/** `seen`: a read alone shows the refund, which somebody else may have made, so that it is in no sum of this desk. */
function directionOf({ kind, state, confirmedBy }: OperationRow): 'out' | 'back' | 'seen' | null {
  if (movedCredits(state) === 'none') return null
  const direction = creditDirection(kind)
  return direction === 'back' && confirmedBy === 'state' ? 'seen' : direction
}

function cellsOf({ row, iccids }: CsvRow): Readonly<Record<Column, Cell>> {
  const currency = (row.amount ?? row.charged)?.currency ?? null
  return {
    id: textCell(row.id),
    time: instantCell(row.createdAt),
    agent: textCell(row.agent),
    connection: textCell(row.connectionName),
    kind: textCell(row.kind),
    state: textCell(row.state),
    confirmed_by: textCell(row.confirmedBy),
    customer_uid: textCell(row.customerUid),
    customer_email: textCell(row.customerEmail),
    item_uid: textCell(row.itemUid),
    package: textCell(row.packageName),
    package_id: textCell(row.inventoryItemId),
    mode: textCell(row.mode),
    reference: textCell(row.reference),
    agreed_amount: amountCell(row.amount, currency),
    charged_amount: amountCell(row.charged, currency),
    currency: textCell(currency),
    direction: textCell(directionOf(row)),
    refund_reason: textCell(row.refundReason),
    ticket: textCell(row.ticket),
    iccids: iccidsCell(iccids),
    looks: countCell(row.checks),
    last_change: instantCell(row.updatedAt),
    reason: textCell(row.reason),
  }
}

/** The byte order mark and the header line. */
export const csvHead = (decimal: DecimalSign): string => headOf(columns, decimal)

export const csvLines = (rows: readonly CsvRow[], decimal: DecimalSign): string =>
  csvRows(
    rows.map((row) => {
      const cells = cellsOf(row)
      return columns.map((column) => cells[column])
    }),
    decimal,
  )
