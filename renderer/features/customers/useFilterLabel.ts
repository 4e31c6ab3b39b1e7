/** The names of the filters of the list of customers, and what they mean. */
import { useI18n } from 'vue-i18n'
import type { CustomerFilter, CustomerListView } from '#shared/model/customerList.ts'

/** Returns what names a filter, with the number of days in which a package ends. */
export function useFilterLabel(): (filter: CustomerFilter, view: Pick<CustomerListView, 'days'>) => string {
  const { t } = useI18n()
  return (filter, { days }) =>
    filter === 'ending' ? t('customers.filter.ending', { count: days }, days) : t(`customers.filter.${filter}`)
}

/** Returns a sentence that says who is listed. */
export function useFilterHint(): (filter: CustomerFilter, view: Pick<CustomerListView, 'days'>) => string {
  const { t } = useI18n()
  return (filter, { days }) =>
    filter === 'ending' ? t('customers.filterHint.ending', { count: days }, days) : t(`customers.filterHint.${filter}`)
}
