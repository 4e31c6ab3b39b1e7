/** Writes customers as lines of a CSV table for spreadsheets, with the cells of `csv/`. */
import { customerRow } from '../../views/customerRow.ts'
import type { DecimalSign } from '#shared/model/decimalSign.ts'
import { toMegabytes } from '#shared/model/package/size.ts'
import type { CustomerRow, DataSize } from '#shared/model/customer/views.ts'
import { type Cell, countCell, csvHead, csvRows, iccidsCell, instantCell, textCell } from '../../csv/index.ts'
import type { Db } from '../../storage/index.ts'
import { readCopy } from './copy.ts'
import type { TableLines, TableRequest } from './protocol.ts'

const columns = [
  'customer_uid',
  'email',
  'remaining',
  'remaining_mb',
  'next_expiry',
  'last_ended',
  'last_seen',
  'sold',
  'packages',
  'active_packages',
  'waiting_packages',
  'ended_packages',
  'package_names',
  'iccids',
  'esim_states',
] as const
type Column = (typeof columns)[number]

/** The byte order mark and the header line. */
export const tableHead = (decimal: DecimalSign): string => csvHead(columns, decimal)

const instant = (text: string | null): Cell => (text === null ? null : instantCell(text))

/** A number with exponents, or too long for a spreadsheet, stays out of the column of numbers. */
function megabytes(size: DataSize | null): Cell {
  const amount = size === null ? null : toMegabytes(size)
  return amount === null || Math.abs(amount) >= 1e12 ? null : countCell(Math.round(amount))
}

function cellsOf(row: CustomerRow): Readonly<Record<Column, Cell>> {
  const size = row.totalRemaining
  return {
    customer_uid: textCell(row.uid),
    email: textCell(row.email),
    remaining: textCell(size === null ? null : `${size.value} ${size.unit}`),
    remaining_mb: megabytes(size),
    next_expiry: instant(row.nextExpiry),
    last_ended: instant(row.ended?.last ?? null),
    last_seen: instant(row.lastSeen),
    sold: instant(row.soldAt),
    packages: countCell(row.packages.total),
    active_packages: countCell(row.packages.active),
    waiting_packages: countCell(row.packages.waiting),
    ended_packages: countCell(row.ended?.count ?? 0),
    package_names: textCell(row.packageNames.join('; ')),
    iccids: iccidsCell(row.esims.map(({ iccid }) => iccid)),
    esim_states: textCell(row.esims.map(({ state, raw }) => (state === 'unknown' ? (raw ?? state) : state)).join('; ')),
  }
}

export function tableLines(db: Db, { ids, now, decimal }: TableRequest): TableLines {
  const entryOf = db.prepare<[number], { entry: string }>('SELECT entry FROM customers WHERE id = ?')
  const rows = Array.from(ids).flatMap((id) => {
    const stored = entryOf.get(id)
    if (stored === undefined) return []
    const cells = cellsOf(customerRow(readCopy(stored.entry), now, null))
    return [columns.map((column) => cells[column])]
  })
  return { text: csvRows(rows, decimal), rows: rows.length }
}
