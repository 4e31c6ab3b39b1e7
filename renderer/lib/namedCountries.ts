/** Reads a text such as "Japan and South Korea", which names countries one after another. */
import type { CountryChoice } from './isoCountries.ts'
import { foldName, foldText } from './foldText.ts'
import { matchCountries, minNameLength, partOfOne, wholeName, type PartOfName } from './matchCountries.ts'

/** A whole name in a text. */
export interface NamedPhrase<Country> {
  /** It is folded. */
  readonly text: string
  /** `null` if the name is that of several countries, or of one which is not among those that are looked for. */
  readonly country: Country | null
  /** It is a name in another language than that of the window, which may be that of a person as well. */
  readonly isOther: boolean
}

/** Each country is named once. A text with any other word names none, nor does one with another country. */
export interface NamedCountries<Country> {
  /** The names of a text that has nothing but whole names. */
  readonly phrases: readonly NamedPhrase<Country>[]
  /** Those of `phrases`. */
  readonly whole: readonly Country[]
  /** The last name may also be the beginning of a word of a country's name. */
  readonly begun: readonly Country[]
  /** The last name may also be any part of a country's name. */
  readonly named: readonly Country[]
}

interface Sources<Country> {
  readonly countries: readonly Country[]
  /** All countries. "North Korea" is not North Macedonia and South Korea, even if it is not among the countries. */
  readonly world: readonly CountryChoice[]
  /** The word between two names. */
  readonly conjunction: string
}

interface ReadPhrase<Country> extends NamedPhrase<Country> {
  /** It is the country's own name or code. */
  readonly isName: boolean
  /** The index of its first word. */
  readonly from: number
}

const phraseOf = (words: readonly string[], from: number, to: number): string =>
  foldName(words.slice(from, to).join(' '))

/** "Saint Vincent and the Grenadines" has five, and an alias one more. */
const maxWords = 6

/** The longest whole name that begins at a word. */
function phraseAt<Country extends CountryChoice>(
  words: readonly string[],
  from: number,
  { countries, world }: Sources<Country>,
): { readonly phrase: ReadPhrase<Country>; readonly to: number } | null {
  for (let to = Math.min(words.length, from + maxWords); to > from; to -= 1) {
    const text = phraseOf(words, from, to)
    const found = wholeName(countries, text)
    if (found !== null) {
      const { country, by } = found
      return { phrase: { country, isOther: by === 'otherName', isName: by === 'name', text, from }, to }
    }
    if (wholeName(world, text) !== null)
      return { phrase: { country: null, isOther: false, isName: true, text, from }, to }
  }
  return null
}

/** No country if any of the names is that of another one. */
const countriesOf = <Country>(phrases: readonly NamedPhrase<Country>[]): readonly Country[] => {
  const countries = phrases.flatMap(({ country }) => (country === null ? [] : [country]))
  return countries.length < phrases.length ? [] : [...new Set(countries)]
}

/**
 * The countries of a text whose last words, as many as possible, are a part of one country's name. Only names come
 * before them, because "América del Sur" is not the United States and South Korea.
 *
 * @param phrases the whole names before the first word that begins none
 * @param after the index of that word
 */
function withPart<Country extends CountryChoice>(
  words: readonly string[],
  phrases: readonly ReadPhrase<Country>[],
  after: number,
  countries: readonly Country[],
): Pick<NamedCountries<Country>, 'begun' | 'named'> {
  const starts = [...phrases.map(({ from }) => from), after]
  for (const [count, start] of starts.entries()) {
    const before = phrases.slice(0, count)
    if (before.some(({ country, isName }) => country === null || !isName)) break
    const text = phraseOf(words, start, words.length)
    if (text.length < minNameLength || matchCountries(countries, text).length === 0) continue
    const namedWith = (part: PartOfName): readonly Country[] => {
      const country = partOfOne(countries, text, part)
      return country === null ? [] : countriesOf([...before, { text, country, isOther: false }])
    }
    return { begun: namedWith('word'), named: namedWith('inside') }
  }
  return { begun: [], named: [] }
}

export function readNamedCountries<Country extends CountryChoice>(
  typed: string,
  sources: Sources<Country>,
): NamedCountries<Country> {
  const words = typed
    .replaceAll('&', ' & ')
    .split(/[\s,;/+]+/)
    .filter((word) => word !== '')
  const between = foldText(sources.conjunction).trim()
  const isBetween = (word: string | undefined): boolean =>
    word === '&' || (word !== undefined && foldText(word) === between)
  const phrases: ReadPhrase<Country>[] = []
  let from = 0
  for (;;) {
    while (isBetween(words[from])) from += 1
    if (from >= words.length) break
    const read = phraseAt(words, from, sources)
    if (read === null) return { phrases: [], whole: [], ...withPart(words, phrases, from, sources.countries) }
    phrases.push(read.phrase)
    from = read.to
  }
  const whole = countriesOf(phrases)
  return { phrases, whole, begun: whole, named: whole }
}
