/**
 * Words of others, made fit for the journal: short, one line, nothing personal, no secret and no activation code in them.
 * A row can never be edited, so what merely looks like one goes too.
 */
import { redact } from '../log/index.ts'

const longest = 300
/** What is looked at; a word that this cuts in two goes as a whole. */
const mostRead = 4000
const gone = '…'

/** As a character, or percent-encoded any number of times. */
const colon = '(?::|%(?:25)*3a)'
const dollar = '(?:\\$|&#0*36;|%(?:25)*24)'
const at = '(?:@|%(?:25)*40)'

const shapes: readonly RegExp[] = [
  new RegExp(`LPA\\s*${colon}\\s*\\S*`, 'gi'),
  new RegExp(`1${dollar}\\S+`, 'gi'), // an activation code without its scheme
  new RegExp(`\\b[a-z][a-z0-9+.-]{0,20}${colon}(?:/|%(?:25)*2f){2}\\S+`, 'gi'),
  /\bwww\.\S+/gi,
  new RegExp(`[^\\s@<>"'%]{1,200}${at}[^\\s@<>"']+`, 'gi'),
  /\bBearer\s+\S+/gi,
  /\beyJ[\w-]{6,}(?:\.[\w-]*)*/g,
  /[A-Za-z0-9+/=]{24,}/g, // base64 and hex
  /(?=[A-Za-z+/=]*\d)(?=[\d+/=]*[A-Za-z])[A-Za-z0-9+/=]{16,}/g,
  /(?=[^\s\d]*\d)[\w+/=.~-]{28,}/g, // with separators, such as a UUID
  /\d{14,}/g, // IMSI, ICCID, card numbers
]

function readable(text: string): string {
  const plain = text.slice(0, mostRead).normalize('NFKC').replaceAll(/\p{Cf}/gu, '').replaceAll(/[\p{Cc}\s]+/gu, ' ')
  return text.length > mostRead ? plain.replace(/\S+$/, gone) : plain
}

export function journalWords(text: string | null | undefined): string | null {
  const shaped = shapes.reduce((words, shape) => words.replaceAll(shape, gone), readable(text ?? ''))
  const words = redact(shaped, []).replaceAll('[hidden]', gone).trim()
  if (words === '') return null
  const characters = Array.from(words)
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}${gone}` : words
}
