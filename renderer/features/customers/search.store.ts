/**
 * Which customers the window shows: all of them, or those that the search in the header finds. The store outlives the
 * field and the page, so that going back restores the text and the rows.
 */
import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import { useRouter, type Router } from 'vue-router'
import type { CustomerRow } from '#shared/model/customer/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { createCustomerSelection } from './customerSelection.ts'
import { createCustomerWindow, pageSize, type CustomerWindow } from './customerWindow.ts'
import { useSync } from './sync.store.ts'
import { createCustomerSearch, type CustomerSearch, type RunSearch } from './customerSearch.ts'
import { useServiceNow } from '../../lib/useServiceNow.ts'
import { useCall } from '../../lib/call.store.ts'
import { useConnection } from '../../lib/connection.store.ts'
import { dropCopyAhead, readCopyAhead } from '../../lib/copyAhead.ts'
import { desk } from '../../lib/desk.ts'
import { topDialog } from '../../ui/openDialogs.ts'

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
function showPositions(showsList: () => boolean, list: CustomerWindow, search: CustomerSearch) {
  let shown = { from: 0, to: pageSize }
  // When a search ends the same positions may be on the screen, which the list has not heard of.
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
 * one before. In another order or filter the row stays: an arrow key that was pressed before its rows came meant them.
 */
function leaveMovedRow(
  row: Ref<number>,
  uidAt: (index: number) => CustomerUid | null,
  heldView: CustomerWindow['heldView'],
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
function restoreListRow(active: Readonly<Ref<boolean>>, row: Ref<number>, list: CustomerWindow): void {
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
  list: CustomerWindow,
  listedUid: (index: number) => CustomerUid | null,
) {
  /** -1 means none. */
  const row = ref(-1)
  const hasFound = computed(() => search.active.value && search.answer.value !== null)
  function toBest(): void {
    if (search.active.value) row.value = hasFound.value ? 0 : -1
  }
  leaveMovedRow(row, listedUid, list.heldView)
  restoreListRow(search.active, row, list)
  watch(hasFound, toBest, { flush: 'sync' })
  // Another order or filter begins with its first row.
  watch(list.listed, () => (row.value = -1), { flush: 'sync' })
  return { row, toBest }
}

/** The selected customers, who can be listed alone until nobody is selected any more. */
function createSelection({ held, among, showOnly }: CustomerWindow, rowAt: CustomerWindow['rowAt']) {
  const sync = useSync()
  const selection = createCustomerSelection({
    rowAt,
    reader: () => {
      const list = held()
      return async (from, limit) => (await desk.customers.browse({ ...list, from, limit })).rows
    },
    isComplete: () => sync.complete,
  })
  const listAll = (): void => void (among.value !== null && showOnly(null))
  watch(
    () => selection.selected.value.size === 0,
    (isEmpty) => (isEmpty ? listAll() : undefined),
  )
  return {
    ...selection,
    listSelected: () => showOnly([...selection.selected.value]),
    listAll,
    /** Whether those who were selected are listed alone. */
    listsSelected: computed(() => among.value !== null),
  }
}

function createOpening(router: Router) {
  const connection = useConnection()
  /** The customer who was opened from the list or from what was found, last. */
  const openedUid = shallowRef<CustomerUid | null>(null)
  /** The customer whose copy is read before their page opens. */
  const awaitedUid = shallowRef<CustomerUid | null>(null)

  /**
   * Opens a customer together with their copy, unless somebody has gone elsewhere meanwhile or has opened a dialog,
   * which would be closed with what was typed in it.
   */
  async function openWithCopy(uid: CustomerUid): Promise<void> {
    const { key } = connection
    const { fullPath } = router.currentRoute.value
    awaitedUid.value = uid
    await readCopyAhead(uid)
    if (awaitedUid.value !== uid) return
    awaitedUid.value = null
    // The key that opens a customer may have led from another page to the list before.
    const { fullPath: path, name } = router.currentRoute.value
    try {
      const isElsewhere = path !== fullPath && name !== 'customers'
      if (connection.key === key && !isElsewhere && topDialog.value === null)
        await router.push({ name: 'customer', params: { uid } })
    } finally {
      dropCopyAhead()
    }
  }
  function open(uid: CustomerUid): void {
    openedUid.value = uid
    if (awaitedUid.value !== uid) void openWithCopy(uid)
  }
  function stopOpening(): void {
    if (awaitedUid.value === null) return
    awaitedUid.value = null
    dropCopyAhead()
  }
  return {
    open,
    openedUid,
    /** Whether a customer is about to be opened: nothing that is typed now is meant for the search. */
    isOpening: computed(() => awaitedUid.value !== null),
    stopOpening,
  }
}

/** The search, whose answer opens a customer if that is awaited, and the opening of customers from what is listed. */
function createOpeningSearch(router: Router, runSearch: RunSearch) {
  const { stopOpening, ...opening } = createOpening(router)
  const call = useCall()
  const search: CustomerSearch = createCustomerSearch(runSearch, open)
  function open(uid: CustomerUid): void {
    const rows = search.active.value ? (search.answer.value?.rows ?? []) : []
    call.noteSearch(uid, rows.find((row) => row.uid === uid)?.match ?? null)
    opening.open(uid)
  }
  // Whoever goes elsewhere meanwhile stays there, also while the other page is still being loaded.
  onScopeDispose(
    router.beforeEach(({ name }) => {
      if (name !== 'customers') search.openNobody()
    }),
  )
  /** Whoever goes back before a customer is found or their page opens stays where they are. */
  function stop(): void {
    search.openNobody()
    stopOpening()
  }
  return { search, opening: { ...opening, open, stopOpening: stop } }
}

/**
 * Whether a customer was opened since the text was typed. The field is empty then, because the text must not stand over
 * another customer's page. The list of customers brings it back.
 */
function watchLeft(router: Router): Ref<boolean> {
  const left = ref(false)
  onScopeDispose(
    router.afterEach(({ name }) => {
      if (name === 'customer') left.value = true
      else if (name === 'customers') left.value = false
    }),
  )
  return left
}

/**
 * Whoever asks for the page of customers wants all of them, so a search ends. Asking for it on the list itself removes
 * its filter and its order, as it does on other pages.
 */
function createListRequest(router: Router, search: CustomerSearch, list: CustomerWindow): () => void {
  return () => {
    if (search.active.value) search.clear()
    else if (router.currentRoute.value.name === 'customers') void list.restore()
  }
}

export const useSearch = defineStore('search', () => {
  const router = useRouter()
  const { serviceTime, withServiceTime, now } = trackServiceTime()
  const { search, opening } = createOpeningSearch(router, withServiceTime(desk.customers.search))
  const list = createCustomerWindow(withServiceTime(desk.customers.browse))
  const left = watchLeft(router)
  const fieldText = computed(() => (left.value ? '' : search.text.value))
  const listStays = watchListStays(search, () => list.matching.value ?? 0)
  const showsList = computed(() => !search.active.value || listStays.value)
  const count = computed(() => (showsList.value ? list.matching.value : search.answer.value?.rows.length) ?? 0)
  const rowAt = (index: number): CustomerRow | undefined =>
    showsList.value ? list.rowAt(index) : search.answer.value?.rows[index]
  const selection = createSelection(list, rowAt)
  const { row, toBest } = createCurrentRow(search, list, (index) =>
    showsList.value ? (rowAt(index)?.uid ?? null) : null,
  )

  function type(text: string, options: { readonly pasted: boolean }): void {
    left.value = false
    search.type(text, options)
    toBest()
  }

  /** Returns whether there is a row to move to. */
  function move(by: number): boolean {
    if (listStays.value || count.value === 0) return false
    row.value = Math.max(0, Math.min(row.value + by, count.value - 1))
    return true
  }

  function reset(): void {
    search.clear()
    list.reset()
    row.value = -1
    selection.deselect()
    serviceTime.value = null
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
    searchError: search.error,
    searching: search.searching,
    repeatSearch: search.repeat,
    view: list.view,
    listed: list.listed,
    /** The order and filter of the rows and numbers that are there, until those of `view` have come. */
    listedView: computed(list.heldView),
    matching: list.matching,
    counts: list.counts,
    total: list.total,
    unknownCoverage: list.unknownCoverage,
    /** Whether the list has only those customers who came first. It has all whose operation is unconfirmed. */
    isLimited: computed(() => list.counts.value === null && list.heldView().filter !== 'unconfirmed'),
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
