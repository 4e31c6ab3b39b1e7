/** Country sets in the window's words: "Japan", "Europe · 38 countries", "Worldwide"; an id that has none stands as it came. */
import { useI18n } from 'vue-i18n'
import type { InventoryRow } from '#shared/model/views.ts'
import { countryName, isCountryCode, regionKey } from './places.ts'

export function usePlaces() {
  const { t, te, locale } = useI18n()

  const country = (code: string): string => countryName(code, locale.value)

  function set(id: string): string {
    if (isCountryCode(id) && country(id) !== id) return country(id)
    const key = regionKey(id)
    return /^[A-Z]+$/.test(key) && te(`places.set.${key}`) ? t(`places.set.${key}`) : id
  }

  /** The set's own id, where its name says something else. */
  const idOf = (id: string): string | undefined => (set(id) === id ? undefined : t('places.countrySet', { id }))

  /** The set with the number of its countries, where that says more than the name. */
  function setWithCount(id: string, countries: readonly string[]): string {
    if (isCountryCode(id) || countries.length === 0) return set(id)
    return t('customer.coverage.withCount', {
      place: set(id),
      countries: t('customer.coverage.countries', countries.length),
    })
  }

  /** Every word for where a package works: to search and sort by. */
  const words = (row: InventoryRow): string => `${set(row.countrySet)} ${row.countries.map(country).join(' ')}`

  return { country, set, idOf, setWithCount, words }
}
