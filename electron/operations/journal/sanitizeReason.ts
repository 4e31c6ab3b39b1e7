/** Sanitizes foreign text for the journal: short, on one line, and redacted, because a row can never be edited. */
import { redactUntrusted } from '../../log/index.ts'

/** Characters. */
const maxCharacters = 300
/** Code units of the input that are read. A word that is cut at this limit is removed. */
const maxLength = 4000
const mark = '…'

export function sanitizeReason(text: string | null | undefined): string | null {
  const sanitized = redactUntrusted(text ?? '', [], { maxLength, mark }).trim()
  if (sanitized === '') return null
  const characters = Array.from(sanitized)
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters - 1).join('')}${mark}` : sanitized
}
