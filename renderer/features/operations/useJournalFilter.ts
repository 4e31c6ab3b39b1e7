/** The filter and the view of the journal, from the query of the route. */
import { computed, type ComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { OperationFilter } from '#shared/model/operation/operation.ts'
import { useClock } from '../../lib/useClock.ts'
import { dayOf } from '../../lib/days.ts'
import { filterFromQuery, filterToQuery, operationFilter, type JournalFilter } from './journalFilter.ts'

export const journalViews = ['journal', 'totals', 'sales', 'mails'] as const
export type JournalView = (typeof journalViews)[number]

interface JournalChoice {
  readonly filter: ComputedRef<JournalFilter>
  readonly view: ComputedRef<JournalView>
  /** The input of `operations.list`. The object changes only if its content does. */
  readonly listInput: ComputedRef<OperationFilter>
  /** The query of the page as it was left, for links back to it. */
  readonly query: ComputedRef<Record<string, string>>
  readonly change: (changes: Partial<JournalFilter>) => Promise<void>
}

export function useJournalFilter(): JournalChoice {
  const route = useRoute()
  const router = useRouter()
  const clock = useClock()

  // The page stays alive behind other pages. The query then belongs to another page, and this filter must not change.
  let last: { readonly filter: JournalFilter; readonly view: JournalView } = {
    filter: filterFromQuery({}),
    view: 'journal',
  }
  const own = computed(() => {
    if (route.name === 'operations')
      last = {
        filter: filterFromQuery(route.query),
        view: journalViews.find((view) => view === route.query['view']) ?? 'journal',
      }
    return last
  })
  const filter = computed(() => own.value.filter)
  const today = computed(() => dayOf(clock.value))
  const listInput = computed<OperationFilter>((before) => {
    const next = operationFilter(filter.value, Date.parse(`${today.value}T12:00`))
    return JSON.stringify(before) === JSON.stringify(next) && before !== undefined ? before : next
  })

  return {
    filter,
    view: computed(() => own.value.view),
    listInput,
    query: computed(() => ({
      ...filterToQuery(filter.value),
      ...(own.value.view === 'journal' ? {} : { view: own.value.view }),
    })),
    change: async (changes) => {
      await router.replace({ query: filterToQuery({ ...filter.value, ...changes }) })
    },
  }
}
