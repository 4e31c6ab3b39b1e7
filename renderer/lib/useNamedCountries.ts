/** The countries of the inventory that a text such as "Japan and South Korea" or "japan korea" names. */
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { InventoryRow } from '#shared/model/customer/views.ts'
import { isCountryCode } from './countryNames.ts'
import { countriesByName, type CountryChoice } from './isoCountries.ts'
import { readNamedCountries, type NamedCountries } from './namedCountries.ts'
import { useCountryNames } from './useCountryNames.ts'

export function useNamedCountries(rows: () => readonly InventoryRow[]) {
  const { locale } = useI18n()
  const countryNames = useCountryNames()
  const countries = computed<readonly CountryChoice[]>(() =>
    [...new Set(rows().flatMap((row) => [...row.countries, row.countrySet]))]
      .filter(isCountryCode)
      .map((code) => ({ code, name: countryNames.country(code) })),
  )
  const list = computed(() => new Intl.ListFormat(locale.value, { type: 'conjunction' }))
  const conjunction = computed(() => list.value.formatToParts(['a', 'b'])[1]?.value ?? '')

  const read = (text: string): NamedCountries<CountryChoice> =>
    readNamedCountries(text, {
      countries: countries.value,
      world: countriesByName(locale.value),
      conjunction: conjunction.value,
    })
  /** `Japan and South Korea` */
  const join = (chosen: readonly CountryChoice[]): string => list.value.format(chosen.map(({ name }) => name))

  return { read, join }
}
