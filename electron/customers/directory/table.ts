/** Writes customers as lines of a CSV table for spreadsheets, with the cells of `csv/`. */
import { customerRow } from '../../views/customerRow.ts'
import { toMegabytes } from '#shared/model/package/size.ts'
import type { CustomerRow, DataSize } from '#shared/model/customer/views.ts'
import { type Cell, countCell, csvTable, iccidsCell, instantCell, textCell } from '../../csv/index.ts'
import type { Db } from '../../storage/index.ts'
import { readCopy } from './copy.ts'
import type { TableLines, TableRequest } from './protocol.ts'

const instant = (text: string | null): Cell => (text === null ? null : instantCell(text))

/** A number with exponents, or too long for a spreadsheet, stays out of the column of numbers. */
function megabytes(size: DataSize | null): Cell {
  const amount = size === null ? null : toMegabytes(size)
  return amount === null || Math.abs(amount) >= 1e12 ? null : countCell(Math.round(amount))
}

export const customersTable = csvTable<CustomerRow>({
  customer_uid: ({ uid }) => textCell(uid),
  email: ({ email }) => textCell(email),
  remaining: ({ totalRemaining: size }) => textCell(size === null ? null : `${size.value} ${size.unit}`),
  remaining_mb: ({ totalRemaining }) => megabytes(totalRemaining),
  next_expiry: ({ nextExpiry }) => instant(nextExpiry),
  last_ended: ({ ended }) => instant(ended?.last ?? null),
  last_seen: ({ lastSeen }) => instant(lastSeen),
  sold: ({ soldAt }) => instant(soldAt),
  packages: ({ packages }) => countCell(packages.total),
  active_packages: ({ packages }) => countCell(packages.active),
  waiting_packages: ({ packages }) => countCell(packages.waiting),
  ended_packages: ({ ended }) => countCell(ended?.count ?? 0),
  package_names: ({ packageNames }) => textCell(packageNames.join('; ')),
  iccids: ({ esims }) => iccidsCell(esims.map(({ iccid }) => iccid)),
  esim_states: ({ esims }) =>
    textCell(esims.map(({ state, raw }) => (state === 'unknown' ? (raw ?? state) : state)).join('; ')),
})

export function tableLines(db: Db, { ids, now, decimal }: TableRequest): TableLines {
  const entryOf = db.prepare<[number], { entry: string }>('SELECT entry FROM customers WHERE id = ?')
  const rows = Array.from(ids).flatMap((id) => {
    const stored = entryOf.get(id)
    if (stored === undefined) return []
    return [customerRow(readCopy(stored.entry), now, null)]
  })
  return { text: customersTable.lines(rows, decimal), rows: rows.length }
}
