/**
 * Packs many eSIMs into one ZIP: a picture of each QR code, and a CSV table of their owners that is safe to open in a
 * spreadsheet.
 */
import { type Zippable, zipSync } from 'fflate'
import type { DecimalSign } from '#shared/model/decimalSign.ts'
import type { BulkEntry } from '#shared/model/esim/installation.ts'
import { type Cell, csvHead, csvRows, iccidsCell, textCell } from '../csv/index.ts'
import { qrPng } from './qr.ts'

const columns = ['file', 'iccid', 'customer', 'sm_dp_address', 'activation_code', 'whole_code'] as const

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
  const rows: (readonly Cell[])[] = []
  for (const [index, { iccid, email, code }] of entries.entries()) {
    const name = `${String(index + 1).padStart(3, '0')}-${iccid.replaceAll(/[^0-9A-Za-z]/g, '')}.png`
    // PNG files are compressed already.
    files[name] = [await qrPng(code.text), { level: 0 }]
    rows.push([
      textCell(name),
      iccidsCell([iccid]),
      textCell(email),
      textCell(code.address),
      textCell(code.matchingId),
      textCell(code.text),
    ])
    onProgress?.(index + 1)
  }
  files['esims.csv'] = new TextEncoder().encode(csvHead(columns, decimal) + csvRows(rows, decimal))
  return zipSync(files)
}
