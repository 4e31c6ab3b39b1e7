/** The names of countries as typed words are compared with them: folded once for each list of countries. */
import { countryAliases } from './countryAliases.ts'
import { foldName } from './foldText.ts'
import type { CountryChoice } from './isoCountries.ts'
import { otherCountryNames } from './otherCountryNames.ts'

/** How a text fits a country, the closest first. */
export const fits = {
  /** It is the name or the code. */
  name: 0,
  alias: 1,
  /** The name begins with it. */
  start: 2,
  /** It is the name in another language, and means nothing else. */
  otherName: 3,
  /** Such a country is offered, and never taken without a choice. */
  aliasStart: 4,
  /** A word of the name begins with it. */
  word: 5,
  /** The name in another language begins with it. Such a country is never taken without a choice either. */
  otherStart: 6,
  /** A word has it in its middle. */
  inside: 7,
} as const
type Fit = (typeof fits)[keyof typeof fits]

interface FoldedCountry<Country> {
  readonly country: Country
  readonly name: string
  readonly aliases: readonly string[]
}

interface Fitting<Country> {
  readonly country: Country
  readonly fit: Fit
  /** The same for its name in the language of the window and its aliases alone. */
  readonly own: Fit | null
  /** Whether the text is in its name in the language of the window. */
  readonly isInside: boolean
}

export interface CountryIndex<Country> {
  readonly countries: readonly FoldedCountry<Country>[]
  /** The countries by their whole names and codes, and by their aliases. */
  readonly names: ReadonlyMap<string, readonly Country[]>
  readonly aliases: ReadonlyMap<string, readonly Country[]>
  readonly byCode: ReadonlyMap<string, Country>
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
  const byCode = new Map(list.map((country) => [country.code, country]))
  return { countries, names, aliases, byCode, maxWords: Math.max(0, ...wordCounts) }
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

/** Whether a text may be a name in another language. In some scripts a name has two characters. */
const mayBeOtherName = (text: string): boolean => text.length >= minNameLength || /\P{ASCII}/u.test(text)

function fitOf<Country extends CountryChoice>(
  { country, name, aliases }: FoldedCountry<Country>,
  text: string,
): Fit | null {
  if (name === text || country.code.toLowerCase() === text) return fits.name
  if (aliases.includes(text)) return fits.alias
  if (name.startsWith(text)) return fits.start
  if (text.length >= minNameLength && aliases.some((alias) => alias.startsWith(text))) return fits.aliasStart
  if (name.includes(` ${text}`)) return fits.word
  return !text.includes(' ') && name.includes(text) ? fits.inside : null
}

function fitOfOther(code: string, text: string): Fit | null {
  const { byCode, decisive } = otherCountryNames()
  if (decisive.get(text) === code) return fits.otherName
  return byCode.get(code)?.some((name) => name.startsWith(text)) === true ? fits.otherStart : null
}

const closer = (one: Fit | null, other: Fit | null): Fit | null =>
  one === null || other === null ? (one ?? other) : one < other ? one : other

/**
 * The countries that a folded text fits, the closest first. Names in other languages count where no name in the
 * language of the window begins with the text.
 */
export function fitting<Country extends CountryChoice>(
  { countries }: CountryIndex<Country>,
  text: string,
): readonly Fitting<Country>[] {
  const all = countries.map((folded) => ({
    country: folded.country,
    own: fitOf(folded, text),
    isInside: folded.name.includes(text),
  }))
  const isBegun = all.some(({ own }) => own !== null && own <= fits.start)
  const hasOthers = !isBegun && mayBeOtherName(text)
  return all
    .flatMap(({ country, own, isInside }) => {
      const fit = hasOthers ? closer(own, fitOfOther(country.code, text)) : own
      return fit === null ? [] : [{ country, fit, own, isInside }]
    })
    .toSorted((a, b) => a.fit - b.fit)
}

const only = <Country>(countries: readonly Country[]): Country | null =>
  countries.length === 1 ? (countries[0] ?? null) : null

/** The country with this name in another language, if the name means nothing else. */
function withOtherName<Country extends CountryChoice>(
  { byCode }: CountryIndex<Country>,
  text: string,
): Country | undefined {
  const code = mayBeOtherName(text) ? otherCountryNames().decisive.get(text) : undefined
  return code === undefined ? undefined : byCode.get(code)
}

/**
 * The country that has a folded text as its whole name, code or alias, or as its name in another language (`isOther`),
 * which counts as an alias. It is `null` if several have.
 */
export function wholeName<Country extends CountryChoice>(
  index: CountryIndex<Country>,
  text: string,
): { readonly country: Country | null; readonly isAlias: boolean; readonly isOther: boolean } | null {
  const named = index.names.get(text)
  const countries = named ?? index.aliases.get(text)
  if (countries !== undefined) return { country: only(countries), isAlias: named === undefined, isOther: false }
  const other = withOtherName(index, text)
  return other === undefined ? null : { country: other, isAlias: true, isOther: true }
}

const partsOfNames: ReadonlySet<Fit> = new Set([fits.start, fits.word, fits.inside])

/**
 * The only country whose name in the language of the window a folded text is in, at most so far from its beginning, or
 * else `null`.
 */
export const partOfOne = <Country>(
  found: readonly Fitting<Country>[],
  farthest: typeof fits.start | typeof fits.word | typeof fits.inside,
): Country | null => {
  const parts = found.filter(({ own }) => own !== null && partsOfNames.has(own) && own <= farthest)
  const hasOther = farthest !== fits.start && found.some(({ own, isInside }) => own === fits.aliasStart && isInside)
  return hasOther ? null : only(parts.map(({ country }) => country))
}
