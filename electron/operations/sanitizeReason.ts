/** Text of others, made fit for the journal: short, one line, and redacted, because a row can never be edited. */
import { redactForeign } from '../log/index.ts'

/** Characters. */
const longest = 300
/** Code units that are read; a word that this cuts in two goes as a whole. */
const maxLength = 4000
const mark = '…'

export function sanitizeReason(text: string | null | undefined): string | null {
  const words = redactForeign(text ?? '', [], { maxLength, mark }).trim()
  if (words === '') return null
  const characters = Array.from(words)
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}${mark}` : words
}
