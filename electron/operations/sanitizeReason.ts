/** Text of others, made fit for the journal: short, one line, and redacted, because a row can never be edited. */
import { redactUntrusted } from '../log/index.ts'

/** Characters. */
const maxCharacters = 300
/** Code units that are read; a word that this cuts in two goes as a whole. */
const maxLength = 4000
const mark = '…'

export function sanitizeReason(text: string | null | undefined): string | null {
  const sanitized = redactUntrusted(text ?? '', [], { maxLength, mark }).trim()
  if (sanitized === '') return null
  const characters = Array.from(sanitized)
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters - 1).join('')}${mark}` : sanitized
}
