/**
 * Packs many eSIMs into one ZIP: a picture of each QR code, and a CSV table of their owners that is safe to open in a
 * spreadsheet.
 */
import { type Zippable, zipSync } from 'fflate'
import type { DecimalSign } from '#shared/model/decimalSign.ts'
import type { BulkEntry } from '#shared/model/esim/installation.ts'
import { csvTable, iccidsCell, textCell } from '../csv/index.ts'
import { qrPng } from './qr.ts'

const table = csvTable<BulkEntry & { readonly file: string }>({
  file: ({ file }) => textCell(file),
  iccid: ({ iccid }) => iccidsCell([iccid]),
  customer: ({ email }) => textCell(email),
  sm_dp_address: ({ code }) => textCell(code.address),
  activation_code: ({ code }) => textCell(code.matchingId),
  whole_code: ({ code }) => textCell(code.text),
})

/**
 * @param decimal decides what separates the cells of the table; it has no numbers
 * @param onProgress receives how many pictures are drawn; what it throws ends the work
 */
export async function sheetsArchive(
  entries: readonly BulkEntry[],
  decimal: DecimalSign,
  onProgress?: (done: number) => void,
): Promise<Uint8Array> {
  const files: Zippable = {}
  const rows = entries.map((entry, index) => ({
    ...entry,
    file: `${String(index + 1).padStart(3, '0')}-${entry.iccid.replaceAll(/[^0-9A-Za-z]/g, '')}.png`,
  }))
  for (const [index, { file, code }] of rows.entries()) {
    // PNG files are compressed already.
    files[file] = [await qrPng(code.text), { level: 0 }]
    onProgress?.(index + 1)
  }
  files['esims.csv'] = new TextEncoder().encode(table.head(decimal) + table.lines(rows, decimal))
  return zipSync(files)
}
