/**
 * Builds the rows of a country set: from the service, or with the platform's country names if the service has no such
 * list.
 */
import type { CountryRow } from '#shared/model/customer/views.ts'
import type { WireInventoryItem } from '#shared/wire/inventory.ts'
import type { WireCountry } from '#shared/wire/countries.ts'

/** The path of a flag on the desk's own origin. */
const flagPath = (code: string): string => `/flags/${encodeURIComponent(code.toUpperCase())}.png`

const byName = (a: CountryRow, b: CountryRow): number => a.name.localeCompare(b.name, 'en')

export const rowsFromService = (countries: readonly WireCountry[]): CountryRow[] =>
  countries.map(({ code, name }) => ({ code, name, flag: flagPath(code) })).sort(byName)

/** Returns the English name of a region, or its code if it has none. */
export function nameOfCountry(code: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' }).of(code.toUpperCase()) ?? code
  } catch {
    return code
  }
}

/** Returns the countries that the packages of this set include. */
export function rowsFromInventory(items: readonly WireInventoryItem[], countrySet: string): CountryRow[] {
  const codes = new Set(
    items.filter((item) => item.countrySet === countrySet).flatMap((item) => item.includedCountries ?? []),
  )
  if (codes.size === 0 && /^[A-Za-z]{2}$/.test(countrySet)) codes.add(countrySet)
  return [...codes].map((code) => ({ code, name: nameOfCountry(code), flag: flagPath(code) })).sort(byName)
}
