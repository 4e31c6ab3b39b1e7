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
import type { CustomerUid } from '#shared/wire/ids.ts'
import { createSearchQueue } from './searchQueue.ts'
import { useLatest, type IsLatest } from '../../lib/useLatest.ts'

type SearchPage = OutputOf<'customers', 'search'>
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
  /** The answer that is awaited opens nobody. */
  readonly openNobody: () => void
  readonly clear: () => void
}

const firstPage = 30
const nextPage = 100

/** Characters that a search may have. */
export const maxQueryLength = 2000

/** A pasted text as a query. A field of one line would join pasted lines without a blank between them. */
export const queryOf = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ')
    .slice(0, maxQueryLength)

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

function createSearchState() {
  const state = {
    text: ref(''),
    answer: shallowRef<SearchPage | null>(null),
    answeredText: ref(''),
    error: shallowRef<DeskError | null>(null),
    searching: ref(false),
  }
  function clear(): void {
    state.text.value = ''
    state.answer.value = null
    state.answeredText.value = ''
    state.error.value = null
    state.searching.value = false
  }
  return { state, clear }
}

type SearchState = ReturnType<typeof createSearchState>['state']

/** The customer that Enter opens on the row at `index`: on the first row it is the one that an identifier names. */
function customerAt({ rows, exact }: SearchPage, index: number): CustomerUid | undefined {
  const uid = (rows[index] ?? rows[0])?.uid
  return index <= 0 ? (exact ?? uid) : uid
}

/** Appends the next page to the answer, unless another search has begun before it arrives. */
function createLoadMore(
  { text, answer, searching }: SearchState,
  runSearch: RunSearch,
  join: () => IsLatest,
): () => Promise<void> {
  let loading = false
  return async () => {
    const page = answer.value
    if (page?.cursor === undefined || searching.value || loading) return
    const isLatest = join()
    loading = true
    try {
      const next = await runSearch({ query: text.value, limit: nextPage, cursor: page.cursor })
      if (isLatest()) answer.value = { ...next, rows: [...page.rows, ...next.rows], exact: page.exact }
    } catch {
      // The loaded rows stay. Reaching the end of the list tries again.
    } finally {
      loading = false
    }
  }
}

/** Opens a customer from the awaited answer: after Enter the first row, after a paste the exact match, or nobody. */
function createAwaitedOpening(open: (uid: CustomerUid) => void) {
  let opens: 'first' | 'exact' | null = null
  function openFrom(page: SearchPage, index: number): void {
    const uid = customerAt(page, index)
    if (uid !== undefined) open(uid)
  }
  return {
    openFrom,
    set: (who: typeof opens): void => void (opens = who),
    onAnswer(page: SearchPage): void {
      if (opens === 'first') openFrom(page, 0)
      else if (opens === 'exact' && page.exact !== null) open(page.exact)
    },
  }
}

export function createCustomerSearch(runSearch: RunSearch, open: (uid: CustomerUid) => void): CustomerSearch {
  const { state, clear: clearState } = createSearchState()
  const { text, answer, answeredText, error, searching } = state
  const active = computed(() => text.value.trim() !== '')
  const latest = useLatest()
  const awaited = createAwaitedOpening(open)
  const queue = createSearchQueue()
  const more = createLoadMore(state, runSearch, latest.join)

  async function run(isLatest: IsLatest): Promise<void> {
    queue.onStarted()
    const query = text.value
    try {
      const page = await runSearch({ query, limit: firstPage })
      if (!isLatest()) return
      answer.value = page
      answeredText.value = query
      error.value = null
      awaited.onAnswer(page)
    } catch (thrown) {
      if (!isLatest()) return
      answer.value = null
      error.value = asDeskError(thrown)
    } finally {
      if (isLatest()) {
        searching.value = false
        awaited.set(null)
      }
      queue.onEnded()
    }
  }

  /** Searches now, or once the search in flight no longer delays it. Only the latest request waits. */
  function request(isUrgent: boolean): void {
    const isLatest = latest.begin()
    searching.value = true
    const start = (): void => {
      if (isLatest()) void run(isLatest)
    }
    if (isUrgent) start()
    else queue.enqueue(start)
  }

  function clear(): void {
    latest.drop()
    awaited.set(null)
    clearState()
  }

  function type(next: string, { pasted } = { pasted: false }): void {
    awaited.set(pasted ? 'exact' : null)
    if (next.trim() === '') {
      clear()
      text.value = next
      return
    }
    text.value = next
    request(pasted)
  }

  function choose(index: number): void {
    if (!active.value) return
    if (searching.value) awaited.set('first')
    else if (answer.value !== null) awaited.openFrom(answer.value, index)
  }

  return {
    ...state,
    active,
    type,
    more,
    repeat: () => void (active.value && request(false)),
    choose,
    openNobody: () => awaited.set(null),
    clear,
  }
}
