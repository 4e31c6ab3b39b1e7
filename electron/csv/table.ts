/**
 * Writes CSV tables according to RFC 4180, with a byte order mark, CRLF line ends and quoted text. Where the decimal
 * sign is a comma, semicolons separate the cells.
 */
import { stringify } from 'csv-stringify/sync'
import type { DecimalSign } from '#shared/model/decimalSign.ts'
import { guardSeparators, type Cell, type NumberCell } from './cells.ts'

const byteOrderMark = '\ufeff'
const separators = { point: ',', comma: ';' } as const

const decimalForm = /^(-?\d+)\.(\d+)$/
const withSign = (digits: string, decimal: DecimalSign): string =>
  decimal === 'comma' ? digits.replace(decimalForm, '$1,$2') : digits

const optionsOf = (decimal: DecimalSign) =>
  ({
    delimiter: separators[decimal],
    record_delimiter: '\r\n',
    quoted_string: true,
    // Only strings are quoted, so numbers are written without quotes.
    cast: {
      string: (text: string) => guardSeparators(text, decimal),
      object: ({ digits }: Partial<Record<keyof NumberCell, unknown>>) =>
        typeof digits === 'string' ? withSign(digits, decimal) : '',
    },
  }) as const
const options = { point: optionsOf('point'), comma: optionsOf('comma') }

/** The columns of a table in their order: each name with the cell of a row. */
type CsvColumns<Row> = Readonly<Record<string, (row: Row) => Cell>>

/** `head` is the byte order mark and the header line. */
export function csvTable<Row>(columns: CsvColumns<Row>) {
  const cells = Object.values(columns)
  return {
    head: (decimal: DecimalSign): string => `${byteOrderMark}${Object.keys(columns).join(separators[decimal])}\r\n`,
    lines: (rows: readonly Row[], decimal: DecimalSign): string =>
      stringify(
        rows.map((row) => cells.map((cell) => cell(row))),
        options[decimal],
      ),
  }
}
