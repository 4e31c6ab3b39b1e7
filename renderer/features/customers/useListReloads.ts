/** Reads the list, or repeats a search that found nobody, when what the page shows may have changed. */
import { useDebounceFn, useThrottleFn } from '@vueuse/core'
import { computed, onScopeDispose, watch } from 'vue'
import { onDeskEvent } from '../../lib/desk.ts'
import { whenShown } from '../../lib/whenShown.ts'
import { whileInScope } from '../../lib/whileInScope.ts'
import { pageSize } from './customerWindow.ts'
import { useSearch } from './search.store.ts'
import { useCustomerList } from './customerList.store.ts'
import { useSync } from './sync.store.ts'

export function useListReloads(): void {
  const search = useSearch()
  const customerList = useCustomerList()
  const sync = useSync()

  const readIfShown = whileInScope(whenShown(() => void customerList.reload()))
  /** While a sync brings customers: at once, and at most once a second. */
  const reload = useThrottleFn(readIfShown, 1000, true)
  /**
   * After a change: an operation brings several, and the page that shows its outcome is usually drawn within this time.
   */
  const reloadSoon = useDebounceFn(readIfShown, 300, { maxWait: 1000 })
  const searchAgain = useThrottleFn(
    whileInScope(
      whenShown(() => {
        // Another text may have been typed while the page was not shown.
        if (!search.searching && search.answer?.rows.length === 0) search.repeat()
      }),
    ),
    1000,
    true,
  )
  // A customer that has changed may come into the list or leave it, and so may one with an operation whose outcome is,
  // or no longer is, unknown.
  for (const event of ['customer.changed', 'operation.changed'] as const)
    onScopeDispose(onDeskEvent(event, () => void reloadSoon()))
  const reloadIfOutdated = whileInScope(() => {
    const { counts, matching, total } = customerList
    if (!sync.keepsList || sync.status === null) return
    const isCurrent = counts === null ? !sync.status.sorted : total === sync.status.customers
    if (matching === null || !isCurrent) void reload()
  })
  // The window may have read it before this page was opened, and have missed the reports since.
  void customerList.loadOnce().then(reloadIfOutdated)
  // While the list is being copied, its first rows are enough; the whole list is loaded at the end. A search that found
  // nobody is repeated then. Rows that were found stay in place, because an agent may be reading them.
  const listState = computed(() => sync.status && `${sync.status.state} ${String(sync.status.sorted)}`)
  watch([() => sync.status?.customers, listState], (_now, [, before]) => {
    if (search.answer?.rows.length === 0) void searchAgain()
    // At once, because numbers of an incomplete list would otherwise be taken for those of the whole list.
    if (before !== null && listState.value !== before) void customerList.reload()
    // What is being read may have the customers of this report already.
    else if (before === null || (customerList.matching ?? 0) < pageSize)
      void customerList.loadOnce().then(reloadIfOutdated)
  })
}
