/**
 * Finds the countries whose name or code matches the typed text: exact matches first, then those that begin with it.
 */
import { aliasesOf } from './countryAliases.ts'
import { foldText } from './foldText.ts'

export interface CountryChoice {
  readonly code: string
  readonly name: string
}

const fold = (text: string): string => foldText(text).trim()

/** Shorter text is a code or an abbreviation. Otherwise "is" would be the beginning of a country. */
const minNameLength = 3

const isBegun = (aliases: readonly string[], text: string): boolean =>
  text.length >= minNameLength && aliases.some((alias) => alias.startsWith(text))

/** The rank of a country, starting with 0 for its whole name, alias or code, or `null` if it doesn't match. */
function rankOf({ code, name }: CountryChoice, text: string): number | null {
  const folded = fold(name)
  const aliases = aliasesOf(code)
  if (folded === text || code.toLowerCase() === text || aliases.includes(text)) return 0
  if (folded.startsWith(text) || isBegun(aliases, text)) return 1
  if (folded.includes(` ${text}`)) return 2
  return folded.includes(text) ? 3 : null
}

interface Ranked<Country> {
  readonly country: Country
  readonly rank: number
}

function ranked<Country extends CountryChoice>(
  countries: readonly Country[],
  text: string,
): readonly Ranked<Country>[] {
  const found = countries.flatMap((country) => {
    const rank = rankOf(country, text)
    return rank === null ? [] : [{ country, rank }]
  })
  return found.toSorted((a, b) => a.rank - b.rank)
}

export function matchCountries<Country extends CountryChoice>(
  countries: readonly Country[],
  typed: string,
): readonly Country[] {
  const text = fold(typed)
  return text === '' ? countries : ranked(countries, text).map(({ country }) => country)
}

/** The only exact match, or else the only match at all, or else `null`. */
function single<Country>(found: readonly Ranked<Country>[]): Country | null {
  const exact = found.filter(({ rank }) => rank === 0)
  const [only, ...others] = exact.length > 0 ? exact : found
  return only === undefined || others.length > 0 ? null : only.country
}

/** The country with exactly this name or code, or else the only one that matches, or else `null`. */
export function onlyMatch<Country extends CountryChoice>(countries: readonly Country[], typed: string): Country | null {
  const text = fold(typed)
  return text === '' ? null : single(ranked(countries, text))
}

/** The country that a text means without a choice: its code, alias or name, or the only one that begins so. */
export function typedCountry<Country extends CountryChoice>(
  countries: readonly Country[],
  typed: string,
): Country | null {
  const text = fold(typed)
  const found = ranked(countries, text)
  return single(found.filter(({ rank }) => rank === 0 || (rank === 1 && text.length >= minNameLength)))
}

const maxWords = 5

/** The highest rank of a country that is matched: by its whole name, by the beginning of a word of it, or anywhere. */
const maxRanks = { whole: 0, begun: 2, inside: 3 } as const
export type NameMatch = keyof typeof maxRanks

interface NameReading {
  readonly conjunction: string
  readonly world: readonly CountryChoice[]
  readonly match?: NameMatch
}

function countryOf<Country extends CountryChoice>(
  countries: readonly Country[],
  phrase: string,
  match: NameMatch,
): Country | null {
  const most = phrase.length >= minNameLength ? maxRanks[match] : maxRanks.whole
  return single(ranked(countries, phrase).filter(({ rank }) => rank <= most))
}

/**
 * The countries that a text such as "Japan and South Korea" names one after another, each once. A text with any other
 * word names none, nor does one with a country that is not among these.
 *
 * @param conjunction the word between two names
 * @param world all countries
 */
export function namedCountries<Country extends CountryChoice>(
  countries: readonly Country[],
  typed: string,
  { conjunction, world, match = 'inside' }: NameReading,
): readonly Country[] {
  const words = fold(typed)
    .split(/[\s,;/&+]+/)
    .filter((word) => word !== '' && word !== fold(conjunction))
  const named = new Set<Country>()
  let from = 0
  while (from < words.length) {
    let to = Math.min(words.length, from + maxWords)
    let country: Country | null = null
    for (; to > from; to -= 1) {
      const phrase = words.slice(from, to).join(' ')
      country = countryOf(countries, phrase, match)
      // "North Korea" is not North Macedonia and South Korea.
      if (country !== null || countryOf(world, phrase, 'whole') !== null) break
    }
    if (country === null) return []
    named.add(country)
    from = to
  }
  return [...named]
}
