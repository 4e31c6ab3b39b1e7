/** The line that says how many customers are listed or were found, and of whom. */
import { computed, ref, watch, type ComputedRef, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { useFormat } from '../../lib/useFormat.ts'
import { useSearch } from './search.store.ts'
import { useCustomerList } from './customerList.store.ts'
import { useSelection } from './selection.store.ts'
import { useSync } from './sync.store.ts'
import { useCoverageText } from './useCoverageText.ts'

interface ListSubtitle {
  readonly subtitle: ComputedRef<string>
  /** Whether the rows that were found are from a list that was not complete. */
  readonly isPartial: Readonly<Ref<boolean>>
}

export function useListSubtitle(): ListSubtitle {
  const { t } = useI18n()
  const format = useFormat()
  const search = useSearch()
  const customerList = useCustomerList()
  const selection = useSelection()
  const sync = useSync()
  const coverageText = useCoverageText()

  const found = computed(() => {
    if (search.answer === null) return ''
    const { rows, cursor } = search.answer
    const count = format.count(rows.length)
    return cursor === undefined ? t('customers.found', { count }, rows.length) : t('customers.foundMore', { count })
  })
  const incomplete = computed(() => {
    if (sync.perhapsMore) return t('customers.search.perhapsMore')
    return t(sync.copying ? 'customers.search.copying' : 'customers.search.incomplete')
  })
  const isPartial = ref(false)
  watch(
    () => search.answer,
    () => (isPartial.value = !sync.complete),
  )
  const scope = computed(() => {
    if ((search.answer?.serviceProblem ?? null) !== null) return t('customers.search.failed')
    if (!sync.keepsList || sync.status === null) return ''
    if (sync.complete) return t(isPartial.value ? 'customers.search.before' : 'customers.search.all')
    return incomplete.value
  })
  const subtitle = computed(() => {
    if (search.active) return [found.value, scope.value].filter((text) => text !== '').join(' · ')
    if (sync.copying) return t('customers.copying')
    const { counts, listedView: view, matching } = customerList
    if (matching === null) return ''
    if (selection.listsSelected)
      return t('customers.selection.count', { count: format.count(selection.selected.size) }, selection.selected.size)
    if (customerList.isLimited) {
      const searched = sync.complete ? t('customers.search.all') : incomplete.value
      return [t('customers.sorting'), ...(sync.status === null ? [] : [searched])].join(' · ')
    }
    if (counts === null) return t('customers.found', { count: format.count(matching) }, matching)
    const key = sync.keepsList ? 'all' : 'seen'
    const total = format.count(counts.all)
    if (view.country !== null) return coverageText(view.country, matching, counts.all)
    const listed =
      view.filter === 'all'
        ? t(`customers.${key}`, { count: total }, counts.all)
        : t(`customers.${key}Of`, { count: format.count(matching), total }, counts.all)
    return sync.firstCopyProblem === null && !sync.perhapsMore ? listed : `${listed} · ${incomplete.value}`
  })

  return { subtitle, isPartial }
}
