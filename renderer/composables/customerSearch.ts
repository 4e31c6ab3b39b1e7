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
export type AskSearch = (input: InputOf<'customers', 'search'>) => Promise<SearchPage>

export interface CustomerSearch {
  readonly text: Readonly<Ref<string>>
  /** Whether there is anything to search for. */
  readonly active: ComputedRef<boolean>
  /** The rows and the source of the latest answer, or `null` before the first one. */
  readonly answer: Readonly<Ref<SearchPage | null>>
  /** The text that `answer` belongs to. */
  readonly answered: Readonly<Ref<string>>
  readonly error: Readonly<Ref<DeskError | null>>
  readonly searching: Readonly<Ref<boolean>>
  readonly type: (text: string, options?: { readonly pasted: boolean }) => void
  readonly more: () => Promise<void>
  readonly again: () => void
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
const holdMs = 120

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

export function createCustomerSearch(ask: AskSearch, open: (uid: CustomerUid) => void): CustomerSearch {
  const text = ref('')
  const answer = shallowRef<SearchPage | null>(null)
  const answered = ref('')
  const error = shallowRef<DeskError | null>(null)
  const searching = ref(false)
  const active = computed(() => text.value.trim() !== '')
  let turn = 0
  let openWhenAnswered = false
  let adding = false
  let underWay = 0
  let waiting: (() => void) | null = null

  function openFrom(page: SearchPage, index: number): void {
    const chosen: CustomerRow | undefined = page.rows[index] ?? page.rows[0]
    const uid = index <= 0 ? (page.exact ?? chosen?.uid) : chosen?.uid
    if (uid !== undefined) open(uid)
  }

  async function run(mine: number, pasted: boolean): Promise<void> {
    underWay += 1
    const query = text.value
    try {
      const page = await ask({ query, limit: firstPage })
      if (mine !== turn) return
      answer.value = page
      answered.value = query
      error.value = null
      if (openWhenAnswered) openFrom(page, 0)
      else if (pasted && page.exact !== null) open(page.exact)
    } catch (thrown) {
      if (mine !== turn) return
      answer.value = null
      error.value = asDeskError(thrown)
    } finally {
      underWay -= 1
      if (mine === turn) searching.value = openWhenAnswered = false
      else waiting?.()
    }
  }

  /** Searches now, or once the search in flight no longer delays it. Only the latest request waits. */
  function request(pasted: boolean): void {
    const mine = ++turn
    searching.value = true
    if (underWay === 0 || pasted) {
      void run(mine, pasted)
      return
    }
    const goOn = (): void => {
      clearTimeout(timer)
      if (waiting === goOn) waiting = null
      if (mine === turn) void run(mine, pasted)
    }
    const timer = setTimeout(goOn, holdMs)
    waiting = goOn
  }

  function clear(): void {
    turn += 1
    text.value = ''
    answer.value = null
    answered.value = ''
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
    if (page?.cursor === undefined || searching.value || adding) return
    const mine = turn
    adding = true
    try {
      const next = await ask({ query: text.value, limit: nextPage, cursor: page.cursor })
      if (mine === turn) answer.value = { ...next, rows: [...page.rows, ...next.rows], exact: page.exact }
    } catch {
      // The loaded rows stay. Reaching the end of the list tries again.
    } finally {
      adding = false
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
    answered,
    error,
    searching,
    type,
    more,
    again: () => void (active.value && request(false)),
    choose,
    clear,
  }
}
