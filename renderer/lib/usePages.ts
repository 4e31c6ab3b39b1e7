/**
 * Rows that the main process returns page by page, newest first. The answer to an earlier request never replaces that
 * of a later one.
 */
import { computed, onScopeDispose, ref, shallowRef, watch, type ComputedRef } from 'vue'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { EventName, Events } from '#shared/contract.ts'
import { useLatest, type IsLatest } from './useLatest.ts'

export type OnEvent = <E extends EventName>(event: E, listener: (payload: Events[E]) => void) => () => void

/** Of the previous page, and absent for the first one. */
interface From {
  readonly cursor?: string
}

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly cursor?: string | undefined
}

export interface PageReads<Row> {
  readonly rows: ComputedRef<readonly Row[]>
  readonly loading: ComputedRef<boolean>
  readonly hasMore: ComputedRef<boolean>
  readonly error: ComputedRef<DeskError | null>
  readonly loadMore: () => Promise<void>
  readonly reload: () => Promise<void>
}

/** @param take adds a page to the rows before it, which are none for the first page */
export function usePageReads<Row, Answer extends Page<Row>>(
  fetchPage: (from: From) => Promise<Answer>,
  take: (before: readonly Row[], page: Answer) => readonly Row[],
) {
  const rows = shallowRef<readonly Row[]>([])
  const cursor = ref<string | undefined>()
  const loading = ref(true)
  const error = shallowRef<DeskError | null>(null)
  const latest = useLatest()

  async function read(isLatest: IsLatest, from: From): Promise<void> {
    loading.value = true
    try {
      const page = await fetchPage(from)
      if (!isLatest()) return
      rows.value = take(from.cursor === undefined ? [] : rows.value, page)
      cursor.value = page.cursor
      error.value = null
    } catch (thrown) {
      if (isLatest()) error.value = asDeskError(thrown)
    } finally {
      if (isLatest()) loading.value = false
    }
  }
  return {
    rows,
    loading: computed(() => loading.value),
    hasMore: computed(() => cursor.value !== undefined),
    error: computed(() => error.value),
    reload: () => read(latest.begin(), {}),
    async loadMore(): Promise<void> {
      if (!loading.value && cursor.value !== undefined) await read(latest.join(), { cursor: cursor.value })
    },
  }
}

export interface Pages<Row> extends PageReads<Row> {
  readonly total: ComputedRef<number>
}

interface PagesOptions<Row, Query> {
  /** Selects the rows. A change loads them again. */
  readonly query: () => Query
  readonly belongs: (row: Row, query: Query) => boolean
  readonly fetchPage: (query: Query, from: From) => Promise<Page<Row> & { readonly total: number }>
  /**
   * Merges lists: one row for each id, its latest version, newest first. Of two versions that are equally late, that of
   * the later list counts.
   */
  readonly merge: (...lists: readonly (readonly Row[])[]) => readonly Row[]
  readonly subscribe: (update: (row: Row) => void) => () => void
}

/** Also shows what the main process pushes as it changes: pushed rows replace those that are shown. */
export function usePages<Row extends { readonly id: string }, Query>({
  query,
  belongs,
  fetchPage,
  merge,
  subscribe,
}: PagesOptions<Row, Query>): Pages<Row> {
  const total = ref(0)
  /** Rows that were pushed while a page was loading. They are later than the content of that page. */
  let pushed: readonly Row[] = []
  const isIn = (row: Row): boolean => belongs(row, query())
  const {
    rows: known,
    loading,
    hasMore,
    error,
    reload,
    loadMore,
  } = usePageReads<Row, Page<Row> & { readonly total: number }>(
    (from) => {
      pushed = []
      return fetchPage(query(), from)
    },
    (before, page) => {
      const merged = merge(before, page.rows, pushed)
      total.value = Math.max(page.total, merged.filter(isIn).length)
      return merged
    },
  )

  /** Whether the row belongs to a page that has not been loaded yet and will contain it. */
  function isOnLaterPage(row: Row): boolean {
    const last = known.value.at(-1)
    return hasMore.value && last !== undefined && row.id < last.id
  }

  function update(row: Row): void {
    const old = known.value.find(({ id }) => id === row.id)
    if (old === undefined && (!isIn(row) || isOnLaterPage(row))) return
    total.value += Number(isIn(row)) - Number(old !== undefined && isIn(old))
    if (loading.value) pushed = [...pushed, row]
    known.value = merge(known.value, [row])
  }

  onScopeDispose(subscribe(update))
  watch(query, () => void reload(), { immediate: true })

  const rows = computed(() => known.value.filter(isIn))
  return { rows, total: computed(() => total.value), loading, hasMore, error, loadMore, reload }
}
