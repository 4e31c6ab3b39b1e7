/** Writes tables by RFC 4180: a byte order mark, CRLF, commas, every text in quotes. */
import { stringify } from 'csv-stringify/sync'
import type { Cell, NumberCell } from './cells.ts'

const byteOrderMark = '\ufeff'
const options = {
  record_delimiter: '\r\n',
  quoted_string: true,
  // What is no string is written without quotes.
  cast: {
    object: ({ digits }: Partial<Record<keyof NumberCell, unknown>>) => (typeof digits === 'string' ? digits : ''),
  },
} as const

/** Stands before the rows. */
export const csvHead = (columns: readonly string[]): string => `${byteOrderMark}${columns.join(',')}\r\n`

export const csvRows = (rows: readonly (readonly Cell[])[]): string => stringify([...rows], options)
