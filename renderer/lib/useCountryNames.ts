/**
 * The names of country sets as text: "Japan", "Europe · 38 countries", "Worldwide". An id without a name is shown as it
 * came.
 */
import { useI18n } from 'vue-i18n'
import type { InventoryRow } from '#shared/model/customer/views.ts'
import { countryName, isCountryCode, regionKey } from './countryNames.ts'

export function useCountryNames() {
  const { t, te, locale } = useI18n()

  const country = (code: string): string => countryName(code, locale.value)

  /** Without an id the service sent none that can be read. */
  function set(id: string): string {
    if (id === '') return t('common.notKnown')
    if (isCountryCode(id) && country(id) !== id) return country(id)
    const key = regionKey(id)
    return /^[A-Z]+$/.test(key) && te(`places.set.${key}`) ? t(`places.set.${key}`) : id
  }

  /** The id of the set, if it differs from the name that is shown. */
  const idOf = (id: string): string | undefined =>
    id === '' || set(id) === id ? undefined : t('places.countrySet', { id })

  /** The name of the set with the number of its countries, if that adds something to the name. */
  function setWithCount(id: string, countries: readonly string[]): string {
    if (isCountryCode(id) || countries.length === 0) return set(id)
    return t('customer.coverage.withCount', {
      place: set(id),
      countries: t('customer.coverage.countries', countries.length),
    })
  }

  /** All names of the countries and the set in which a package works, for searching and sorting. */
  const places = (row: InventoryRow): string => [set(row.countrySet), ...row.countries.map(country)].join(' ')

  return { country, set, idOf, setWithCount, places }
}
