/**
 * Interprets the text that an agent pasted or typed into the search field, without any request: which whole identifier
 * it is, if it is one, and in which forms it is searched. It does not tell whether anything is found.
 */

import { trimEnd } from './trimEnd.ts'

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
export const display = (text: string): string => text.normalize('NFC').toWellFormed().replaceAll(controls, ' ')

function foldCharacter(character: string): string {
  const lower = character.toLowerCase()
  return lower.length === character.length ? lower : character
}

const separators = /[\s\p{Pd}._\u200b-\u200f\u2060\ufeff]/gu

/**
 * Digits as they are printed on cards and in mails, without spaces, dashes, dots and padding characters F at the end.
 */
export function compact(text: string): string {
  const bare = fold(text).replaceAll(separators, '')
  return /^(\d+)f+$/.exec(bare)?.[1] ?? bare
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
  const { named, bare, code } = activationCode.exec(decoded(text))?.groups ?? {}
  return code === undefined ? null : `LPA:1$${named ?? bare ?? ''}$${code}`.toUpperCase()
}

function decoded(text: string): string {
  if (!/%(?:3a|24)/i.test(text)) return text
  return text.replaceAll(/%3a/gi, ':').replaceAll(/%24/g, '$')
}

const invisibleStart = /^[\s\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/
const isInvisible = (character: string): boolean => invisibleStart.test(character)
const label = /^(?:e-?mail|mailto|iccid|imsi|uid|id)\s*[:=#]\s*/i
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

export function understandQuery(query: string): UnderstoodQuery {
  const code = findActivationCode(query)
  if (code !== null) return { text: '', compact: '', whole: { kind: 'activationCode', value: code } }
  const trimmed = trimEnd(query.replace(invisibleStart, ''), isInvisible).replace(label, '')
  const address = addressInBrackets.exec(trimmed)?.[1] ?? trimmed
  const text = fold(address).trim()
  const digits = compact(address)
  return { text, compact: digits, whole: wholeOf(text, digits) }
}
