/** Says of a list with a country who is in it. */
import { useI18n } from 'vue-i18n'
import { useCountryNames } from '../../lib/useCountryNames.ts'
import { useFormat } from '../../lib/useFormat.ts'
import { useSearch } from './search.store.ts'
import { useSync } from './sync.store.ts'

/** Returns who has a package for a country and, of all customers, of how many others that isn't known. */
export function useCoverageText(): (code: string, matching: number, all: number) => string {
  const { t } = useI18n()
  const format = useFormat()
  const search = useSearch()
  const sync = useSync()
  const countryNames = useCountryNames()

  return (code, matching, all) => {
    const names = { country: countryNames.country(code), count: format.count(matching), total: format.count(all) }
    const unknown = search.unknownCoverage
    const hasFilter = search.listedView.filter !== 'all'
    const listed = hasFilter
      ? t('customers.country.listedOf', names, all)
      : t('customers.country.listed', names, matching)
    const parts = [
      listed,
      ...(sync.keepsList ? [] : [t('customers.country.seen')]),
      ...(hasFilter || unknown === 0
        ? []
        : [t('customers.country.unknown', { count: format.count(unknown) }, unknown)]),
    ]
    return parts.join(' · ')
  }
}
