/** The names of the filters of the list of customers, and what they mean. */
import { useI18n } from 'vue-i18n'
import type { CustomerFilter, CustomerListView } from '#shared/model/customer/customerList.ts'

/** Of the filter of packages that end soon, with the number of days in which they end. */
type TextOfFilter = (filter: CustomerFilter, view: Pick<CustomerListView, 'days'>) => string

function useFilterText(kind: 'filter' | 'filterHint'): TextOfFilter {
  const { t } = useI18n()
  return (filter, { days }) =>
    filter === 'ending' ? t(`customers.${kind}.ending`, { count: days }, days) : t(`customers.${kind}.${filter}`)
}

/** Returns what names a filter. */
export const useFilterLabel = (): TextOfFilter => useFilterText('filter')

/** Returns a sentence that says who is listed. */
export const useFilterHint = (): TextOfFilter => useFilterText('filterHint')
