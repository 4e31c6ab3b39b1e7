/**
 * The search in the header, and the rows of the table of customers: those that it finds, or those of the list. The
 * store outlives the field and the page, so that going back restores the text and the rows.
 */
import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, watch, type Ref } from 'vue'
import { useRouter, type Router } from 'vue-router'
import type { CustomerListView } from '#shared/model/customer/customerList.ts'
import type { CustomerRow } from '#shared/model/customer/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { useCustomerList } from './customerList.store.ts'
import { createOpening } from './customerOpening.ts'
import { pageSize } from './customerWindow.ts'
import { createChatSearches, type ChatSearches } from './chatSearch.ts'
import { createCustomerSearch, queryOf, type CustomerSearch } from './customerSearch.ts'
import { useCall } from '../../lib/call.store.ts'
import { desk } from '../../lib/desk.ts'

type CustomerList = ReturnType<typeof useCustomerList>

/** Milliseconds. If the first answer takes longer, placeholders replace the rows: they are not what was found. */
const listStaysMs = 200

/**
 * Whether the table still shows the list although a search has begun. Its rows stay for a moment, because the first
 * answer usually arrives within it: then nothing flickers, and new content goes into the elements that are there.
 */
function watchListStays({ active, answer, error }: CustomerSearch, listed: () => number): Readonly<Ref<boolean>> {
  const stays = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(
    [active, answer, error] as const,
    ([isActive, found, failure], [wasActive]) => {
      clearTimeout(timer)
      stays.value = isActive && found === null && failure === null && (wasActive ? stays.value : listed() > 0)
      if (stays.value) timer = setTimeout(() => (stays.value = false), listStaysMs)
    },
    { flush: 'sync' },
  )
  onScopeDispose(() => clearTimeout(timer))
  return stays
}

/** The positions that are on the screen, of the list or of what was found. */
function showPositions(showsList: () => boolean, list: CustomerList, search: CustomerSearch) {
  let shown = { from: 0, to: pageSize }
  // When a search ends, the same positions may be on the screen, which were not reported to the list.
  watch(showsList, (shows) => {
    if (shows) void list.show(shown.from, shown.to)
  })
  return (from: number, to: number): Promise<void> => {
    shown = { from, to }
    if (showsList()) return list.show(from, to)
    return to >= (search.answer.value?.rows.length ?? 0) ? search.more() : Promise.resolve()
  }
}

/**
 * Leaves the current row when a reload brings another customer to its place, whom Enter or Space must not take for the
 * one before. In another order or filter the row stays: an arrow key that was pressed before its rows arrived counts
 * for them.
 */
function leaveMovedRow(
  row: Ref<number>,
  uidAt: (index: number) => CustomerUid | null,
  heldView: () => CustomerListView,
): void {
  let current: CustomerUid | null = null
  watch(
    [row, heldView, () => uidAt(row.value)] as const,
    ([at, view, uid], [before, viewBefore]) => {
      if (at !== before || view !== viewBefore || current === null) current = uid
      else if (uid !== null && uid !== current) row.value = -1
    },
    { flush: 'sync' },
  )
}

/**
 * The current row of the list is the current one again when a search ends, unless another customer has come to its
 * place.
 */
function restoreListRow(active: Readonly<Ref<boolean>>, row: Ref<number>, list: CustomerList): void {
  let before: { readonly row: number; readonly uid: CustomerUid | undefined }
  watch(
    active,
    (isActive) => {
      if (isActive) before = { row: row.value, uid: list.rowAt(row.value)?.uid }
      else row.value = list.rowAt(before.row)?.uid === before.uid ? before.row : -1
    },
    { flush: 'sync' },
  )
}

/**
 * The row that Enter opens, of the list or of what was found. The arrow keys move it in the field and in the table. No
 * row of the list is the current one of a search.
 */
function createCurrentRow(
  search: CustomerSearch,
  list: CustomerList,
  listedUid: (index: number) => CustomerUid | null,
) {
  /** -1 means none. */
  const row = ref(-1)
  const hasFound = computed(() => search.active.value && search.answer.value !== null)
  function toBest(): void {
    if (search.active.value) row.value = hasFound.value ? 0 : -1
  }
  leaveMovedRow(row, listedUid, () => list.listedView)
  restoreListRow(search.active, row, list)
  watch(hasFound, toBest, { flush: 'sync' })
  // Another order or filter begins with its first row.
  watch(
    () => list.listed,
    () => (row.value = -1),
    { flush: 'sync' },
  )
  return { row, toBest }
}

/** The search, whose answer opens a customer if that is awaited, and the opening of customers from what is listed. */
function createOpeningSearch(router: Router, chats: ChatSearches) {
  const { stopOpening, ...opening } = createOpening(router)
  const call = useCall()
  const search: CustomerSearch = createCustomerSearch(chats.run, open)
  function open(uid: CustomerUid): void {
    const rows = search.active.value ? (search.answer.value?.rows ?? []) : []
    call.noteSearch(uid, rows.find((row) => row.uid === uid)?.match ?? null)
    const chat = search.active.value ? chats.about(uid) : null
    if (chat !== null) call.takeChat(uid, chat)
    opening.open(uid)
  }
  // An agent who opens another page meanwhile stays there, also while that page is still being loaded.
  onScopeDispose(
    router.beforeEach(({ name }) => {
      if (name !== 'customers') search.openNobody()
    }),
  )
  /** An agent who goes back before a customer is found or their page opens stays on the page. */
  function stop(): void {
    search.openNobody()
    stopOpening()
  }
  return { search, opening: { ...opening, open, stopOpening: stop } }
}

/**
 * Whether another page was opened since the text was typed. The field is empty then, because the text does not describe
 * that page. The list of customers brings it back.
 */
function watchLeft(router: Router): Ref<boolean> {
  const left = ref(false)
  onScopeDispose(
    router.afterEach(({ name }) => {
      left.value = name !== 'customers'
    }),
  )
  return left
}

/**
 * The link to the page of customers shows all of them, so a search ends. On the list itself the link also removes
 * its filter and its order, as it does on other pages.
 */
function createListRequest(router: Router, search: CustomerSearch, list: CustomerList): () => void {
  return () => {
    if (search.active.value) search.clear()
    else if (router.currentRoute.value.name === 'customers') void list.restore()
  }
}

export const useSearch = defineStore('search', () => {
  const router = useRouter()
  const list = useCustomerList()
  const chats = createChatSearches(list.withServiceTime(desk.customers.search))
  const { search, opening } = createOpeningSearch(router, chats)
  const left = watchLeft(router)
  const fieldText = computed(() => (left.value ? '' : search.text.value))
  const listStays = watchListStays(search, () => list.matching ?? 0)
  const showsList = computed(() => !search.active.value || listStays.value)
  const count = computed(() => (showsList.value ? list.matching : search.answer.value?.rows.length) ?? 0)
  const rowAt = (index: number): CustomerRow | undefined =>
    showsList.value ? list.rowAt(index) : search.answer.value?.rows[index]
  const { row, toBest } = createCurrentRow(search, list, (index) =>
    showsList.value ? (rowAt(index)?.uid ?? null) : null,
  )

  /** A pasted text may have several lines. */
  function type(text: string, { pasted }: { readonly pasted: boolean }): void {
    left.value = false
    chats.forget()
    search.type(pasted ? (chats.paste(text) ?? queryOf(text)) : text, { pasted })
    toBest()
  }

  /** Returns whether there is a row to move to. */
  function move(by: number): boolean {
    if (listStays.value || count.value === 0) return false
    row.value = Math.max(0, Math.min(row.value + by, count.value - 1))
    return true
  }

  /** Discards what was found and listed. */
  function reset(): void {
    search.clear()
    list.reset()
    row.value = -1
  }

  /** Handles Enter in the search field. */
  function choose(): void {
    const chosen = rowAt(row.value)
    if (search.active.value) search.choose(row.value)
    else if (chosen !== undefined) opening.open(chosen.uid)
  }

  return {
    text: search.text,
    /** The text that the field shows. */
    fieldText,
    active: search.active,
    answer: search.answer,
    answeredText: search.answeredText,
    error: search.error,
    searching: search.searching,
    /** The chat that was pasted, if that is what is searched for. */
    chat: chats.chat,
    repeat: search.repeat,
    /** Whether the table shows the list and not what was found. */
    showsList,
    count,
    rowAt,
    row,
    ...opening,
    type,
    clear: search.clear,
    requestList: createListRequest(router, search, list),
    reset,
    move,
    choose,
    /** Called with the positions that are on the screen. */
    show: showPositions(() => showsList.value, list, search),
  }
})
