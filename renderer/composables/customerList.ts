/**
 * All customers of the directory, page by page. While the list is being synced the first page is read again, at most once
 * a second; an answer to an earlier reading never replaces a later one's.
 */
import { ref, shallowRef, type Ref } from 'vue'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { CustomerRow } from '#shared/model/views.ts'

export type AskList = (input: InputOf<'customers', 'list'>) => Promise<OutputOf<'customers', 'list'>>

export interface CustomerList {
  readonly rows: Readonly<Ref<readonly CustomerRow[]>>
  /** Customers in the directory; null before the first answer. */
  readonly total: Readonly<Ref<number | null>>
  readonly hasMore: Readonly<Ref<boolean>>
  readonly error: Readonly<Ref<DeskError | null>>
  readonly more: () => Promise<void>
  /** Reads the first page, if nobody has yet. */
  readonly begin: () => Promise<void>
  /** Reads from the start, as many rows as are shown now. */
  readonly reload: () => Promise<void>
  /** Another connection: nothing of this one may stay. */
  readonly forget: () => void
}

/** More than a screen shows, and no more: the window waits for it. */
export const firstPage = 50
const nextPage = 200
const maxAtOnce = 500

export function createCustomerList(ask: AskList): CustomerList {
  const rows = shallowRef<readonly CustomerRow[]>([])
  const total = ref<number | null>(null)
  const hasMore = ref(false)
  const error = shallowRef<DeskError | null>(null)
  let cursor: string | undefined
  let turn = 0
  let adding = false
  let begun = false

  function take(page: OutputOf<'customers', 'list'>, before: readonly CustomerRow[]): void {
    rows.value = [...before, ...page.rows]
    total.value = page.total
    cursor = page.cursor
    hasMore.value = cursor !== undefined
    error.value = null
  }

  async function reload(): Promise<void> {
    const mine = ++turn
    begun = true
    try {
      const limit = Math.min(maxAtOnce, Math.max(firstPage, rows.value.length))
      const page = await ask({ limit })
      if (mine === turn) take(page, [])
    } catch (thrown) {
      if (mine === turn) error.value = asDeskError(thrown)
    }
  }

  async function more(): Promise<void> {
    if (cursor === undefined || adding) return
    const mine = turn
    adding = true
    try {
      const page = await ask({ limit: nextPage, cursor })
      if (mine === turn) take(page, rows.value)
    } catch (thrown) {
      if (mine === turn) error.value = asDeskError(thrown)
    } finally {
      adding = false
    }
  }

  function forget(): void {
    turn += 1
    begun = false
    rows.value = []
    total.value = null
    cursor = undefined
    hasMore.value = false
    error.value = null
  }

  return { rows, total, hasMore, error, more, begin: () => (begun ? Promise.resolve() : reload()), reload, forget }
}
