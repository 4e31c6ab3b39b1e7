/**
 * What is looked up for customers whose texts have a word but for one or two wrong characters. A wrong character breaks
 * at most four neighbouring trigrams of the word, and a text that resembles the word has all others. So a lookup is the
 * rarest of those that are left if the wrong characters are at certain places, and all such lookups together find
 * whoever resembles the word, as long as any trigrams are left.
 */
import { lookedUp, lookedUpOfEach, trigramsOf, type Trigrams } from './trigrams.ts'
import { isDigit } from './wrongCharacters.ts'

export interface Lookup {
  /** A customer is found who has all of them. */
  readonly trigrams: readonly string[]
  /** About how many rows have the rarest of its trigrams. */
  readonly rows: number
}

interface NearLookups {
  /** Finds all that the others find, by the numbers in the word and by the other words, or null if there are none. */
  readonly common: Lookup | null
  readonly others: readonly Lookup[]
}

/** Few trigrams are left of a shorter word, so more of what it may have been is looked up as a whole. */
const maxShortLength = 7

/**
 * Returns the lookups for texts with all of `others` and with `word` but for this number of wrong characters.
 *
 * @param others words of at least three characters
 */
export function nearLookups(
  { rows }: Pick<Trigrams, 'rows'>,
  word: string,
  others: readonly string[],
  wrong: number,
): NearLookups {
  const byRarity = (text: string): readonly Trigram[] =>
    trigramsOf(text)
      .map((trigram, at) => ({ text: trigram, at, rows: rows(trigram) }))
      .toSorted((one, other) => one.rows - other.rows)
  const ofOthers = others.flatMap((other) => byRarity(other).slice(0, lookedUpOfEach))
  const found = new Map<string, Lookup>()
  const add = (left: readonly Trigram[]): void => {
    if (left.length > 0) {
      const lookup = lookupOf([...left, ...ofOthers])
      found.set(lookup.trigrams.join(''), lookup)
    }
  }
  const ofWord = byRarity(word)
  const broken = brokenTrigrams(word)
  for (const [index, one] of broken.entries())
    for (const other of wrong === 1 ? [one] : broken.slice(index + 1)) add(leftOf(ofWord, [one, other]))
  if (wrong === 1 && word.length <= maxShortLength)
    for (const whole of swappedOrExtra(word)) add(byRarity(whole).slice(0, lookedUp))
  const common = [...leftOf(ofWord, broken), ...ofOthers]
  return { common: common.length === 0 ? null : lookupOf(common), others: [...found.values()] }
}

const lookupOf = (trigrams: readonly Trigram[]): Lookup => ({
  trigrams: [...new Set(trigrams.map(({ text }) => text))],
  rows: Math.min(...trigrams.map(({ rows }) => rows)),
})

interface Trigram {
  readonly text: string
  /** Its position in the word. */
  readonly at: number
  readonly rows: number
}

/** The positions of the trigrams that a wrong character breaks, from the first to the last. */
type Broken = readonly [first: number, last: number]

/** Returns the rarest trigrams that are left. */
function leftOf(byRarity: readonly Trigram[], broken: readonly Broken[]): readonly Trigram[] {
  const left: Trigram[] = []
  for (const trigram of byRarity) {
    if (left.length === lookedUp) break
    if (broken.every(([first, last]) => trigram.at < first || trigram.at > last)) left.push(trigram)
  }
  return left
}

/** Returns what each character breaks that may be wrong, or swapped with the next one. */
function brokenTrigrams(word: string): readonly Broken[] {
  const characters = Array.from(word)
  return characters.flatMap((character, at): Broken[] =>
    isDigit(character) ? [] : [[at - 2, isDigit(characters[at + 1]) ? at : at + 1]],
  )
}

/** Returns what the word was if two of its letters were swapped, or if one is too many. */
function swappedOrExtra(word: string): ReadonlySet<string> {
  const characters = Array.from(word)
  const parts = new Set<string>()
  for (const [at, one] of characters.entries()) {
    const next = characters[at + 1]
    if (isDigit(one)) continue
    parts.add(characters.toSpliced(at, 1).join(''))
    if (next !== undefined && !isDigit(next)) parts.add(characters.toSpliced(at, 2, next, one).join(''))
  }
  return parts
}
