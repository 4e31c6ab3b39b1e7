/**
 * Which customers the window shows: all of them, or those that the search in the header finds. The store outlives the
 * field and the page, so that going back restores the text and the rows.
 */
import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import { useRouter } from 'vue-router'
import type { CustomerRow } from '#shared/model/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { createCustomerWindow } from './customerWindow.ts'
import { createCustomerSearch, type CustomerSearch } from './customerSearch.ts'
import { useServiceNow } from '../../lib/useServiceNow.ts'
import { desk } from '../../lib/desk.ts'

/** Remembers the service's time in its latest answer, from which times are counted. */
function trackServiceTime() {
  /** The time, and when the answer arrived. */
  const serviceTime = shallowRef<{ readonly asOf: string; readonly at: number } | null>(null)
  const withServiceTime =
    <Input, Page extends { readonly asOf: string }>(request: (input: Input) => Promise<Page>) =>
    async (input: Input): Promise<Page> => {
      const page = await request(input)
      serviceTime.value = { asOf: page.asOf, at: Date.now() }
      return page
    }
  const now = useServiceNow(
    () => serviceTime.value?.asOf ?? null,
    () => serviceTime.value?.at ?? null,
  )
  return { serviceTime, withServiceTime, now }
}

/** The uids of the customers that are selected for a task that covers several. */
function createSelection() {
  const selected = shallowRef<ReadonlySet<CustomerUid>>(new Set())
  return {
    selected,
    toggle(uid: CustomerUid): void {
      const next = new Set(selected.value)
      if (!next.delete(uid)) next.add(uid)
      selected.value = next
    },
    deselect: (): void => void (selected.value = new Set()),
  }
}

/** In milliseconds. If the first answer takes longer, placeholders replace the list, which is not what was found. */
const listStays = 200

/**
 * Whether the table still shows the list although a search has begun. The rows stay until the first answer arrives, so
 * that nothing flickers, and new content goes into the elements that are there.
 */
function createStayingList({ active, answer, error }: CustomerSearch, listed: () => number): Readonly<Ref<boolean>> {
  const stays = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(
    [active, answer, error] as const,
    ([isActive, found, failure], [wasActive]) => {
      clearTimeout(timer)
      stays.value = isActive && found === null && failure === null && (wasActive ? stays.value : listed() > 0)
      if (stays.value) timer = setTimeout(() => (stays.value = false), listStays)
    },
    { flush: 'sync' },
  )
  onScopeDispose(() => clearTimeout(timer))
  return stays
}

/**
 * Leaves the current row when a reload brings another customer to its place, whom Enter or Space must not take for the
 * one before.
 */
function leaveMovedRow(row: Ref<number>, uidAt: (index: number) => CustomerUid | null): void {
  let current: CustomerUid | null = null
  watch(
    [row, () => uidAt(row.value)] as const,
    ([at, uid], [before]) => {
      if (at !== before || current === null) current = uid
      else if (uid !== null && uid !== current) row.value = -1
    },
    { flush: 'sync' },
  )
}

export const useSearch = defineStore('search', () => {
  const router = useRouter()
  const open = (uid: CustomerUid): void => void router.push({ name: 'customer', params: { uid } })
  const { serviceTime, withServiceTime, now } = trackServiceTime()
  const search = createCustomerSearch(withServiceTime(desk.customers.search), open)
  const list = createCustomerWindow(withServiceTime(desk.customers.browse))
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
  const listStaying = createStayingList(search, () => list.matching.value ?? 0)
  const showsList = computed(() => !search.active.value || listStaying.value)
  const count = computed(() => (showsList.value ? list.matching.value : search.answer.value?.rows.length) ?? 0)
  const rowAt = (index: number): CustomerRow | undefined =>
    showsList.value ? list.rowAt(index) : search.answer.value?.rows[index]
  const selection = createSelection()
  /** The row that Enter opens. The arrow keys move it in the field and in the table. -1 means none. */
  const row = ref(-1)
  leaveMovedRow(row, (index) => (search.active.value ? null : (rowAt(index)?.uid ?? null)))

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
    row.value = Math.max(0, Math.min(row.value + by, count.value - 1))
  }

  function reset(): void {
    clear()
    list.reset()
    selection.deselect()
    serviceTime.value = null
  }

  /** Handles Enter in the search field. */
  function choose(): void {
    const chosen = rowAt(row.value)
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
    view: list.view,
    matching: list.matching,
    counts: list.counts,
    listError: list.error,
    loadList: list.loadOnce,
    reloadList: list.reload,
    changeView: list.change,
    /** Whether the table shows the list and not what was found. */
    showsList,
    count,
    rowAt,
    row,
    ...selection,
    now,
    open,
    type,
    clear,
    reset,
    move,
    choose,
    /** Called with the positions that are on the screen. */
    show: (from: number, to: number): Promise<void> => {
      if (!search.active.value) return list.show(from, to)
      return to >= count.value ? search.more() : Promise.resolve()
    },
  }
})
