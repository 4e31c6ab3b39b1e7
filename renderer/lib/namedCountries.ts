/** Reads a text such as "Japan and South Korea", which names countries one after another. */
import { fits, fitting, indexOf, minNameLength, partOfOne, wholeName, type CountryIndex } from './countryIndex.ts'
import type { CountryChoice } from './isoCountries.ts'
import { foldName, foldText } from './foldText.ts'

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
  readonly isAlias: boolean
  /** The index of its first word. */
  readonly from: number
}

const phraseOf = (words: readonly string[], from: number, to: number): string =>
  foldName(words.slice(from, to).join(' '))

/** The longest whole name that begins at a word. */
function phraseAt<Country extends CountryChoice>(
  words: readonly string[],
  from: number,
  index: CountryIndex<Country>,
  world: CountryIndex<CountryChoice>,
): { readonly phrase: ReadPhrase<Country>; readonly to: number } | null {
  const most = Math.min(words.length, from + Math.max(index.maxWords, world.maxWords))
  for (let to = most; to > from; to -= 1) {
    const text = phraseOf(words, from, to)
    const found = wholeName(index, text)
    if (found !== null) return { phrase: { ...found, text, from }, to }
    if (wholeName(world, text) !== null)
      return { phrase: { country: null, isAlias: false, isOther: false, text, from }, to }
  }
  return null
}

/** No country if any of the names is that of another one. */
const countriesOf = <Country>(phrases: readonly NamedPhrase<Country>[]): readonly Country[] => {
  const countries = phrases.flatMap(({ country }) => (country === null ? [] : [country]))
  return countries.length < phrases.length ? [] : [...new Set(countries)]
}

/**
 * The countries of a text whose last words, as many as possible, are a part of one country's name. Aliases don't count
 * before them, because "América del Sur" is not the United States and South Korea.
 *
 * @param phrases the whole names before the first word that begins none
 * @param after the index of that word
 */
function withPart<Country extends CountryChoice>(
  words: readonly string[],
  phrases: readonly ReadPhrase<Country>[],
  after: number,
  index: CountryIndex<Country>,
): Pick<NamedCountries<Country>, 'begun' | 'named'> {
  const starts = [...phrases.map(({ from }) => from), after]
  for (const [count, start] of starts.entries()) {
    const before = phrases.slice(0, count)
    if (before.some(({ country, isAlias }) => country === null || isAlias)) break
    const text = phraseOf(words, start, words.length)
    const found = text.length < minNameLength ? [] : fitting(index, text)
    if (found.length === 0) continue
    const namedWith = (country: Country | null): readonly Country[] =>
      country === null ? [] : countriesOf([...before, { text, country, isOther: false }])
    return { begun: namedWith(partOfOne(found, fits.word)), named: namedWith(partOfOne(found, fits.inside)) }
  }
  return { begun: [], named: [] }
}

export function readNamedCountries<Country extends CountryChoice>(
  typed: string,
  { countries, world, conjunction }: Sources<Country>,
): NamedCountries<Country> {
  const index = indexOf(countries)
  const words = typed
    .replaceAll('&', ' & ')
    .split(/[\s,;/+]+/)
    .filter((word) => word !== '')
  const between = foldText(conjunction).trim()
  const isBetween = (word: string | undefined): boolean =>
    word === '&' || (word !== undefined && foldText(word) === between)
  const phrases: ReadPhrase<Country>[] = []
  let from = 0
  for (;;) {
    while (isBetween(words[from])) from += 1
    if (from >= words.length) break
    const read = phraseAt(words, from, index, indexOf(world))
    if (read === null) return { phrases: [], whole: [], ...withPart(words, phrases, from, index) }
    phrases.push(read.phrase)
    from = read.to
  }
  const whole = countriesOf(phrases)
  return { phrases, whole, begun: whole, named: whole }
}
