/**
 * Finds the countries that a typed text may mean, and the one that it means: by their names in the language of the
 * window, their codes, what else people call them (`countryAliases.ts`), and their names in the window's other
 * languages.
 */
import { DeskLanguage } from '#shared/language.ts'
import { countryAliases } from './countryAliases.ts'
import { countryName, isCountryCode } from './countryNames.ts'
import { foldName } from './foldText.ts'
import type { CountryChoice } from './isoCountries.ts'

interface FoldedCountry<Country> {
  readonly country: Country
  readonly name: string
  readonly code: string
  readonly aliases: readonly string[]
}

/** How a text fits a country, the closest first. */
const fits = { whole: 0, alias: 1, start: 2, otherName: 3, aliasStart: 4, word: 5, otherStart: 6, inside: 7 } as const
type Fit = (typeof fits)[keyof typeof fits]

interface Fitting<Country> {
  readonly country: Country
  readonly fit: Fit
}

/** Shorter text is a code or an abbreviation. Otherwise "is" would be the beginning of a country. */
export const minNameLength = 3

const folded = new WeakMap<readonly CountryChoice[], readonly FoldedCountry<CountryChoice>[]>()

function foldedOf<Country extends CountryChoice>(list: readonly Country[]): readonly FoldedCountry<Country>[] {
  const known = folded.get(list)
  // They have the countries of their list, and so their type.
  if (known !== undefined) return known as readonly FoldedCountry<Country>[]
  const made = list.map((country) => ({
    country,
    name: foldName(country.name),
    code: country.code.toLowerCase(),
    aliases: countryAliases.get(country.code) ?? [],
  }))
  folded.set(list, made)
  return made
}

const otherNames = new Map<string, readonly string[]>()

/** The folded names of a country in all languages of the window. */
function otherNamesOf(code: string): readonly string[] {
  const known = otherNames.get(code)
  if (known !== undefined || !isCountryCode(code)) return known ?? []
  const names = DeskLanguage.options.map((language) => foldName(countryName(code, language)))
  otherNames.set(code, names)
  return names
}

function fitOf({ name, code, aliases }: FoldedCountry<unknown>, text: string): Fit | null {
  if (name === text || code === text) return fits.whole
  if (aliases.includes(text)) return fits.alias
  if (name.startsWith(text)) return fits.start
  if (text.length >= minNameLength && aliases.some((alias) => alias.startsWith(text))) return fits.aliasStart
  if (name.includes(` ${text}`)) return fits.word
  return !text.includes(' ') && name.includes(text) ? fits.inside : null
}

/**
 * Names in the other languages count where no name in the language of the window begins with the text, and decide where
 * no word of one does: "Island" is Iceland in German, and a word of many names in English.
 */
function fitOfOther(code: string, text: string, isWord: boolean): Fit | null {
  const names = otherNamesOf(code)
  if (!isWord && names.includes(text)) return fits.otherName
  return names.some((name) => name.startsWith(text)) ? fits.otherStart : null
}

function fitting<Country extends CountryChoice>(
  countries: readonly FoldedCountry<Country>[],
  text: string,
): readonly Fitting<Country>[] {
  const all = countries.map((each) => ({ country: each.country, fit: fitOf(each, text) }))
  const own = all.filter((each): each is Fitting<Country> => each.fit !== null)
  if (text.length < minNameLength || own.some(({ fit }) => fit <= fits.start)) return own.toSorted(byFit)
  const isWord = own.some(({ fit }) => fit === fits.word)
  return all
    .flatMap(({ country, fit }) => {
      const other = fitOfOther(country.code, text, isWord)
      const found = fit === null || (other !== null && other < fit) ? other : fit
      return found === null ? [] : [{ country, fit: found }]
    })
    .toSorted(byFit)
}
const byFit = (one: Fitting<unknown>, other: Fitting<unknown>): number => one.fit - other.fit

/** The countries to offer for a text, the closest first. */
export function matchCountries<Country extends CountryChoice>(
  countries: readonly Country[],
  typed: string,
): readonly Country[] {
  const text = foldName(typed)
  return text === '' ? countries : fitting(foldedOf(countries), text).map(({ country }) => country)
}

/** The country that has a folded text as its whole name. */
interface WholeName<Country> {
  /** `null` if several countries have it. */
  readonly country: Country | null
  /** It is the name or the code, an alias, or the name in another language, which may be that of a person as well. */
  readonly by: 'name' | 'alias' | 'otherName'
}

const wholeFits = { [fits.whole]: 'name', [fits.alias]: 'alias', [fits.otherName]: 'otherName' } as const

export function wholeName<Country extends CountryChoice>(
  countries: readonly Country[],
  text: string,
): WholeName<Country> | null {
  const found = fitting(foldedOf(countries), text)
  const fit = found[0]?.fit
  if (fit !== fits.whole && fit !== fits.alias && fit !== fits.otherName) return null
  const [country = null, other] = found.filter((each) => each.fit === fit).map((each) => each.country)
  return { country: other === undefined ? country : null, by: wholeFits[fit] }
}

/** How much of a country's name a text may be: its beginning, the beginning of a word, or any part. */
export type PartOfName = 'start' | 'word' | 'inside'

/** The only country in whose name, in the language of the window, a folded text is such a part, or else `null`. */
export function partOfOne<Country extends CountryChoice>(
  countries: readonly Country[],
  text: string,
  part: PartOfName,
): Country | null {
  const found = foldedOf(countries).flatMap((each) => {
    const fit = fitOf(each, text)
    const isPart = fit === fits.start || fit === fits.word || fit === fits.inside
    // The beginning of an alias is offered and never taken, but a name that has it too is not alone.
    const isAliasToo = fit === fits.aliasStart && part !== 'start' && each.name.includes(text)
    return isAliasToo || (isPart && fit <= fits[part]) ? [{ country: each.country, isPart }] : []
  })
  const [first, other] = found
  return first?.isPart === true && other === undefined ? first.country : null
}

/** The country that a text means without a choice: its name, code or alias, or the only name with this part. */
export function typedCountry<Country extends CountryChoice>(
  countries: readonly Country[],
  typed: string,
  part: PartOfName = 'start',
): Country | null {
  const text = foldName(typed)
  if (text === '') return null
  const whole = wholeName(countries, text)
  if (whole !== null) return whole.country
  return part === 'start' && text.length < minNameLength ? null : partOfOne(countries, text, part)
}

/** Whether a text is the whole name of a country of the world that is not among these. */
export function namesAnother(
  world: readonly CountryChoice[],
  countries: readonly CountryChoice[],
  typed: string,
): boolean {
  const code = wholeName(world, foldName(typed))?.country?.code
  return code !== undefined && countries.every((country) => country.code !== code)
}
