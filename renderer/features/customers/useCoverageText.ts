/** Describes who is in a list with a country, and in which filter. */
import { useI18n } from 'vue-i18n'
import { useCountryNames } from '../../lib/useCountryNames.ts'
import { useFormat } from '../../lib/useFormat.ts'
import { useFilterLabel } from './useFilterLabel.ts'
import { useCustomerList } from './customerList.store.ts'
import { useSync } from './sync.store.ts'

/** Returns who has a package for a country and, of all customers, of how many others that isn't known. */
export function useCoverageText(): (code: string, matching: number, all: number) => string {
  const { t } = useI18n()
  const format = useFormat()
  const customerList = useCustomerList()
  const sync = useSync()
  const countryNames = useCountryNames()
  const labelOf = useFilterLabel()

  return (code, matching, all) => {
    const names = { country: countryNames.country(code), count: format.count(matching), total: format.count(all) }
    const unknown = customerList.unknownCoverage
    const view = customerList.listedView
    const hasFilter = view.filter !== 'all'
    const listed = hasFilter
      ? t('customers.country.listedOf', { ...names, filter: labelOf(view.filter, view) }, all)
      : t('customers.country.listed', names, matching)
    const ofUnknown = hasFilter ? 'customers.country.unknownOf' : 'customers.country.unknown'
    const parts = [
      listed,
      ...(sync.keepsList ? [] : [t('customers.country.seen')]),
      ...(unknown === 0 ? [] : [t(ofUnknown, { count: format.count(unknown) }, unknown)]),
    ]
    return parts.join(' · ')
  }
}
