/**
 * The sales of a period, page by page. The answer to an earlier request never replaces that of a later one, and all
 * rows are those of one read of the service.
 */
import { computed, ref, shallowRef, watch, type ComputedRef } from 'vue'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { SaleRow } from '#shared/model/operation/sales.ts'
import type { salesInput } from './salesFilter.ts'
import { useLatest } from '../../lib/useLatest.ts'

type Answer = OutputOf<'salesHistory', 'list'>
type Input = ReturnType<typeof salesInput>

interface Sales {
  readonly rows: ComputedRef<readonly SaleRow[]>
  /** Of the latest answer; `null` before the first one. */
  readonly answer: ComputedRef<Omit<Answer, 'rows'> | null>
  readonly loading: ComputedRef<boolean>
  readonly error: ComputedRef<DeskError | null>
  readonly hasMore: ComputedRef<boolean>
  readonly loadMore: () => Promise<void>
  /** Reads the service again, and tries it even if it had no sales history lately. */
  readonly refresh: () => Promise<void>
}

const pageSize = 100

/** `input` is `null` as long as there is nothing to read. */
export function useSales(
  input: () => Input | null,
  list: (input: InputOf<'salesHistory', 'list'>) => Promise<Answer>,
): Sales {
  const rows = shallowRef<readonly SaleRow[]>([])
  const answer = shallowRef<Answer | null>(null)
  const error = shallowRef<DeskError | null>(null)
  const loading = ref(false)
  const latest = useLatest()

  async function read(offset: number, refresh: boolean): Promise<void> {
    const wanted = input()
    if (wanted === null) return
    const isLatest = latest.begin()
    loading.value = true
    try {
      const next = await list({ ...wanted, limit: pageSize, offset, ...(refresh && { refresh }) })
      if (!isLatest()) return
      // A later page of another answer would repeat or leave out sales.
      if (offset > 0 && next.fetchedAt !== answer.value?.fetchedAt) return await read(0, false)
      rows.value = offset === 0 ? next.rows : [...rows.value, ...next.rows]
      answer.value = next
      error.value = null
    } catch (thrown) {
      if (!isLatest()) return
      error.value = asDeskError(thrown)
      // The rows of another period or status would be taken for those that were asked for.
      if (offset === 0 && !refresh) rows.value = []
    } finally {
      if (isLatest()) loading.value = false
    }
  }

  watch(
    () => JSON.stringify(input()),
    () => void read(0, false),
    { immediate: true },
  )

  return {
    rows: computed(() => rows.value),
    answer: computed(() => answer.value),
    loading: computed(() => loading.value),
    error: computed(() => error.value),
    hasMore: computed(() => rows.value.length < (answer.value?.total ?? 0)),
    loadMore: async () => {
      if (!loading.value) await read(rows.value.length, false)
    },
    refresh: () => read(0, true),
  }
}
