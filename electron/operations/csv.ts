/**
 * Operations as a table for a spreadsheet: RFC 4180 with a byte order mark, CRLF and a comma. Amounts are numbers; all else is
 * text and stays text, character by character. What a spreadsheet would take for anything else gets an apostrophe in front,
 * and so does text that begins with one: without its first apostrophe each such cell is what it was. That is
 * - what begins like a formula, also behind blanks, and inside a cell behind what separates cells for another reader (`;` in much of Europe);
 * - what is a number, a date, a time, a sum of money, a truth value or an error to some language's spreadsheet.
 * ICCIDs stand in groups of four, parted by dashes: a blank parts thousands in many languages, and would make a number of them.
 */
import type { OperationKind, OperationRow, OperationState } from '#shared/model/operation.ts'
import type { Money } from '#shared/model/views.ts'

export interface CsvRow {
  readonly row: OperationRow
  readonly iccids: readonly string[]
}

/** The currency has a column of its own; an amount in another one keeps it beside itself, as text. */
const columns = [
  'id', 'time', 'agent', 'connection', 'kind', 'state', 'confirmed_by', 'customer_uid', 'customer_email', 'item_uid', 'package', 'package_id', 'mode', 'reference',
  'agreed_amount', 'charged_amount', 'currency', 'direction', 'refund_reason', 'ticket', 'iccids', 'looks', 'last_change', 'reason',
] as const
type Column = (typeof columns)[number]

const apostrophe = "'"
const byteOrderMark = '\ufeff'
const lineEnd = '\r\n'
/** Spreadsheets hold 32,767 characters a cell, and Excel makes a row of its own of the rest. */
const longestCell = 32_000
/** Digits that survive a spreadsheet's binary fraction. */
const mostDigits = 15

/** Far Eastern spreadsheets read the wide and small variants too. */
const sign = '[=+\\-@＝＋－＠﹦﹢﹣﹫]'
const formula = new RegExp(`^[\\p{Z}\\p{C}]*${sign}|^[\\p{Z}\\p{C}]*#|^[\\t\\n']`, 'u')
const innerFormula = new RegExp(`([;|\\t\\n\\u2028\\u2029][\\p{Z}\\p{C}"']*)(?=${sign})`, 'gu')

/** Languages whose names of months, days and halves of a day are known here: those that spreadsheets are sold in. */
const languages = [
  'ar', 'bg', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fi', 'fr', 'he', 'hr', 'hu', 'id', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'nb', 'nl', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'sr', 'sv', 'th', 'tr', 'uk', 'vi', 'zh',
]
const truths = 'true false wahr falsch vrai faux verdadero falso vero verdadeiro waar onwaar prawda fałsz истина ложь pravda nepravda sant falskt sand falsk igaz hamis tosi epätosi doğru yanlış'.split(' ')
/** Of exponents, of instants, and of money that isn't written by its code. */
const marks = ['e', 't', 'z', 'kr', 'zł', 'kč', 'ft', 'lei', 'rp', 'rm', 'fr']

const wordForm = /[\p{L}\p{M}]+/gu
const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(wordForm) ?? []

/** Every month, day of the week and half of a day occurs in these. */
const sampleDays = Array.from({ length: 12 }, (_, month) => [new Date(2026, month, month + 1, 9), new Date(2026, month, month + 8, 21)]).flat()

const dateStyles = [{ dateStyle: 'full' }, { dateStyle: 'long' }, { dateStyle: 'medium' }, { hour: 'numeric', hour12: true }] as const

function dateWords(): readonly string[] {
  const formats = languages.flatMap((language) => dateStyles.map((style) => new Intl.DateTimeFormat(language, style)))
  return formats.flatMap((format) => sampleDays.flatMap((day) => wordsOf(format.format(day))))
}

/** A cell of these words and digits alone may be a value to a spreadsheet. Made with the first export. */
let valueWords: ReadonlySet<string> | null = null
const knownWords = (): ReadonlySet<string> => (valueWords ??= new Set([...dateWords(), ...Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()), ...marks]))

/** Of most cells: nothing to mend, and nothing that is written in two ways. */
const usual = /^[ -~]*$/
const hasDigit = /\p{N}/u
const longestTruth = Math.max(...truths.map((word) => word.length))

function isValue(text: string): boolean {
  if (!hasDigit.test(text)) return text.length <= longestTruth && truths.includes(text.trim().toLowerCase())
  const plain = usual.test(text) ? text : text.normalize('NFKC')
  for (const [word] of plain.toLowerCase().matchAll(wordForm)) if (!knownWords().has(word)) return false
  return true
}

/** Without what no spreadsheet shows, in lines that all end alike. */
function readable(text: string): string {
  const clean = usual.test(text) ? text : text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(/[\p{Cc}--[\t\n]]/gv, '\ufffd')
  return clean.length > longestCell ? `${clean.slice(0, longestCell).toWellFormed()}…` : clean
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

function textCell(text: string | null): string {
  if (text === null || text === '') return ''
  const clean = readable(text)
  const guarded = formula.test(clean) || isValue(clean) ? apostrophe + clean : clean
  return quoted(guarded.replaceAll(innerFormula, `$1${apostrophe}`))
}

/** A number where a spreadsheet keeps every digit of it. */
function amountCell(money: Money | null, currency: string | null): string {
  if (money === null) return ''
  if (money.currency !== currency) return textCell(`${money.amount} ${money.currency}`)
  return money.amount.replaceAll(/\D/g, '').length > mostDigits ? textCell(money.amount) : money.amount
}

const instantForm = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const instantCell = (instant: string): string => (instantForm.test(instant) ? instant : textCell(instant))

function iccidsCell(iccids: readonly string[]): string {
  if (!iccids.every((iccid) => /^\d{5,}$/.test(iccid))) return textCell(iccids.join('; '))
  return iccids.length === 0 ? '' : quoted(iccids.map((iccid) => (iccid.match(/\d{1,4}/g) ?? []).join('-')).join('; '))
}

const directions: Readonly<Record<OperationKind, 'out' | 'back' | null>> = { activate: null, refund: 'back', register: 'out', 'top-up': 'out', 'top-up-with-profile': 'out' }
const nothingMoved: ReadonlySet<OperationState> = new Set(['REJECTED', 'NOT_SENT', 'NOT_APPLIED'])

function cellsOf({ row, iccids }: CsvRow): Readonly<Record<Column, string>> {
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
    direction: textCell(nothingMoved.has(row.state) ? null : directions[row.kind]),
    refund_reason: textCell(row.refundReason),
    ticket: textCell(row.ticket),
    iccids: iccidsCell(iccids),
    looks: String(row.looks),
    last_change: instantCell(row.updatedAt),
    reason: textCell(row.reason),
  }
}

function lineOf(row: CsvRow): string {
  const cells = cellsOf(row)
  return columns.map((column) => cells[column]).join(',')
}

/** Stands before the lines. */
export const csvHead = byteOrderMark + columns.join(',') + lineEnd

export const csvLines = (rows: readonly CsvRow[]): string => rows.map((row) => lineOf(row) + lineEnd).join('')
