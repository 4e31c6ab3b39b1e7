/**
 * The one redaction of the desk: it takes secrets and personal data out of text before the text is shown, logged or
 * recorded. It removes them by value (what was registered at run time) and by shape. Pure.
 *
 * A text that others wrote may be megabytes long, so every function cuts it before any expression runs, and every
 * expression is linear in the length of the text: quantifiers are bounded, or nothing that can fail follows them.
 */
export const hidden = '[hidden]'

/** Code units that are read of a text when the caller does not say otherwise. */
const defaultMaxLength = 8 * 1024
/** Stands for each code unit of a hidden value until the text has been cut. It is a private-use character. */
const filler = '\ue000'
const fillers = /\ue000+/g

/** Shorter values would tear ordinary words apart. */
const minValueLength = 4

/** The ways in which one secret may be written in a text. */
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
  const maxValueLength = values.reduce((longest, { length }) => Math.max(longest, length), 0)
  // A value that begins before the cut is seen as a whole. Fillers keep each place where it was.
  let head = text.slice(0, maxLength + maxValueLength)
  for (const value of values) head = head.replaceAll(value, filler.repeat(value.length))
  return head.slice(0, maxLength).replaceAll(fillers, hidden)
}

/** The same without the word that the cut went through: half an e-mail address has no shape by which it is known. */
function readWords(text: string, values: readonly string[], maxLength: number): string {
  const head = readHead(text, values, maxLength)
  if (text.length <= maxLength) return head
  let end = head.length
  while (end > 0 && head.charAt(end - 1).trim() !== '') end -= 1
  return end === head.length ? head : `${head.slice(0, end)}${hidden}`
}

type Shape = readonly [RegExp, string | ((match: string) => string)]

/** Text up to the end of a quoted value; a quote with one backslash ends a value that was quoted inside another one. */
const namedSecret =
  /((?:token|secret|password|passwd|authorization|activation_?code|api_?key|universallink|installationurl)[\w-]{0,40}\\?["']?\s*[:=]\s*)(?:"(?:[^"\\]|\\[\s\S])*|\\"(?:[^"\\]|\\\\\\"|\\\\|\\[^"\\])*|\\?'[^']*|(?!["'[\\]|Basic\b|Bearer\b)[^\s,;&}]+)/gi

/** Credentials in an address, and everything behind its path. */
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

/** Keeps the name and the quotes of a named secret. */
function hideNamedValue(match: string): string {
  const [, name = '', opening = ''] = /^([\w-]+\\?["']?\s*[:=]\s*)(\\?["']?)/.exec(match) ?? []
  return `${name}${opening}${hidden}${opening.startsWith('\\') ? '\\' : ''}`
}

/** As a character, or percent-encoded any number of times. */
const bareActivationCode = /1(?:\$|&#0{0,8}36;|%(?:25)*24)[^\s"'<>]+/gi
const spacedActivationCode = /LPA\s*(?::|%(?:25)*3a)\s*[^\s"'<>]*/gi
const word = /[^\s<>"'(),;:\\[\]{}|]+/g
const mailAddress = /[^@](?:@|%(?:25)*40)[^@]/i
const digitRun = /\d+/g
/** IMSIs, ICCIDs and card numbers have at least as many digits. */
const minIdentifierDigits = 14

const personalShapes: readonly Shape[] = [
  [spacedActivationCode, hidden],
  [bareActivationCode, hidden],
  [word, (text) => (mailAddress.test(text) ? hidden : text)],
  [digitRun, (digits) => (digits.length >= minIdentifierDigits ? hidden : digits)],
]

/** An address of any scheme; with a bounded name, because a name may begin at every letter. */
const anyAddress = /\b[a-z][a-z0-9+.-]{0,20}(?::|%(?:25)*3a)(?:\/|%(?:25)*2f){2}\S+/gi
const webAddress = /\bwww\.\S+/gi
const bearer = /\bBearer\s+\S+/gi
const base64Run = /[A-Za-z0-9+/=]+/g
const separatedRun = /[\w+/=.~-]+/g

/** Base64 and hex. A short run needs letters and digits, so that no ordinary word is taken for one. */
const isOpaque = (run: string): boolean =>
  run.length >= 24 || (run.length >= 16 && /\d/.test(run) && /[A-Za-z]/.test(run))
/** Runs with separators in them, such as a UUID. */
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

/** For a person who may see customers' data: takes out secrets. `values` are spellings, the longest first. */
export const redactSecrets = (text: string, values: readonly string[], maxLength = defaultMaxLength): string =>
  apply(readHead(text, values, maxLength), secretShapes)

/** For a line of the log that the desk itself wrote: takes out secrets, activation codes, e-mail addresses and long numbers. */
export const redactLine = (text: string, values: readonly string[], maxLength = defaultMaxLength): string =>
  apply(readWords(text, values, maxLength), [...secretShapes, ...personalShapes])

/**
 * For text of others that is stored or logged: one line, in which everything that merely looks like a secret or like
 * personal data is replaced by `mark`, because a record can never be edited.
 */
export function redactForeign(
  text: string,
  values: readonly string[],
  { maxLength, mark }: { readonly maxLength: number; readonly mark: string },
): string {
  const line = readWords(text, values, maxLength)
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
  return apply(line, [...personalShapes, ...opaqueShapes, ...secretShapes]).replaceAll(hidden, mark)
}

/** One line stays one line, and what a server sent can't control a terminal. */
export const escapeControls = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
