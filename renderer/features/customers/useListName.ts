/** What names the list that is shown: its filter and its country, or that it has those who were selected. */
import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { useCountryNames } from '../../lib/useCountryNames.ts'
import { useCustomerList } from './customerList.store.ts'
import { useSelection } from './selection.store.ts'
import { useFilterLabel } from './useFilterLabel.ts'

/** Empty for the list of all customers. */
export function useListName(): ComputedRef<readonly string[]> {
  const { t } = useI18n()
  const customerList = useCustomerList()
  const selection = useSelection()
  const labelOf = useFilterLabel()
  const countryNames = useCountryNames()
  return computed(() => {
    if (selection.listsSelected) return [t('customers.columns.selected')]
    const { filter, country } = customerList.view
    return [
      ...(filter === 'all' ? [] : [labelOf(filter, customerList.view)]),
      ...(country === null ? [] : [countryNames.country(country)]),
    ]
  })
}

const notInFileNames = /[^\p{L}\p{N} _-]+/gu

/** Returns what names a table of the list, for the name of its file. */
export function fileNameOf(listName: readonly string[], day: string): string {
  return [...listName, day].join(' ').replaceAll(notInFileNames, ' ').replaceAll(/ {2,}/g, ' ')
}
