/** Country sets in the window's words: "Japan", "Europe · 38 countries", "Worldwide". */
import { useI18n } from 'vue-i18n'
import type { InventoryRow } from '#shared/model/views.ts'
import { countryName, countrySetName, isCountryCode } from './places.ts'

export function usePlaces() {
  const { t, locale } = useI18n()

  const country = (code: string): string => countryName(code, locale.value)
  const set = (id: string): string => countrySetName(id, locale.value, t('customer.coverage.worldwide'))

  /** The set with the number of its countries, where that says more than the name. */
  function setWithCount(id: string, countries: readonly string[]): string {
    if (isCountryCode(id) || countries.length === 0) return set(id)
    return t('customer.coverage.withCount', { place: set(id), countries: t('customer.coverage.countries', countries.length) })
  }

  /** Every word for where a package works: to search and sort by. */
  const words = (row: InventoryRow): string => `${set(row.countrySet)} ${row.countries.map(country).join(' ')}`

  return { country, set, setWithCount, words }
}
