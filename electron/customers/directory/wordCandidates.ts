/**
 * The customers who may match each word of a query of several. A long word is anywhere in an e-mail address or a
 * reference, or names an identifier. A short one begins a part of an address or a reference: with the character before
 * that part it is a trigram, or the first two characters of some.
 */
import { compact } from '#shared/model/search/identifier.ts'
import { isLongEnough } from '#shared/model/search/search.ts'
import { collect, type FindContext, idsByBeginning, maxCandidates, type Source, withLastDigits } from './findContext.ts'
import { beginningsOfWord } from './searchText.ts'
import { type Clauses, havingAll } from './trigrams.ts'

/** Words are compared one by one, so that a scan of the list takes longer than to sort this many customers. */
const maxWordCandidates = 2000
/** How many trigrams of a short word are looked up. One with more of them is not used to find candidates. */
const maxTrigrams = 300

/**
 * Returns the ids of all customers who may match each word, or null if there are too many. Whoever matches has all long
 * words in the texts, or one of them in an identifier.
 */
export function wordCandidates(context: FindContext, words: readonly string[]): ReadonlySet<number> | null {
  const short = shortWords(
    context,
    words.filter((word) => !isLongEnough(word)),
  )
  if (short === null) return new Set()
  const long = words.filter(isLongEnough)
  const withTexts = (texts: readonly string[]): Source => {
    const clauses = [...havingAll(context.trigrams.matching(texts)), ...short]
    return () => context.texts.find(clauses, maxWordCandidates + 1)
  }
  const identifiers = long.map((word) => collect(withIdentifier(context, word), maxCandidates))
  const few = identifiers.filter((ids) => ids !== null)
  const hasText = long.length > 0 || short.length > 0
  const all =
    hasText && few.length === long.length ? collect([withTexts(long), ...few.map(sourceOf)], maxWordCandidates) : null
  if (all !== null) return all
  for (const [at, word] of long.entries()) {
    const ids = identifiers[at] ?? null
    const ofWord = ids === null ? null : collect([withTexts([word]), sourceOf(ids)], maxWordCandidates)
    if (ofWord !== null) return ofWord
  }
  return long.length > 0 && short.length > 0 ? collect([withTexts([])], maxWordCandidates) : null
}

/** Finds the customers who have a uid, an ICCID or an IMSI that this word matches. */
function withIdentifier(context: FindContext, word: string): readonly Source[] {
  const digits = compact(word)
  return [
    () => idsByBeginning(context, 'uid', word),
    () => idsByBeginning(context, 'number', digits),
    ...withLastDigits(context, digits),
  ]
}

/** Returns a clause for each of these words that can be looked up, or null if one of them begins no part. */
function shortWords({ texts }: FindContext, words: readonly string[]): Clauses | null {
  const clauses: string[][] = []
  for (const word of words) {
    const beginnings = beginningsOfWord(word)
    const trigrams = beginnings.flatMap((text) =>
      Array.from(text).length >= 3 ? [text] : texts.beginningWith(text, maxTrigrams + 1),
    )
    if (trigrams.length === 0) return null
    if (trigrams.length <= maxTrigrams) clauses.push(trigrams)
  }
  return clauses
}

const sourceOf =
  (ids: ReadonlySet<number>): Source =>
  () => [...ids]
