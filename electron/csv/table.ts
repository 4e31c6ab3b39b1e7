/** Writes CSV tables according to RFC 4180, with a byte order mark, CRLF line ends, commas and quoted text. */
import { stringify } from 'csv-stringify/sync'
import type { Cell, NumberCell } from './cells.ts'

const byteOrderMark = '\ufeff'
const options = {
  record_delimiter: '\r\n',
  quoted_string: true,
  // Only strings are quoted, so numbers are written without quotes.
  cast: {
    object: ({ digits }: Partial<Record<keyof NumberCell, unknown>>) => (typeof digits === 'string' ? digits : ''),
  },
} as const

/** Returns the byte order mark and the header line. */
export const csvHead = (columns: readonly string[]): string => `${byteOrderMark}${columns.join(',')}\r\n`

export const csvRows = (rows: readonly (readonly Cell[])[]): string => stringify([...rows], options)
