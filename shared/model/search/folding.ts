/**
 * The spelling in which texts are searched: without case, diacritics, compatibility forms and characters that nobody
 * sees, digits of every script as ASCII digits, every dash as a hyphen. `ß` becomes `ss`, so a text may become longer
 * or shorter; the positions lead back to the original.
 */
import { asciiDigit, isDigit } from './digits.ts'
import { display, withPlainMarks } from './identifier.ts'

/** Letters that Unicode does not decompose. */
const letters: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ŧ', 't'],
  ['þ', 'th'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ς', 'σ'],
])
/** Accents, Hebrew points and Arabic vowel signs. Vowel signs of other scripts distinguish words. */
const diacritics = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g
const ascii = /^[\x20-\x7e]*$/

const foldedCharacters = new Map<string, string>()
/** Enough for the letters that occur; the map must not grow with hostile text. */
const maxFoldedCharacters = 5000

function foldCharacter(character: string): string {
  const stored = foldedCharacters.get(character)
  if (stored !== undefined) return stored
  const plain = withPlainMarks(character.toLowerCase().normalize('NFKD').toLowerCase()).replaceAll(diacritics, '')
  const folded = Array.from(plain, (one) => letters.get(one) ?? (isDigit(one) ? asciiDigit(one) : one)).join('')
  if (foldedCharacters.size < maxFoldedCharacters) foldedCharacters.set(character, folded)
  return folded
}

/** The spelling for the search. Folding a folded text changes nothing. */
export function foldForSearch(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return Array.from(display(text), foldCharacter).join('')
}

interface Span {
  readonly start: number
  readonly end: number
}

/** Returns where the part [start, end) of the folded text is in `display(text)`. */
export function originalSpan(text: string, { start, end }: Span): Span {
  if (ascii.test(text)) return { start, end }
  const span = { start: -1, end: -1 }
  let [original, folded] = [0, 0]
  for (const character of display(text)) {
    const { length } = foldCharacter(character)
    if (folded >= end && length > 0) break
    if (span.start === -1 && folded + length > start) span.start = original
    original += character.length
    folded += length
    if (span.start !== -1) span.end = original
  }
  return { start: Math.max(0, span.start), end: Math.max(0, span.end) }
}
