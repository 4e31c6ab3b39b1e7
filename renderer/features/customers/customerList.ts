/**
 * All customers of the directory, page by page. While the directory is syncing, the first page is loaded again at most
 * once a second. The answer to an earlier request never replaces that of a later one.
 */
import { ref, shallowRef, type Ref } from 'vue'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { CustomerRow } from '#shared/model/views.ts'

export type FetchList = (input: InputOf<'customers', 'list'>) => Promise<OutputOf<'customers', 'list'>>

export interface CustomerList {
  readonly rows: Readonly<Ref<readonly CustomerRow[]>>
  /** The number of customers in the directory, or `null` before the first answer. */
  readonly total: Readonly<Ref<number | null>>
  readonly hasMore: Readonly<Ref<boolean>>
  readonly error: Readonly<Ref<DeskError | null>>
  readonly more: () => Promise<void>
  /** Loads the first page unless it has been loaded. */
  readonly loadOnce: () => Promise<void>
  /** Loads the list from its start, with as many rows as are shown now. */
  readonly reload: () => Promise<void>
  /** Discards everything, because another connection was opened. */
  readonly reset: () => void
}

/** More rows than a screen shows, and no more, because the window waits for them. */
export const firstPage = 50
const nextPage = 200
const maxAtOnce = 500

export function createCustomerList(fetchPage: FetchList): CustomerList {
  const rows = shallowRef<readonly CustomerRow[]>([])
  const total = ref<number | null>(null)
  const hasMore = ref(false)
  const error = shallowRef<DeskError | null>(null)
  let cursor: string | undefined
  let latestRequestId = 0
  let loadingMore = false
  let loaded = false

  function take(page: OutputOf<'customers', 'list'>, before: readonly CustomerRow[]): void {
    rows.value = [...before, ...page.rows]
    total.value = page.total
    cursor = page.cursor
    hasMore.value = cursor !== undefined
    error.value = null
  }

  async function reload(): Promise<void> {
    const requestId = ++latestRequestId
    loaded = true
    try {
      const limit = Math.min(maxAtOnce, Math.max(firstPage, rows.value.length))
      const page = await fetchPage({ limit })
      if (requestId === latestRequestId) take(page, [])
    } catch (thrown) {
      if (requestId === latestRequestId) error.value = asDeskError(thrown)
    }
  }

  async function more(): Promise<void> {
    if (cursor === undefined || loadingMore) return
    const requestId = latestRequestId
    loadingMore = true
    try {
      const page = await fetchPage({ limit: nextPage, cursor })
      if (requestId === latestRequestId) take(page, rows.value)
    } catch (thrown) {
      if (requestId === latestRequestId) error.value = asDeskError(thrown)
    } finally {
      loadingMore = false
    }
  }

  function reset(): void {
    latestRequestId += 1
    loaded = false
    rows.value = []
    total.value = null
    cursor = undefined
    hasMore.value = false
    error.value = null
  }

  return { rows, total, hasMore, error, more, loadOnce: () => (loaded ? Promise.resolve() : reload()), reload, reset }
}
