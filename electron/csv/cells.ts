/**
 * Cells of a CSV table for spreadsheets. Amounts are numbers, and everything else stays text. Text that a spreadsheet
 * would interpret gets an apostrophe in front, and so does text that begins with an apostrophe, so that removing the
 * first one always restores the original. These texts are escaped:
 * - text that begins like a formula, also after white space, and after a character that separates cells for a reader
 * that expects another separator;
 * - text that the spreadsheet of some language reads as a number, date, time, amount of money, boolean or error.
 * ICCIDs are written in groups of four with dashes, because many languages separate thousands with a space.
 */
import type { DecimalSign } from '#shared/model/decimalSign.ts'
import type { Money } from '#shared/model/customer/views.ts'

/** A cell that is written without quotes, so that a spreadsheet reads it as a number. Its decimal sign is a point. */
export interface NumberCell {
  readonly digits: string
}
/** `null` is an empty cell. */
export type Cell = string | NumberCell | null

const apostrophe = "'"
/** A cell of a spreadsheet holds 32,767 characters, and Excel writes the rest into another row. */
const maxCellLength = 32_000
/** The number of digits that a spreadsheet's floating-point numbers preserve. */
const maxDigits = 15

/** East Asian spreadsheets also accept the full-width and small variants of the signs. */
const formula = /^[\p{Z}\p{C}]*[=+\-@＝＋－＠﹦﹢﹣﹫#]|^[\t\n']/u
/** A run of white space, quotes and separators, and the sign after it if there is one. */
const separatorRun = {
  point: /([;|\p{Z}\p{C}"']+)([=+\-@＝＋－＠﹦﹢﹣﹫]?)/gu,
  comma: /([,;|\p{Z}\p{C}"']+)([=+\-@＝＋－＠﹦﹢﹣﹫]?)/gu,
}
const separator = { point: /[;|\t\n\u2028\u2029]/, comma: /[,;|\t\n\u2028\u2029]/ }

/** Languages whose names of months, weekdays and day periods are recognized: those of the common spreadsheets. */
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
/** Letters of exponents and instants, and currency symbols that are not the currency's code. */
const unitWords = ['e', 't', 'z', 'kr', 'zł', 'kč', 'ft', 'lei', 'rp', 'rm', 'fr']

const wordForm = /[\p{L}\p{M}]+/gu
const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(wordForm) ?? []

/** Sample dates that cover every month, weekday and day period. */
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

/** A spreadsheet may interpret a cell of only these words and digits. The set is built for the first table. */
let valueWords: ReadonlySet<string> | null = null
const currencies = (): readonly string[] => Intl.supportedValuesOf('currency').map((code) => code.toLowerCase())
const knownWords = (): ReadonlySet<string> => (valueWords ??= new Set([...dateWords(), ...currencies(), ...unitWords]))

/** Most cells match this: they need no replacement and no normalization. */
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

/** Truncates the text first, then normalizes line ends and replaces control characters. */
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
  return formula.test(clean) || isValue(clean) ? apostrophe + clean : clean
}

/** Guards a text against readers that expect another separator than that of a table with this decimal sign. */
export const guardSeparators = (text: string, decimal: DecimalSign): string =>
  text.replaceAll(separatorRun[decimal], (whole, run: string, sign: string) =>
    sign !== '' && separator[decimal].test(run) ? run + apostrophe + sign : whole,
  )

export const countCell = (count: number): Cell => ({ digits: String(count) })

const amountForm = /^-?\d+(?:\.\d+)?$/
const threeDecimals = /\.\d{3}$/
/**
 * Returns a number if a spreadsheet preserves all its digits. An amount in another currency than the row's is text.
 * Three decimals get a fourth: a spreadsheet that expects the other sign would read 1.125 as a thousand times as much.
 */
export function amountCell(money: Money | null, currency: string | null): Cell {
  if (money === null) return null
  if (money.currency !== currency) return textCell(`${money.amount} ${money.currency}`)
  const isExact = amountForm.test(money.amount) && money.amount.replaceAll(/\D/g, '').length <= maxDigits
  if (!isExact) return textCell(money.amount)
  return { digits: threeDecimals.test(money.amount) ? `${money.amount}0` : money.amount }
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
