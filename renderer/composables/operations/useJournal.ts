/**
 * The journal for a page: what waits for a person first, then everything by time, page by page.
 * Pushed rows replace those shown; an answer to an earlier filter never replaces a later one's.
 */
import { computed, onScopeDispose, ref, shallowRef, watch, type ComputedRef } from 'vue'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { EventName } from '#shared/contract-names.ts'
import type { Events, InputOf, OutputOf } from '#shared/contract.ts'
import type { OperationKind, OperationRow, OperationState } from '#shared/model/operation.ts'

export interface JournalDesk {
  readonly list: (input: InputOf<'operations', 'list'>) => Promise<OutputOf<'operations', 'list'>>
  readonly on: <E extends EventName>(event: E, listener: (payload: Events[E]) => void) => () => void
}

export interface JournalFilter {
  readonly state: OperationState | null
  readonly kind: OperationKind | null
}

export interface Journal {
  /** UNKNOWN and NEEDS_HUMAN first, then by time; those of the filter alone. */
  readonly rows: ComputedRef<readonly OperationRow[]>
  /** How many rows at the head of `rows` wait for a person. */
  readonly waiting: ComputedRef<number>
  readonly total: ComputedRef<number>
  readonly loading: ComputedRef<boolean>
  readonly hasMore: ComputedRef<boolean>
  readonly error: ComputedRef<DeskError | null>
  readonly loadMore: () => Promise<void>
  readonly reload: () => Promise<void>
}

export const waitingStates: readonly OperationState[] = ['NEEDS_HUMAN', 'UNKNOWN']
const pageSize = 100

export const waitsForPerson = (row: OperationRow): boolean => waitingStates.includes(row.state)

function matches(row: OperationRow, filter: JournalFilter): boolean {
  return (filter.state === null || row.state === filter.state) && (filter.kind === null || row.kind === filter.kind)
}

/** Each id once, the later version of it; newest operation first. */
function merged(...lists: readonly (readonly OperationRow[])[]): readonly OperationRow[] {
  const byId = new Map<string, OperationRow>()
  for (const row of lists.flat()) {
    const old = byId.get(row.id)
    if (old === undefined || old.updatedAt <= row.updatedAt) byId.set(row.id, row)
  }
  return [...byId.values()].toSorted((a, b) => b.id.localeCompare(a.id))
}

export function useJournal(filter: () => JournalFilter, desk: JournalDesk): Journal {
  const known = shallowRef<readonly OperationRow[]>([])
  const cursor = ref<string | undefined>()
  const total = ref(0)
  const loading = ref(true)
  const error = shallowRef<DeskError | null>(null)
  let turn = 0
  /** Rows pushed while a page is under way: they are later than what it will say. */
  let pushed: readonly OperationRow[] = []

  const ask = (state: OperationState | null, from?: string): Promise<OutputOf<'operations', 'list'>> => {
    const { kind } = filter()
    return desk.list({
      limit: pageSize,
      ...(state === null ? {} : { state }),
      ...(kind === null ? {} : { kind }),
      ...(from === undefined ? {} : { cursor: from }),
    })
  }

  async function load(): Promise<void> {
    const mine = ++turn
    loading.value = true
    pushed = []
    const { state } = filter()
    try {
      const [page, ...waiting] = await Promise.all([ask(state), ...(state === null ? waitingStates.map((each) => ask(each)) : [])])
      if (mine !== turn) return
      known.value = merged(page.rows, ...waiting.map((answer) => answer.rows), pushed)
      cursor.value = page.cursor
      total.value = page.total
      error.value = null
    } catch (thrown) {
      if (mine === turn) error.value = asDeskError(thrown)
    } finally {
      if (mine === turn) loading.value = false
    }
  }

  async function loadMore(): Promise<void> {
    if (loading.value || cursor.value === undefined) return
    const mine = turn
    loading.value = true
    try {
      const page = await ask(filter().state, cursor.value)
      if (mine !== turn) return
      known.value = merged(known.value, page.rows)
      cursor.value = page.cursor
      total.value = page.total
    } catch (thrown) {
      if (mine === turn) error.value = asDeskError(thrown)
    } finally {
      if (mine === turn) loading.value = false
    }
  }

  function note(row: OperationRow): void {
    const shown = known.value.some((other) => other.id === row.id)
    if (!shown && !matches(row, filter())) return
    if (!shown) total.value += 1
    if (loading.value) pushed = [...pushed, row]
    known.value = merged(known.value, [row])
  }

  onScopeDispose(desk.on('operation.changed', note))
  watch(filter, () => void load(), { immediate: true, deep: true })

  const visible = computed(() => known.value.filter((row) => matches(row, filter())))
  const waiting = computed(() => visible.value.filter(waitsForPerson))
  return {
    rows: computed(() => [...waiting.value, ...visible.value.filter((row) => !waitsForPerson(row))]),
    waiting: computed(() => waiting.value.length),
    total: computed(() => total.value),
    loading: computed(() => loading.value),
    hasMore: computed(() => cursor.value !== undefined),
    error: computed(() => error.value),
    loadMore,
    reload: load,
  }
}
