/** Operations that haven't ended, whatever the journal's filter: those that need a person, and those that are being sent or asked about. */
import { computed, onScopeDispose, ref, shallowRef, type ComputedRef } from 'vue'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { OperationRow, OperationState } from '#shared/model/operation.ts'
import { merged, type JournalDesk } from './useJournal.ts'

export interface OpenOperations {
  /** The oldest first: it waits the longest. */
  readonly needsPerson: ComputedRef<readonly OperationRow[]>
  /** Sent, or not known yet; the newest first. */
  readonly underWay: ComputedRef<readonly OperationRow[]>
  /** Whether it has been asked once, however that ended. */
  readonly asked: ComputedRef<boolean>
  readonly error: ComputedRef<DeskError | null>
  readonly reload: () => Promise<void>
}

const openStates: readonly OperationState[] = ['NEEDS_HUMAN', 'UNKNOWN', 'SENDING']
const mostShown = 500
const isOpen = (row: OperationRow): boolean => openStates.includes(row.state)

export function useOpenOperations(desk: JournalDesk): OpenOperations {
  const known = shallowRef<readonly OperationRow[]>([])
  const error = shallowRef<DeskError | null>(null)
  const loading = ref(false)
  const asked = ref(false)
  let pushed: readonly OperationRow[] = []

  async function reload(): Promise<void> {
    if (loading.value) return
    loading.value = true
    pushed = []
    try {
      const pages = await Promise.all(openStates.map((state) => desk.list({ state, limit: mostShown })))
      known.value = merged(...pages.map((page) => page.rows), pushed).filter(isOpen)
      error.value = null
    } catch (thrown) {
      error.value = asDeskError(thrown)
    } finally {
      loading.value = false
      asked.value = true
    }
  }

  onScopeDispose(
    desk.on('operation.changed', (row) => {
      if (loading.value) pushed = [...pushed, row]
      known.value = merged(known.value, [row]).filter(isOpen)
    }),
  )
  void reload()

  return {
    needsPerson: computed(() => known.value.filter(({ state }) => state === 'NEEDS_HUMAN').toReversed()),
    underWay: computed(() => known.value.filter(({ state }) => state === 'UNKNOWN' || state === 'SENDING')),
    asked: computed(() => asked.value),
    error: computed(() => error.value),
    reload,
  }
}
