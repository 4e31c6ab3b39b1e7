/** Countries whose name or code fits what was typed: those that begin with it first. */
import type { CountryChoice } from './useInventory.ts'

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

export function matchCountries<Country extends CountryChoice>(countries: readonly Country[], typed: string): readonly Country[] {
  const text = fold(typed)
  if (text === '') return countries
  const found = countries.map((country) => ({ country, name: fold(country.name) })).filter(({ country, name }) => name.includes(text) || country.code.toLowerCase() === text)
  const rank = (name: string): number => (name.startsWith(text) ? 0 : name.includes(` ${text}`) ? 1 : 2)
  return found.toSorted((a, b) => rank(a.name) - rank(b.name)).map(({ country }) => country)
}
