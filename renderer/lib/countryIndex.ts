/** The names of countries as typed words are compared with them: folded once for each list of countries. */
import { countryAliases } from './countryAliases.ts'
import { foldName } from './foldText.ts'

export interface CountryChoice {
  readonly code: string
  readonly name: string
}

/** How a text fits a country, the closest first. */
export const fits = {
  /** It is the name or the code. */
  name: 0,
  alias: 1,
  /** The name begins with it. */
  start: 2,
  /** Such a country is offered, and never taken without a choice. */
  aliasStart: 3,
  /** A word of the name begins with it. */
  word: 4,
  inside: 5,
} as const
export type Fit = (typeof fits)[keyof typeof fits]

interface FoldedCountry<Country> {
  readonly country: Country
  readonly name: string
  readonly aliases: readonly string[]
}

export interface Fitting<Country> {
  readonly country: Country
  readonly fit: Fit
}

export interface CountryIndex<Country> {
  readonly countries: readonly FoldedCountry<Country>[]
  /** The countries by their whole names and codes, and by their aliases. */
  readonly names: ReadonlyMap<string, readonly Country[]>
  readonly aliases: ReadonlyMap<string, readonly Country[]>
  /** The words of the longest name or alias. */
  readonly maxWords: number
}

const indexes = new WeakMap<readonly CountryChoice[], CountryIndex<CountryChoice>>()

function createIndex<Country extends CountryChoice>(list: readonly Country[]): CountryIndex<Country> {
  const names = new Map<string, Country[]>()
  const aliases = new Map<string, Country[]>()
  const add = (to: Map<string, Country[]>, text: string, country: Country): void =>
    void to.set(text, [...(to.get(text) ?? []), country])
  const countries = list.map((country) => {
    const name = foldName(country.name)
    const code = country.code.toLowerCase()
    const ofCountry = countryAliases.get(country.code) ?? []
    add(names, name, country)
    if (code !== name) add(names, code, country)
    for (const alias of ofCountry) add(aliases, alias, country)
    return { country, name, aliases: ofCountry }
  })
  const wordCounts = [...names.keys(), ...aliases.keys()].map((text) => text.split(' ').length)
  return { countries, names, aliases, maxWords: Math.max(0, ...wordCounts) }
}

export function indexOf<Country extends CountryChoice>(list: readonly Country[]): CountryIndex<Country> {
  const known = indexes.get(list)
  // An index has the countries of its list, and so their type.
  if (known !== undefined) return known as CountryIndex<Country>
  const index = createIndex(list)
  indexes.set(list, index)
  return index
}

/** Shorter text is a code or an abbreviation. Otherwise "is" would be the beginning of a country. */
export const minNameLength = 3

function fitOf<Country extends CountryChoice>(
  { country, name, aliases }: FoldedCountry<Country>,
  text: string,
): Fit | null {
  if (name === text || country.code.toLowerCase() === text) return fits.name
  if (aliases.includes(text)) return fits.alias
  if (name.startsWith(text)) return fits.start
  if (text.length >= minNameLength && aliases.some((alias) => alias.startsWith(text))) return fits.aliasStart
  if (name.includes(` ${text}`)) return fits.word
  return name.includes(text) ? fits.inside : null
}

/** The countries that a folded text fits, the closest first. */
export const fitting = <Country extends CountryChoice>(
  { countries }: CountryIndex<Country>,
  text: string,
): readonly Fitting<Country>[] =>
  countries
    .flatMap((folded) => {
      const fit = fitOf(folded, text)
      return fit === null ? [] : [{ country: folded.country, fit }]
    })
    .toSorted((a, b) => a.fit - b.fit)

const only = <Country>(countries: readonly Country[]): Country | null =>
  countries.length === 1 ? (countries[0] ?? null) : null

/** The country that has a folded text as its whole name, code or alias. It is `null` if several have. */
export function wholeName<Country extends CountryChoice>(
  { names, aliases }: CountryIndex<Country>,
  text: string,
): { readonly country: Country | null; readonly isAlias: boolean } | null {
  const named = names.get(text)
  const countries = named ?? aliases.get(text)
  return countries === undefined ? null : { country: only(countries), isAlias: named === undefined }
}

/** The only country whose name a folded text is in, at most so far from its beginning, or else `null`. */
export const partOfOne = <Country>(
  found: readonly Fitting<Country>[],
  farthest: typeof fits.start | typeof fits.word | typeof fits.inside,
): Country | null =>
  only(
    found
      .filter(({ fit }) => fit >= fits.start && fit !== fits.aliasStart && fit <= farthest)
      .map(({ country }) => country),
  )
