/**
 * Which customers the window shows: all of them, or those that the search in the header finds. The store outlives the
 * field and the page, so that going back restores the text and the rows.
 */
import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import { useRouter } from 'vue-router'
import type { CustomerRow } from '#shared/model/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { createCustomerList } from './customerList.ts'
import { createCustomerSearch } from './customerSearch.ts'
import { useServiceNow } from '../../lib/useServiceNow.ts'
import { desk } from '../../lib/desk.ts'

export const useSearch = defineStore('search', () => {
  const router = useRouter()
  const open = (uid: CustomerUid): void => void router.push({ name: 'customer', params: { uid } })
  /** The service's time in its latest answer, and when that answer arrived. */
  const serviceTime = shallowRef<{ readonly asOf: string; readonly at: number } | null>(null)
  const withServiceTime =
    <Input, Page extends { readonly asOf: string }>(request: (input: Input) => Promise<Page>) =>
    async (input: Input): Promise<Page> => {
      const page = await request(input)
      serviceTime.value = { asOf: page.asOf, at: Date.now() }
      return page
    }
  const search = createCustomerSearch(withServiceTime(desk.customers.search), open)
  const list = createCustomerList(withServiceTime(desk.customers.list))
  const now = useServiceNow(
    () => serviceTime.value?.asOf ?? null,
    () => serviceTime.value?.at ?? null,
  )
  /**
   * Whether a customer was opened since the text was typed. The field is empty then, because the text must not stand
   * over another customer's page. The list of customers brings it back.
   */
  const left = ref(false)
  onScopeDispose(
    router.afterEach(({ name }) => {
      if (name === 'customer') left.value = true
      else if (name === 'customers') left.value = false
    }),
  )
  const fieldText = computed(() => (left.value ? '' : search.text.value))
  const rows = computed<readonly CustomerRow[]>(() =>
    search.active.value ? (search.answer.value?.rows ?? []) : list.rows.value,
  )
  /** The row that Enter opens. The arrow keys move it in the field and in the table. -1 means none. */
  const row = ref(-1)

  function type(text: string, options: { readonly pasted: boolean }): void {
    left.value = false
    search.type(text, options)
    row.value = search.active.value ? 0 : -1
  }

  function clear(): void {
    search.clear()
    row.value = -1
  }

  function move(by: number): void {
    row.value = Math.max(0, Math.min(row.value + by, rows.value.length - 1))
  }

  function reset(): void {
    clear()
    list.reset()
    serviceTime.value = null
  }

  /** Handles Enter in the search field. */
  function choose(): void {
    const chosen = rows.value[row.value]
    if (search.active.value) search.choose(row.value)
    else if (chosen !== undefined) open(chosen.uid)
  }

  return {
    text: search.text,
    /** The text that the field shows. */
    fieldText,
    active: search.active,
    answer: search.answer,
    answeredText: search.answeredText,
    searchError: search.error,
    searching: search.searching,
    repeatSearch: search.repeat,
    total: list.total,
    listHasMore: list.hasMore,
    listError: list.error,
    loadList: list.loadOnce,
    reloadList: list.reload,
    rows,
    row,
    now,
    open,
    type,
    clear,
    reset,
    move,
    choose,
    more: (): Promise<void> => (search.active.value ? search.more() : list.more()),
  }
})
