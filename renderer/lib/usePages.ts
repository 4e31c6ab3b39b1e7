/**
 * Rows that the main process returns page by page, newest first, and pushes as they change. Pushed rows replace those
 * that are shown. The answer to an earlier request never replaces that of a later one.
 */
import { computed, onScopeDispose, ref, shallowRef, watch, type ComputedRef } from 'vue'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { EventName, Events } from '#shared/contract.ts'
import { useLatest, type IsLatest } from './useLatest.ts'

export type OnEvent = <E extends EventName>(event: E, listener: (payload: Events[E]) => void) => () => void

export interface Pages<Row> {
  readonly rows: ComputedRef<readonly Row[]>
  readonly total: ComputedRef<number>
  readonly loading: ComputedRef<boolean>
  readonly hasMore: ComputedRef<boolean>
  readonly error: ComputedRef<DeskError | null>
  readonly loadMore: () => Promise<void>
  readonly reload: () => Promise<void>
}

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  readonly cursor?: string | undefined
}

interface PagesOptions<Row, Query> {
  /** Selects the rows. A change loads them again. */
  readonly query: () => Query
  readonly belongs: (row: Row, query: Query) => boolean
  /** `cursor` is that of the previous page, and is absent for the first one. */
  readonly fetchPage: (query: Query, cursor: { readonly cursor?: string }) => Promise<Page<Row>>
  /**
   * Merges lists: one row for each id, its latest version, newest first. Of two versions that are equally late, that of
   * the later list counts.
   */
  readonly merge: (...lists: readonly (readonly Row[])[]) => readonly Row[]
  readonly subscribe: (update: (row: Row) => void) => () => void
}

export function usePages<Row extends { readonly id: string }, Query>({
  query,
  belongs,
  fetchPage,
  merge,
  subscribe,
}: PagesOptions<Row, Query>): Pages<Row> {
  const known = shallowRef<readonly Row[]>([])
  const cursor = ref<string | undefined>()
  const total = ref(0)
  const loading = ref(true)
  const error = shallowRef<DeskError | null>(null)
  const rows = computed(() => known.value.filter((row) => belongs(row, query())))
  const latest = useLatest()
  /** Rows that were pushed while a page was loading. They are later than the content of that page. */
  let pushed: readonly Row[] = []

  async function read(isLatest: IsLatest, from: string | undefined): Promise<void> {
    loading.value = true
    pushed = []
    try {
      const page = await fetchPage(query(), from === undefined ? {} : { cursor: from })
      if (!isLatest()) return
      known.value = merge(from === undefined ? [] : known.value, page.rows, pushed)
      cursor.value = page.cursor
      total.value = Math.max(page.total, rows.value.length)
      error.value = null
    } catch (thrown) {
      if (isLatest()) error.value = asDeskError(thrown)
    } finally {
      if (isLatest()) loading.value = false
    }
  }

  const reload = (): Promise<void> => read(latest.begin(), undefined)

  async function loadMore(): Promise<void> {
    if (!loading.value && cursor.value !== undefined) await read(latest.join(), cursor.value)
  }

  /** Whether the row belongs to a page that has not been loaded yet and will contain it. */
  function isOnLaterPage(row: Row): boolean {
    const last = known.value.at(-1)
    return cursor.value !== undefined && last !== undefined && row.id < last.id
  }

  function update(row: Row): void {
    const isIn = belongs(row, query())
    const old = known.value.find(({ id }) => id === row.id)
    const wasIn = old !== undefined && belongs(old, query())
    if (old === undefined && (!isIn || isOnLaterPage(row))) return
    total.value += Number(isIn) - Number(wasIn)
    if (loading.value) pushed = [...pushed, row]
    known.value = merge(known.value, [row])
  }

  onScopeDispose(subscribe(update))
  watch(query, () => void reload(), { immediate: true })

  return {
    rows,
    total: computed(() => total.value),
    loading: computed(() => loading.value),
    hasMore: computed(() => cursor.value !== undefined),
    error: computed(() => error.value),
    loadMore,
    reload,
  }
}
