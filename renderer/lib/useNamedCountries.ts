/** The countries of the inventory that a text such as "Japan and South Korea" or "japan korea" names. */
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { InventoryRow } from '#shared/model/views.ts'
import { isCountryCode } from './countryNames.ts'
import { countriesByName } from './isoCountries.ts'
import { namedCountries, type CountryChoice, type NameMatch } from './matchCountries.ts'
import type { MeantCountries } from './packageText.ts'
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

  const reading = computed(() => ({ conjunction: conjunction.value, world: countriesByName(locale.value) }))

  /** Empty if the text has any other word than names of countries. */
  const named = (text: string): readonly CountryChoice[] => namedCountries(countries.value, text, reading.value)
  /** The codes of those that a text names or begins, by which packages are put in order. */
  function meant(text: string): MeantCountries {
    const codes = (match: NameMatch): readonly string[] =>
      namedCountries(countries.value, text, { ...reading.value, match }).map(({ code }) => code)
    return { named: codes('whole'), begun: codes('begun') }
  }
  /** `Japan and South Korea` */
  const join = (chosen: readonly CountryChoice[]): string => list.value.format(chosen.map(({ name }) => name))

  return { named, meant, join }
}
