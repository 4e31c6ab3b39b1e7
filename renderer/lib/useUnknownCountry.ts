/** Describes what is wrong with a text that names no country, which may fit several of them. */
import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { countriesByName } from './isoCountries.ts'
import { matchCountries } from './matchCountries.ts'

const maxNamed = 2

export function useUnknownCountry(text: () => string): ComputedRef<string> {
  const { t, locale } = useI18n()
  return computed(() => {
    const fitting = matchCountries(countriesByName(locale.value), text())
    if (fitting.length === 0) return t('places.unclear.none')
    const more = fitting.length - maxNamed
    const names = fitting.slice(0, maxNamed).map(({ name }) => name)
    const list = new Intl.ListFormat(locale.value, { type: 'conjunction' })
    const countries = list.format(more > 0 ? [...names, t('places.unclear.others', more)] : names)
    return fitting.length === 1
      ? t('places.unclear.suggestion', { countries })
      : t('places.unclear.several', { countries })
  })
}
