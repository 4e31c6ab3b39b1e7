/**
 * Interprets the text that an agent pasted or typed into the search field, without any request: which whole identifier
 * it is, if it is one, and in which forms it is searched. It does not decide whether anything is found.
 */

import { withAsciiDigits } from './digits.ts'
import { withoutAddedDigit } from '../esim/iccid.ts'
import { meansLastDigits } from './lastDigits.ts'
import { onlyDigitsOf, searchWords } from './searchWords.ts'
import { trimEnd } from '../trimEnd.ts'

/** An identifier that can name one customer by itself, in the form in which it is compared. */
export type WholeIdentifier =
  | { readonly kind: 'activationCode'; readonly value: string }
  | { readonly kind: 'email'; readonly value: string }
  | { readonly kind: 'uid'; readonly value: string }
  | { readonly kind: 'iccid'; readonly value: string }
  | { readonly kind: 'imsi'; readonly value: string }

export interface UnderstoodQuery {
  /** Folded, for e-mails, uids and metatags. Empty for an empty query and for an activation code. */
  readonly text: string
  /** Without separators, for ICCIDs and IMSIs. May be empty. */
  readonly compact: string
  readonly whole: WholeIdentifier | null
  /** The words of a text of several, each of which has to match. Empty for an identifier and for a text of one word. */
  readonly words: readonly string[]
}

const controls = /\p{Cc}/gu
const capitals = /\p{Changes_When_Lowercased}/gu
const ascii = /^[\x20-\x7e]*$/

/**
 * The spelling for comparisons: composed, in lower case, with control characters replaced by spaces. It is as long as
 * `display(text)`, so that a position in one is the same position in the other.
 */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return display(text).replaceAll(capitals, foldCharacter)
}

/** The spelling in which positions are counted and shown. */
export const display = (text: string): string =>
  ascii.test(text) ? text : text.normalize('NFC').toWellFormed().replaceAll(controls, ' ')

function foldCharacter(character: string): string {
  const lower = character.toLowerCase()
  return lower.length === character.length ? lower : character
}

/** Marks that nobody sees: soft hyphens, the direction of writing, the variant of a character, the width of nothing. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu
/** What is written for a hyphen: dashes, the minus sign and bullets like one. */
const dashes = /[\p{Pd}\u02d7\u2043\u207b\u208b\u2212]/gu

/** Without what nobody sees, and with one dash for all. Of both it depends on the program from which was copied. */
export const withPlainMarks = (text: string): string =>
  ascii.test(text) ? text : text.replaceAll(invisible, '').replaceAll(dashes, '-')

const asciiDigits = /^[0-9]+$/
const separators = /[\s\-._]/g

/**
 * Digits as they are printed on cards and in mails, without spaces, dashes, dots, and the characters F with which an
 * odd number of digits is padded.
 */
export function compact(text: string): string {
  if (asciiDigits.test(text)) return text
  const bare = withPlainMarks(fold(text)).replaceAll(separators, '')
  return /^(?:(\d+)f+|f(\d{18,}))$/.exec(bare)?.slice(1).find(Boolean) ?? bare
}

/** The `LPA:` prefix may be missing, but only if the SM-DP+ address looks like one. */
const activationCode =
  /(?:lpa:1\$(?<named>[\w.:-]+)|(?:^|[^\w.$-])1\$(?<bare>[\w-]+(?:\.[\w-]+)+))\$(?<code>[^\s$"'<>&#,;]+)/i

/**
 * Returns the activation code in a text (interface 2.8): typed by a scanner in capitals, in the `carddata` of a
 * universal link, or inside other text. Comparisons ignore case, because a scanner with another keyboard layout changes
 * it.
 */
export function findActivationCode(text: string): string | null {
  const { named, bare, code } =
    activationCode.exec(/%(?:25)*(?:3a|24)/i.test(text) ? decoded(text) : text)?.groups ?? {}
  return code === undefined ? null : `LPA:1$${named ?? bare ?? ''}$${code}`.toUpperCase()
}

/** Each link inside a link adds one level of percent-encoding. */
const maxEncodings = 4

/** The text with its ASCII characters in the place of their percent-encodings. */
export function decoded(text: string, times = maxEncodings): string {
  if (times === 0 || !text.includes('%')) return text
  return decoded(
    text.replaceAll(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    times - 1,
  )
}

/**
 * What may be the matching id of an activation code, which phones call "activation code", in the form in which codes
 * are compared.
 */
export const matchingIdIn = (text: string): string | null => (/^[\w.-]{4,}$/.test(text) ? text.toUpperCase() : null)

const fullWidth = /[\uff01-\uff5e]/g
/** A long number in groups, as a spreadsheet or a calculator shows it. */
const grouped = /(?<![\d,'\u2019\u066c])\d{1,3}([,'\u2019\u066c])\d{2,3}(?:\1\d{2,3}){3,8}(?![\d,'\u2019\u066c])/g

/** Characters in the form in which identifiers are stored, and long numbers without marks between their groups. */
const plain = (text: string): string =>
  withAsciiDigits(
    withPlainMarks(text)
      .replaceAll(fullWidth, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
      .replaceAll('\u3000', ' '),
  ).replaceAll(grouped, (number) => number.replaceAll(/\D/g, ''))

/** Quotes and dots before and after what was copied. An ellipsis stands for digits that were left out. */
const startEdge = /^[\s"'`=\u2018-\u201f\u00ab\u00bb([….*]+/
const isEndEdge = (character: string): boolean => /[\s"'`\u2018-\u201f\u00ab\u00bb)\]….,;:!?*]/.test(character)
const label =
  /^(?:(?:e-?mail|mailto|iccid|imsi|uid|id|activation code|aktivierungscode|código de activación|code d['\u2019]activation|matching id)\s*[:=#]\s*|(?:iccid|imsi)\s(?=[^\p{L}\d]*\d))/iu
const addressInBrackets = /<([^<>\s@]+@[^<>\s]+)>$/
const emailForm = /^[^\s@<>,;]+@[^\s@<>,;][^\s@<>,;.]*\.[^\s@<>,;]{2,}$/
const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** A uid that isn't a UUID: one long word of letters and digits. */
const tokenForm = /^(?=.*\d)(?=.*[a-z])[\w-]{16,200}$/

function wholeOf(text: string, digits: string): WholeIdentifier | null {
  if (/^\d{18,22}$/.test(digits)) return { kind: 'iccid', value: digits }
  if (/^\d{14,15}$/.test(digits)) return { kind: 'imsi', value: digits }
  if (emailForm.test(text)) return { kind: 'email', value: text }
  return uuidForm.test(text) || tokenForm.test(text) ? { kind: 'uid', value: text } : null
}

const betweenAddresses = /[\s<>,;:"()[\]\u201c-\u201f]/
const uuidWithin = /(?<![0-9a-f-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f-])/g
const numberWithin = /\d(?:[\s\-.]{0,2}\d)*/g
/** Fewer digits in the middle of a text are a date, a size or a count, unless words around them name what they are. */
const minDigitsWithin = 6
const minLabelledDigits = 4

/** The identifier that a longer text contains, such as a line of a chat, if there is only one of its kind. */
function identifierWithin(text: string): WholeIdentifier | null {
  const words = text.split(betweenAddresses).map((word) => trimEnd(word.replace(startEdge, ''), isEndEdge))
  const numbers = [...text.matchAll(numberWithin)].flatMap(([number]) => wholeOf('', compact(number)) ?? [])
  const kinds: readonly (readonly WholeIdentifier[])[] = [
    words.filter((word) => emailForm.test(word)).map((value) => ({ kind: 'email', value })),
    [...text.matchAll(uuidWithin)].map(([value]) => ({ kind: 'uid', value })),
    numbers,
  ]
  const [first, ...others] = kinds.find((found) => found.length > 0) ?? []
  return first === undefined || others.some(({ value }) => value !== first.value) ? null : first
}

/** The digits of a longer text, if only one group of digits can be an identifier. */
function digitsWithin(text: string): string | null {
  const runs = [...text.matchAll(numberWithin)].map(([number]) => compact(number))
  const [only, ...others] = runs.filter((run) => run.length >= minDigitsWithin)
  return only === undefined || others.length > 0 ? null : only
}

/** The few digits that a sentence calls the last ones, if there is only one such group. */
function labelledDigits(text: string): string | null {
  const found = [...text.matchAll(numberWithin)].flatMap(({ 0: number, index }) => {
    const digits = compact(number)
    if (digits.length < minLabelledDigits || digits.length >= minDigitsWithin) return []
    return meansLastDigits(text.slice(0, index), text.slice(index + number.length)) ? [digits] : []
  })
  const [only, ...others] = new Set(found)
  return others.length > 0 ? null : (only ?? null)
}

export function understandQuery(query: string): UnderstoodQuery {
  const given = plain(query)
  const code = findActivationCode(given)
  if (code !== null) return { text: '', compact: '', whole: { kind: 'activationCode', value: code }, words: [] }
  const trimmed = given.replace(startEdge, '').replace(label, '').replace(startEdge, '')
  const address = trimEnd(addressInBrackets.exec(trimmed)?.[1] ?? trimmed, isEndEdge)
  const text = fold(address).trim()
  const digits = compact(address)
  const whole = wholeOf(text, digits)
  if (whole !== null || !/\s/.test(text)) return { text, compact: digits, whole, words: [] }
  const within = identifierWithin(text)
  if (within !== null) return { text: within.value, compact: compact(within.value), whole: within, words: [] }
  const words = searchWords(text)
  // A label at the beginning has been taken off the text.
  const likely = digitsWithin(text) ?? labelledDigits(fold(given)) ?? onlyDigitsOf(words)
  return { text, compact: likely ?? digits, whole: null, words: words.words }
}

/** What is searched for, if it is only a part of what was typed, or written in another way. */
interface TakenIdentifier {
  readonly kind: Exclude<WholeIdentifier['kind'], 'activationCode'> | 'digits' | 'words'
  readonly value: string
}

/** @param found what the search has found at a customer, where that is known */
export function takenIdentifier(query: string, found: string | null = null): TakenIdentifier | null {
  const { text, compact: digits, whole } = understandQuery(query)
  if (whole?.kind === 'activationCode') return null
  const shorter = withoutAddedDigit(digits)
  if (shorter !== null && found !== null && compact(found) === shorter) return { kind: 'iccid', value: shorter }
  const taken = whole ?? (/^\d{4,}$/.test(digits) ? ({ kind: 'digits', value: digits } as const) : null)
  if (taken === null) {
    const { words, isShortened } = searchWords(text)
    return isShortened && words.length > 0 ? { kind: 'words', value: words.join(' + ') } : null
  }
  return compact(query) === compact(taken.value) ? null : { kind: taken.kind, value: taken.value }
}
