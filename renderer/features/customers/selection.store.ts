/** The customers who are selected for a task that covers several, and the list of them alone. */
import { defineStore } from 'pinia'
import { computed, watch } from 'vue'
import { desk } from '../../lib/desk.ts'
import { useCustomerList } from './customerList.store.ts'
import { createCustomerSelection } from './customerSelection.ts'
import { useSearch } from './search.store.ts'
import { useSync } from './sync.store.ts'

/** The customers who may be listed alone: all who were selected, until none is selected any more. */
export const useSelection = defineStore('selection', () => {
  const sync = useSync()
  const list = useCustomerList()
  const { rowAt } = useSearch()
  const selection = createCustomerSelection({
    rowAt,
    reader: () => {
      const held = list.held()
      return async (from, limit) => (await desk.customers.browse({ ...held, from, limit })).rows
    },
    isComplete: () => sync.complete,
  })
  const listAll = (): void => void (list.among !== null && list.showOnly(null))
  watch(
    () => selection.selected.value.size === 0,
    (isEmpty) => (isEmpty ? listAll() : undefined),
  )
  return {
    ...selection,
    listSelected: () => list.showOnly([...selection.selected.value]),
    listAll,
    /** Whether those who were selected are listed alone. */
    listsSelected: computed(() => list.among !== null),
  }
})
