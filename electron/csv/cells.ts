/**
 * Cells of a table for spreadsheets. Amounts are numbers; all else is text and stays text, character by character. What a
 * spreadsheet would take for anything else gets an apostrophe in front, and so does text that begins with one: without
 * its first apostrophe each such cell is what it was. That is
 * - what begins like a formula, also behind blanks, and inside a cell behind what separates cells for another reader (`;` in much of Europe);
 * - what is a number, a date, a time, a sum of money, a truth value or an error to some language's spreadsheet.
 * ICCIDs stand in groups of four with dashes: a blank separates thousands in many languages, and would make a number of them.
 */
import type { Money } from '#shared/model/views.ts'

/** Digits that are written without quotes, so that a spreadsheet reads a number. */
export interface NumberCell {
  readonly digits: string
}
/** Null is an empty cell. */
export type Cell = string | NumberCell | null

const apostrophe = "'"
/** Spreadsheets hold 32,767 characters a cell, and Excel makes a row of its own of the rest. */
const maxCellLength = 32_000
/** Digits that survive a spreadsheet's binary fraction. */
const maxDigits = 15

/** East Asian spreadsheets read the wide and small variants too. */
const formula = /^[\p{Z}\p{C}]*[=+\-@＝＋－＠﹦﹢﹣﹫#]|^[\t\n']/u
/** A run of blanks, quotes and separators with the sign behind it, if there is one. */
const separatorRun = /([;|\p{Z}\p{C}"']+)([=+\-@＝＋－＠﹦﹢﹣﹫]?)/gu
const separator = /[;|\t\n\u2028\u2029]/

/** Languages whose names of months, days and halves of a day are known here: those that spreadsheets are sold in. */
const languages = [
  'ar',
  'bg',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'et',
  'fi',
  'fr',
  'he',
  'hr',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'ms',
  'nb',
  'nl',
  'pl',
  'pt',
  'ro',
  'ru',
  'sk',
  'sl',
  'sr',
  'sv',
  'th',
  'tr',
  'uk',
  'vi',
  'zh',
]
const booleanWords = (
  'true false wahr falsch vrai faux verdadero falso vero verdadeiro waar onwaar prawda fałsz истина ложь pravda nepravda sant falskt ' +
  'sand falsk igaz hamis tosi epätosi doğru yanlış'
).split(' ')
/** Of exponents, of instants, and of money that isn't written by its code. */
const unitWords = ['e', 't', 'z', 'kr', 'zł', 'kč', 'ft', 'lei', 'rp', 'rm', 'fr']

const wordForm = /[\p{L}\p{M}]+/gu
const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(wordForm) ?? []

/** Every month, day of the week and half of a day occurs in these. */
const sampleDays = Array.from({ length: 12 }, (_, month) => [
  new Date(2026, month, month + 1, 9),
  new Date(2026, month, month + 8, 21),
]).flat()

const dateStyles = [
  { dateStyle: 'full' },
  { dateStyle: 'long' },
  { dateStyle: 'medium' },
  { hour: 'numeric', hour12: true },
] as const

function dateWords(): readonly string[] {
  const formats = languages.flatMap((language) => dateStyles.map((style) => new Intl.DateTimeFormat(language, style)))
  return formats.flatMap((format) => sampleDays.flatMap((day) => wordsOf(format.format(day))))
}

/** A cell of these words and digits alone may be a value to a spreadsheet. Made with the first table. */
let valueWords: ReadonlySet<string> | null = null
const currencies = (): readonly string[] => Intl.supportedValuesOf('currency').map((code) => code.toLowerCase())
const knownWords = (): ReadonlySet<string> => (valueWords ??= new Set([...dateWords(), ...currencies(), ...unitWords]))

/** True of most cells: there is nothing to replace, and nothing that is written in two ways. */
const printableAscii = /^[ -~]*$/
const hasDigit = /\p{N}/u
const maxBooleanWordLength = Math.max(...booleanWords.map((word) => word.length))

function isValue(text: string): boolean {
  if (!hasDigit.test(text))
    return text.length <= maxBooleanWordLength && booleanWords.includes(text.trim().toLowerCase())
  const plain = printableAscii.test(text) ? text : text.normalize('NFKC')
  for (const [word] of plain.toLowerCase().matchAll(wordForm)) if (!knownWords().has(word)) return false
  return true
}

/** Cut before anything else is done with it; without what no spreadsheet shows, in lines that all end alike. */
function sanitize(text: string): string {
  const beginning = text.slice(0, maxCellLength)
  const truncated = text.length > maxCellLength ? `${beginning.toWellFormed()}…` : beginning
  if (printableAscii.test(truncated)) return truncated
  return truncated
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\p{Cc}--[\t\n]]/gv, '\ufffd')
}

export function textCell(text: string | null): Cell {
  if (text === null || text === '') return null
  const clean = sanitize(text)
  const guarded = formula.test(clean) || isValue(clean) ? apostrophe + clean : clean
  return guarded.replaceAll(separatorRun, (whole, run: string, sign: string) =>
    sign !== '' && separator.test(run) ? run + apostrophe + sign : whole,
  )
}

export const countCell = (count: number): Cell => ({ digits: String(count) })

const amountForm = /^-?\d+(?:\.\d+)?$/
/** A number where a spreadsheet keeps every digit of it; an amount in another currency than the row's is text. */
export function amountCell(money: Money | null, currency: string | null): Cell {
  if (money === null) return null
  if (money.currency !== currency) return textCell(`${money.amount} ${money.currency}`)
  const isExact = amountForm.test(money.amount) && money.amount.replaceAll(/\D/g, '').length <= maxDigits
  return isExact ? { digits: money.amount } : textCell(money.amount)
}

const instantForm = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
export const instantCell = (instant: string): Cell =>
  instantForm.test(instant) ? { digits: instant } : textCell(instant)

const iccidForm = /^\d{5,}$/
export function iccidsCell(iccids: readonly string[]): Cell {
  if (iccids.length === 0) return null
  if (!iccids.every((iccid) => iccidForm.test(iccid))) return textCell(iccids.join('; '))
  return iccids.map((iccid) => (iccid.match(/\d{1,4}/g) ?? []).join('-')).join('; ')
}
