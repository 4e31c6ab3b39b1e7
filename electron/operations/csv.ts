/** Rows of the journal as a table for spreadsheets: RFC 4180 in UTF-8. */
import type { OperationRow } from '#shared/model/operation.ts'

export interface CsvRow {
  readonly row: OperationRow
  readonly iccids: readonly string[]
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

export function operationsCsv(rows: Iterable<CsvRow>): string {
  const lines = ['"id","created","kind","state","amount","currency","iccids"']
  for (const { row, iccids } of rows) {
    lines.push([row.id, row.createdAt, row.kind, row.state, row.amount?.amount ?? '', row.amount?.currency ?? '', iccids.join(' ')].map(quoted).join(','))
  }
  return `\uFEFF${lines.join('\r\n')}\r\n`
}
