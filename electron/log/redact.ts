/**
 * The only redaction of the desk. It removes secrets and personal data from text before the text is shown, logged or
 * recorded, both by value (as registered at run time) and by shape. All functions are pure.
 *
 * Text of others may be megabytes long, so every function cuts it before any regular expression runs, and every
 * expression is linear in the length of the text: quantifiers are bounded, or nothing that can fail follows them.
 */
import { isIPv6 } from 'node:net'

export const hidden = '[hidden]'

/** Code units of a text that are read by default. */
const defaultMaxLength = 8 * 1024
/** Replaces each code unit of a hidden value until the text has been cut. It is a private-use character. */
const filler = '\ue000'
const fillers = /\ue000+/g

/** Shorter values are not hidden, because they would break ordinary words apart. */
const minValueLength = 4

/** Returns the ways in which a secret may be written in a text. */
export function spellings(secret: string): readonly string[] {
  if (secret.length < minValueLength) return []
  const wellFormed = secret.toWellFormed()
  const forms = [
    secret,
    encodeURIComponent(wellFormed),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(wellFormed, 'utf8').toString('base64'),
  ]
  return [...new Set(forms)]
}

/** Hides the values and cuts the text to `maxLength`. */
function readHead(text: string, values: readonly string[], maxLength: number): string {
  const maxValueLength = values.reduce((max, { length }) => Math.max(max, length), 0)
  // A value that begins before the cut is matched as a whole. Fillers keep all positions unchanged.
  let head = text.slice(0, maxLength + maxValueLength)
  for (const value of values) head = head.replaceAll(value, filler.repeat(value.length))
  return head.slice(0, maxLength).replaceAll(fillers, hidden)
}

/** Also removes the word that was cut in two: half an e-mail address no longer has a recognizable shape. */
function readWholeWords(text: string, values: readonly string[], maxLength: number): string {
  const head = readHead(text, values, maxLength)
  if (text.length <= maxLength) return head
  let end = head.length
  while (end > 0 && head.charAt(end - 1).trim() !== '') end -= 1
  return end === head.length ? head : `${head.slice(0, end)}${hidden}`
}

type Shape = readonly [RegExp, string | ((match: string) => string)]

/**
 * Matches a named secret up to the end of its quoted value. A quote with one backslash ends a value that was quoted
 * inside another one.
 */
const namedSecret =
  /((?:token|secret|password|passwd|authorization|activation_?code|api_?key|universallink|installationurl)[\w-]{0,40}\\?["']?\s*[:=]\s*)(?:"(?:[^"\\]|\\[\s\S])*|\\"(?:[^"\\]|\\\\\\"|\\\\|\\[^"\\])*|\\?'[^']*|(?!["'[\\]|Basic\b|Bearer\b)[^\s,;&}]+)/gi

/** Hides the credentials in an address and everything after its path. */
function hideInAddress(address: string): string {
  const [, scheme = '', rest = ''] = /^([^:]*:\/\/)([\s\S]*)$/.exec(address) ?? []
  const path = rest.split(/[?#]/, 1)[0] ?? ''
  const at = path.lastIndexOf('@')
  return `${scheme}${at === -1 ? '' : `${hidden}@`}${path.slice(at + 1)}${path.length === rest.length ? '' : `?${hidden}`}`
}

const secretShapes: readonly Shape[] = [
  [/\b(Basic|Bearer)\s+[A-Za-z0-9+/=._~-]+/gi, `$1 ${hidden}`],
  [/LPA(?:%3A|:)1(?:%24|\$)[^\s"'<>&\\]*/gi, `LPA:1$${hidden}`],
  [/\bcarddata=[^\s"'<>&\\]*/gi, `carddata=${hidden}`],
  [/\beyJ[\w-]{6,}(?:\.[\w-]*)*/g, hidden],
  [/\bhttps?:\/\/[^\s"'<>]+/gi, hideInAddress],
  [namedSecret, hideNamedValue],
]

/** Hides the value of a named secret and leaves its name and quotes. */
function hideNamedValue(match: string): string {
  const [, name = '', opening = ''] = /^([\w-]+\\?["']?\s*[:=]\s*)(\\?["']?)/.exec(match) ?? []
  return `${name}${opening}${hidden}${opening.startsWith('\\') ? '\\' : ''}`
}

/** The dollar sign may be a character, or percent-encoded any number of times. */
const bareActivationCode = /1(?:\$|&#0{0,8}36;|%(?:25)*24)[^\s"'<>]+/gi
const spacedActivationCode = /LPA\s*(?::|%(?:25)*3a)\s*[^\s"'<>]*/gi
/** The part of an activation code that phones ask for alone, after a word that names it. */
const namedMatchingId =
  /\b((?:activation[ _-]?code|matching[ _-]?id|(?:lpa|esim|qr)[ _-]?code)\b[\s"':=#(]{0,5}(?:is\b|was\b)?[\s"':=#(]{0,5})([\w-]{4,80})/gi
const hasDigit = /\d/
/** It alone: groups of capitals and digits. */
const groupedCapitals = /(?<![\w-])[A-Z][A-Z\d]{0,40}(?:-[A-Z\d]{1,40}){1,12}(?![\w-])/g
/** A group with letters and digits that is no size and no number of days. */
const isMixedGroup = (group: string): boolean =>
  /[A-Z]/.test(group) && hasDigit.test(group) && !/^\d+(?:[KMGT]B|D|DAYS?|H)$/.test(group)
const minMixedGroups = 2

const word = /[^\s<>"'(),;:\\[\]{}|]+/g
const mailAddress = /[^@](?:@|%(?:25)*40)[^@]/i
/** Matches what may be an IPv6 address, with colons that may be percent-encoded any number of times. */
const colonRun = /(?<!\w)(?:[\da-f:.]|%(?:25)*3a)+/gi
const encodedColon = /%(?:25)*3a/gi
const ipv4Address = /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/g
const digitRun = /\d+/g
/** IMSIs, ICCIDs and card numbers have at least this many digits. */
const minIdentifierDigits = 14

/** A hardware address, and an IPv6 address that is glued to other digits, have at least this many colons. */
const minAddressColons = 5

/** Whether a run is an IPv6 address, alone or at the end of a sentence. No time of day is one. */
function isAddress(run: string): boolean {
  const text = run.replaceAll(encodedColon, ':')
  if (text.split(':', minAddressColons + 1).length > minAddressColons) return /[\da-f]/i.test(text)
  // With so few colons it leaves zeros out. A time of day does not, and needs no parser, which takes 5 ms to begin.
  return text !== '::' && text.includes('::') && (isIPv6(text) || isIPv6(text.slice(0, -1)))
}

/** An activation code without the beginning that makes it one. */
const codeShapes: readonly Shape[] = [
  [namedMatchingId, hideMatchingId],
  [groupedCapitals, (code) => (code.split('-').filter(isMixedGroup).length >= minMixedGroups ? hidden : code)],
]

const personalShapes: readonly Shape[] = [
  [spacedActivationCode, hidden],
  [bareActivationCode, hidden],
  ...codeShapes,
  [word, (text) => (mailAddress.test(text) ? hidden : text)],
  [colonRun, (run) => (isAddress(run) ? hidden : run)],
  [ipv4Address, hidden],
  [digitRun, (digits) => (digits.length >= minIdentifierDigits ? hidden : digits)],
]

/** Hides what follows the name if it has a digit, as each such code has and no ordinary word. */
function hideMatchingId(match: string): string {
  const value = /[\w-]{4,80}$/.exec(match)?.[0] ?? ''
  return hasDigit.test(value) ? `${match.slice(0, -value.length)}${hidden}` : match
}

/** Matches an address of any scheme. The name is bounded, because a name may begin at every letter. */
const anyAddress = /\b[a-z][a-z0-9+.-]{0,20}(?::|%(?:25)*3a)(?:\/|%(?:25)*2f){2}\S+/gi
const webAddress = /\bwww\.\S+/gi
const bearer = /\bBearer\s+\S+/gi
const base64Run = /[A-Za-z0-9+/=]+/g
const separatedRun = /[\w+/=.~-]+/g

/** Whether a run looks like Base64 or hex. A short run needs letters and digits, so that no ordinary word matches. */
const isOpaque = (run: string): boolean =>
  run.length >= 24 || (run.length >= 16 && /\d/.test(run) && /[A-Za-z]/.test(run))
/** Whether a run with separators looks opaque, such as a UUID. */
const isSeparatedOpaque = (run: string): boolean => run.length >= 28 && /\d/.test(run)

const opaqueShapes: readonly Shape[] = [
  [anyAddress, hidden],
  [webAddress, hidden],
  [bearer, hidden],
  [separatedRun, (run) => (isSeparatedOpaque(run) ? hidden : run)],
  [base64Run, (run) => (isOpaque(run) ? hidden : run)],
]

const apply = (text: string, shapes: readonly Shape[]): string =>
  shapes.reduce(
    (shown, [shape, replacement]) =>
      typeof replacement === 'string'
        ? shown.replaceAll(shape, replacement)
        : shown.replaceAll(shape, (match) => replacement(match)),
    text,
  )

/** Removes secrets from a text for a person who may see customers' data. `values` are spellings, the longest first. */
export const redactSecrets = (text: string, values: readonly string[], maxLength = defaultMaxLength): string =>
  apply(readHead(text, values, maxLength), [...secretShapes, ...codeShapes])

/**
 * Removes secrets, activation codes, e-mail and IP addresses and long numbers from a log line that the desk itself
 * wrote.
 */
export const redactLine = (text: string, values: readonly string[], maxLength = defaultMaxLength): string =>
  apply(readWholeWords(text, values, maxLength), [...secretShapes, ...personalShapes])

/**
 * Redacts text of others that is stored or logged: returns one line in which everything that looks like a secret or
 * personal data is replaced by `mark`, because a record can never be edited.
 */
export function redactUntrusted(
  text: string,
  values: readonly string[],
  { maxLength, mark }: { readonly maxLength: number; readonly mark: string },
): string {
  const line = readWholeWords(text, values, maxLength)
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
  return apply(line, [...personalShapes, ...opaqueShapes, ...secretShapes]).replaceAll(hidden, mark)
}

/** Escapes control characters, so that one line stays one line and what a server sent cannot control a terminal. */
export const escapeControls = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
