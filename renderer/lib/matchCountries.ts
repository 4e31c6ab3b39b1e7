/**
 * Finds the countries whose name or code matches the typed text: exact matches first, then those that begin with it.
 */
import { foldText } from './foldText.ts'

export interface CountryChoice {
  readonly code: string
  readonly name: string
}

const fold = (text: string): string => foldText(text).trim()

/** The rank of a country, starting with 0 for its whole name or code, or `null` if it doesn't match. */
function rankOf({ code, name }: CountryChoice, text: string): number | null {
  const folded = fold(name)
  if (folded === text || code.toLowerCase() === text) return 0
  if (folded.startsWith(text)) return 1
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

/** The country with exactly this name or code, or else the only one that matches, or else `null`. */
export function onlyMatch<Country extends CountryChoice>(countries: readonly Country[], typed: string): Country | null {
  const text = fold(typed)
  if (text === '') return null
  const found = ranked(countries, text)
  const exact = found.filter(({ rank }) => rank === 0)
  const [only, ...others] = exact.length > 0 ? exact : found
  return only === undefined || others.length > 0 ? null : only.country
}
