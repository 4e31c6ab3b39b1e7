/**
 * Finding a customer while typing: a key asks at once, or, while a question is under way, as soon as that one is answered
 * or takes long, so that questions never queue up behind each other. An answer to an earlier text never replaces a later one's.
 *
 * Rows of the text before stay until the new ones are there, so that nothing flickers. Enter pressed before the answer is
 * there (scanners do that) opens the first row when it comes; a pasted identifier that names one customer opens by itself.
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
  /** Rows and source of the last answer; null before the first. */
  readonly answer: Readonly<Ref<SearchPage | null>>
  /** The text that `answer` belongs to. */
  readonly answered: Readonly<Ref<string>>
  readonly error: Readonly<Ref<DeskError | null>>
  readonly searching: Readonly<Ref<boolean>>
  readonly type: (text: string, options?: { readonly pasted: boolean }) => void
  readonly more: () => Promise<void>
  readonly again: () => void
  /** Opens a row of the present text: `index`, or the first; waits for the answer if it isn't there yet. */
  readonly choose: (index: number) => void
  readonly clear: () => void
}

export const firstPage = 30
const nextPage = 100
/** Milliseconds after which a question under way holds the next one up no longer: the service may be asked for it. */
const holdMs = 120

/** How much text came in at once: more than a few characters is a paste or a program's doing. */
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

  /** Asks now, or when the question under way is out of the way; only the latest waits. */
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
      // The rows there are stay; reaching the end again asks again.
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
