/** Finds the countries that a typed text may mean, and the one that it means. */
import { fits, fitting, indexOf, minNameLength, partOfOne, wholeName } from './countryIndex.ts'
import type { CountryChoice } from './isoCountries.ts'
import { foldName } from './foldText.ts'

/** The countries to offer for a text: those with this name, code or alias first, then those that begin with it. */
export function matchCountries<Country extends CountryChoice>(
  countries: readonly Country[],
  typed: string,
): readonly Country[] {
  const text = foldName(typed)
  return text === '' ? countries : fitting(indexOf(countries), text).map(({ country }) => country)
}

/** Whether a text is the whole name of a country of the world that is not among these. */
export function namesAnother(
  world: readonly CountryChoice[],
  countries: readonly CountryChoice[],
  typed: string,
): boolean {
  const code = wholeName(indexOf(world), foldName(typed))?.country?.code
  return code !== undefined && countries.every((country) => country.code !== code)
}

function meant<Country extends CountryChoice>(
  countries: readonly Country[],
  typed: string,
  farthest: typeof fits.start | typeof fits.inside,
  minLength: number,
): Country | null {
  const text = foldName(typed)
  const index = indexOf(countries)
  const whole = wholeName(index, text)
  if (whole !== null) return whole.country
  return text.length < minLength ? null : partOfOne(fitting(index, text), farthest)
}

/** The country with exactly this name, code or alias, or else the only one whose name has the text in it, or `null`. */
export const onlyMatch = <Country extends CountryChoice>(
  countries: readonly Country[],
  typed: string,
): Country | null => meant(countries, typed, fits.inside, 1)

/** The country that a text means without a choice: its name, code or alias, or the only name that begins so. */
export const typedCountry = <Country extends CountryChoice>(
  countries: readonly Country[],
  typed: string,
): Country | null => meant(countries, typed, fits.start, minNameLength)
