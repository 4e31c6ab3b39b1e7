/**
 * The journal for a page: the rows of a filter by time, the newest first, page by page. Pushed rows replace those shown; an
 * answer to an earlier filter never replaces a later one's.
 */
import { computed, onScopeDispose, ref, shallowRef, watch, type ComputedRef } from 'vue'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { EventName } from '#shared/contract-names.ts'
import type { Events, InputOf, OutputOf } from '#shared/contract.ts'
import type { OperationFilter, OperationRow, OperationState } from '#shared/model/operation.ts'
import { matches } from './journalFilter.ts'

export interface JournalDesk {
  readonly list: (input: InputOf<'operations', 'list'>) => Promise<OutputOf<'operations', 'list'>>
  readonly on: <E extends EventName>(event: E, listener: (payload: Events[E]) => void) => () => void
}

export interface Journal {
  readonly rows: ComputedRef<readonly OperationRow[]>
  readonly total: ComputedRef<number>
  readonly loading: ComputedRef<boolean>
  readonly hasMore: ComputedRef<boolean>
  readonly error: ComputedRef<DeskError | null>
  readonly loadMore: () => Promise<void>
  readonly reload: () => Promise<void>
}

const waitingStates: readonly OperationState[] = ['NEEDS_HUMAN', 'UNKNOWN']
/** Of the first page, which somebody waits for: more than a window shows. */
const firstPageSize = 30
const pageSize = 100

/** Nobody knows yet how it ended: it can be looked at again, and a person can say it. */
export const waitsForPerson = (row: OperationRow): boolean => waitingStates.includes(row.state)

/** Each id once, the later version of it; newest operation first. */
export function merged(...lists: readonly (readonly OperationRow[])[]): readonly OperationRow[] {
  const byId = new Map<string, OperationRow>()
  for (const row of lists.flat()) {
    const old = byId.get(row.id)
    if (old === undefined || old.updatedAt <= row.updatedAt) byId.set(row.id, row)
  }
  return [...byId.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1))
}

export function useJournal(filter: () => OperationFilter, desk: JournalDesk): Journal {
  const known = shallowRef<readonly OperationRow[]>([])
  const cursor = ref<string | undefined>()
  const total = ref(0)
  const loading = ref(true)
  const error = shallowRef<DeskError | null>(null)
  let turn = 0
  /** Rows pushed while a page is under way: they are later than what it will say. */
  let pushed: readonly OperationRow[] = []

  async function ask(mine: number, from: string | undefined): Promise<void> {
    loading.value = true
    try {
      const page = await desk.list({ ...filter(), ...(from === undefined ? { limit: firstPageSize } : { limit: pageSize, cursor: from }) })
      if (mine !== turn) return
      known.value = merged(from === undefined ? [] : known.value, page.rows, pushed)
      cursor.value = page.cursor
      total.value = page.total
      error.value = null
    } catch (thrown) {
      if (mine === turn) error.value = asDeskError(thrown)
    } finally {
      if (mine === turn) loading.value = false
    }
  }

  function load(): Promise<void> {
    pushed = []
    return ask(++turn, undefined)
  }

  async function loadMore(): Promise<void> {
    if (!loading.value && cursor.value !== undefined) await ask(turn, cursor.value)
  }

  /** Its page has not been read yet, and will have it. */
  function isFurtherDown(row: OperationRow): boolean {
    const last = known.value.at(-1)
    return cursor.value !== undefined && last !== undefined && row.id < last.id
  }

  function note(row: OperationRow): void {
    const belongs = matches(row, filter())
    const old = known.value.find((other) => other.id === row.id)
    const belonged = old !== undefined && matches(old, filter())
    if (old === undefined && (!belongs || isFurtherDown(row))) return
    total.value += Number(belongs) - Number(belonged)
    if (loading.value) pushed = [...pushed, row]
    known.value = merged(known.value, [row])
  }

  onScopeDispose(desk.on('operation.changed', note))
  watch(filter, () => void load(), { immediate: true })

  return {
    rows: computed(() => known.value.filter((row) => matches(row, filter()))),
    total: computed(() => total.value),
    loading: computed(() => loading.value),
    hasMore: computed(() => cursor.value !== undefined),
    error: computed(() => error.value),
    loadMore,
    reload: load,
  }
}
