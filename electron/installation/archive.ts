/** Many eSIMs as one ZIP: a picture of each QR code, and a table that says whose they are, safe to open in a spreadsheet. */
import { type Zippable, zipSync } from 'fflate'
import type { BulkEntry } from '#shared/model/installation.ts'
import { qrPng } from './qr.ts'

const columns = ['file', 'iccid', 'customer', 'sm_dp_address', 'activation_code', 'whole_code'] as const

/** A spreadsheet takes a text that begins like this for a formula. */
const formula = /^[=+\-@\t\r]/
const field = (text: string): string => `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

export async function sheetsArchive(entries: readonly BulkEntry[]): Promise<Uint8Array> {
  const files: Zippable = {}
  const rows: string[] = [columns.join(',')]
  for (const [index, { iccid, email, code }] of entries.entries()) {
    const name = `${String(index + 1).padStart(3, '0')}-${iccid.replaceAll(/[^0-9A-Za-z]/g, '')}.png`
    // Pictures are compressed already.
    files[name] = [await qrPng(code.text), { level: 0 }]
    rows.push([name, iccid, email ?? '', code.address, code.matchingId, code.text].map(field).join(','))
  }
  files['esims.csv'] = new TextEncoder().encode(`\ufeff${rows.join('\r\n')}\r\n`)
  return zipSync(files)
}
