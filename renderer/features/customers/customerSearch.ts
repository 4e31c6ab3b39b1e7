/**
 * Searches customers while the user types. A key starts a search at once, or, while one is in flight, as soon as that
 * one is answered or takes long, so that searches never queue up. The answer for an earlier text never replaces that of
 * a later one.
 *
 * The rows of the previous text stay until the new ones arrive, so that nothing flickers. If Enter is pressed before
 * the answer arrives, as scanners do, the first row opens when it arrives. A pasted identifier that names one customer
 * opens that customer by itself.
 */
import { computed, ref, shallowRef, type ComputedRef, type Ref } from 'vue'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { CustomerRow } from '#shared/model/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'

export type SearchPage = OutputOf<'customers', 'search'>
export type RunSearch = (input: InputOf<'customers', 'search'>) => Promise<SearchPage>

export interface CustomerSearch {
  readonly text: Readonly<Ref<string>>
  /** Whether there is anything to search for. */
  readonly active: ComputedRef<boolean>
  /** The rows and the source of the latest answer, or `null` before the first one. */
  readonly answer: Readonly<Ref<SearchPage | null>>
  /** The text that `answer` belongs to. */
  readonly answeredText: Readonly<Ref<string>>
  readonly error: Readonly<Ref<DeskError | null>>
  readonly searching: Readonly<Ref<boolean>>
  readonly type: (text: string, options?: { readonly pasted: boolean }) => void
  readonly more: () => Promise<void>
  readonly repeat: () => void
  /**
   * Opens the row of the present text at `index`, or the first one. It waits for the answer if that has not arrived
   * yet.
   */
  readonly choose: (index: number) => void
  readonly clear: () => void
}

export const firstPage = 30
const nextPage = 100
/** Milliseconds after which a search in flight no longer delays the next one. It may be waiting for the service. */
const maxHoldMs = 120

/**
 * The number of characters that were inserted at once. More than a few mean that the text was pasted or set by a
 * program.
 */
export function insertedLength(before: string, after: string): number {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end))
    end += 1
  return after.length - start - end
}

export function createCustomerSearch(runSearch: RunSearch, open: (uid: CustomerUid) => void): CustomerSearch {
  const text = ref('')
  const answer = shallowRef<SearchPage | null>(null)
  const answeredText = ref('')
  const error = shallowRef<DeskError | null>(null)
  const searching = ref(false)
  const active = computed(() => text.value.trim() !== '')
  let latestRequestId = 0
  let openWhenAnswered = false
  let loadingMore = false
  let inFlight = 0
  let waiting: (() => void) | null = null

  function openFrom(page: SearchPage, index: number): void {
    const chosen: CustomerRow | undefined = page.rows[index] ?? page.rows[0]
    const uid = index <= 0 ? (page.exact ?? chosen?.uid) : chosen?.uid
    if (uid !== undefined) open(uid)
  }

  async function run(requestId: number, pasted: boolean): Promise<void> {
    inFlight += 1
    const query = text.value
    try {
      const page = await runSearch({ query, limit: firstPage })
      if (requestId !== latestRequestId) return
      answer.value = page
      answeredText.value = query
      error.value = null
      if (openWhenAnswered) openFrom(page, 0)
      else if (pasted && page.exact !== null) open(page.exact)
    } catch (thrown) {
      if (requestId !== latestRequestId) return
      answer.value = null
      error.value = asDeskError(thrown)
    } finally {
      inFlight -= 1
      if (requestId === latestRequestId) searching.value = openWhenAnswered = false
      else waiting?.()
    }
  }

  /** Searches now, or once the search in flight no longer delays it. Only the latest request waits. */
  function request(pasted: boolean): void {
    const requestId = ++latestRequestId
    searching.value = true
    if (inFlight === 0 || pasted) {
      void run(requestId, pasted)
      return
    }
    const start = (): void => {
      clearTimeout(timer)
      if (waiting === start) waiting = null
      if (requestId === latestRequestId) void run(requestId, pasted)
    }
    const timer = setTimeout(start, maxHoldMs)
    waiting = start
  }

  function clear(): void {
    latestRequestId += 1
    text.value = ''
    answer.value = null
    answeredText.value = ''
    error.value = null
    searching.value = false
    openWhenAnswered = false
  }

  function type(next: string, { pasted } = { pasted: false }): void {
    openWhenAnswered = false
    if (next.trim() === '') {
      clear()
      text.value = next
      return
    }
    text.value = next
    request(pasted)
  }

  async function more(): Promise<void> {
    const page = answer.value
    if (page?.cursor === undefined || searching.value || loadingMore) return
    const requestId = latestRequestId
    loadingMore = true
    try {
      const next = await runSearch({ query: text.value, limit: nextPage, cursor: page.cursor })
      if (requestId === latestRequestId)
        answer.value = { ...next, rows: [...page.rows, ...next.rows], exact: page.exact }
    } catch {
      // The loaded rows stay. Reaching the end of the list tries again.
    } finally {
      loadingMore = false
    }
  }

  function choose(index: number): void {
    if (!active.value) return
    if (searching.value) openWhenAnswered = true
    else if (answer.value !== null) openFrom(answer.value, index)
  }

  return {
    text,
    active,
    answer,
    answeredText,
    error,
    searching,
    type,
    more,
    repeat: () => void (active.value && request(false)),
    choose,
    clear,
  }
}
