/**
 * The operations that haven't ended, independent of the journal's filter: those that need a person, and those that are
 * being sent or checked. The few that the page shows are loaded first and the rest after they are shown.
 */
import { computed, onScopeDispose, ref, shallowRef, type ComputedRef } from 'vue'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { OperationOrder, OperationRow, OperationState } from '#shared/model/operation/operation.ts'
import { openStates } from '#shared/model/operation/operationStates.ts'
import { afterPaint } from '../../lib/afterPaint.ts'
import { merge, type JournalDesk } from './useJournal.ts'

/** Operations with the same treatment, in the order in which they are shown. */
export interface Unresolved {
  readonly rows: readonly OperationRow[]
  /** The total, including operations that haven't been loaded yet. */
  readonly count: number
}

interface OpenOperations {
  /** The oldest first, because it has waited longest. */
  readonly needsPerson: ComputedRef<Unresolved>
  /** Sent or unknown operations, newest first. */
  readonly underWay: ComputedRef<Unresolved>
  /** Whether the first request has ended, successfully or not. */
  readonly loaded: ComputedRef<boolean>
  readonly error: ComputedRef<DeskError | null>
  readonly reload: () => Promise<void>
}

/**
 * The listed states in the order in which they are shown, so that what is seen first is requested first. An intent that
 * is not being sent yet is not listed, because it lasts only while the desk fetches a token.
 */
const listedStates = openStates.toReversed().filter((state) => state !== 'INTENT')
const underWayStates = listedStates.filter((state) => state !== 'NEEDS_HUMAN')
const orderOf = (state: OperationState): OperationOrder => (state === 'NEEDS_HUMAN' ? 'oldest' : 'newest')
const initialLimit = 3
const maxLoaded = 500
const isListed = (row: OperationRow): boolean => listedStates.some((state) => state === row.state)

export function useOpenOperations(desk: JournalDesk): OpenOperations {
  const known = shallowRef<readonly OperationRow[]>([])
  /** The number of operations in a state of which not all have been loaded. */
  const counts = shallowRef<ReadonlyMap<OperationState, number>>(new Map())
  const error = shallowRef<DeskError | null>(null)
  const loading = ref(false)
  const loaded = ref(false)
  let pushed: readonly OperationRow[] = []
  let disposed = false

  async function read(states: readonly OperationState[], limit: number): Promise<readonly OperationState[]> {
    const pages = await Promise.all(
      states.map(async (state) => ({ state, ...(await desk.list({ state, order: orderOf(state), limit })) })),
    )
    const others = known.value.filter(({ state }) => !states.some((each) => each === state))
    known.value = merge(others, ...pages.map(({ rows }) => rows), pushed).filter(isListed)
    const partial = pages.filter(({ rows, total }) => total > rows.length)
    counts.value = new Map(partial.map(({ state, total }) => [state, total]))
    return partial.map(({ state }) => state)
  }

  async function reload(): Promise<void> {
    if (loading.value) return
    loading.value = true
    pushed = []
    try {
      const partial = await read(listedStates, initialLimit)
      loaded.value = true
      if (partial.length > 0) await afterPaint()
      if (partial.length > 0 && !disposed) await read(partial, maxLoaded)
      error.value = null
    } catch (thrown) {
      error.value = asDeskError(thrown)
    } finally {
      loading.value = false
      loaded.value = true
    }
  }

  const stop = desk.on('operation.changed', (row) => {
    if (loading.value) pushed = [...pushed, row]
    const before = known.value.find(({ id }) => id === row.id)?.state
    const counted = before === undefined ? undefined : counts.value.get(before)
    if (before !== undefined && counted !== undefined && before !== row.state)
      counts.value = new Map([...counts.value, [before, counted - 1]])
    known.value = merge(known.value, [row]).filter(isListed)
  })
  onScopeDispose(() => {
    disposed = true
    stop()
  })
  void reload()

  function unresolved(
    states: readonly OperationState[],
    sort: (rows: readonly OperationRow[]) => readonly OperationRow[],
  ): ComputedRef<Unresolved> {
    return computed(() => {
      const rows = sort(known.value.filter(({ state }) => states.some((each) => each === state)))
      const counted = states.reduce(
        (sum, state) => sum + Math.max(counts.value.get(state) ?? 0, rows.filter((row) => row.state === state).length),
        0,
      )
      return { rows, count: counted }
    })
  }

  return {
    needsPerson: unresolved(['NEEDS_HUMAN'], (rows) => rows.toReversed()),
    underWay: unresolved(underWayStates, (rows) => rows),
    loaded: computed(() => loaded.value),
    error: computed(() => error.value),
    reload,
  }
}
