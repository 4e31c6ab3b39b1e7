/** One operation with its transitions. It is loaded again whenever the journal reports a change. */
import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { OperationDetail } from '#shared/model/operation/operation.ts'
import { desk, onDeskEvent } from '../../lib/desk.ts'
import { useLatest } from '../../lib/useLatest.ts'

export function useOperation(id: () => string): {
  readonly detail: Readonly<ShallowRef<OperationDetail | null>>
  readonly error: Readonly<ShallowRef<DeskError | null>>
  readonly reload: () => Promise<void>
} {
  const detail = shallowRef<OperationDetail | null>(null)
  const error = shallowRef<DeskError | null>(null)
  const latest = useLatest()

  async function reload(): Promise<void> {
    const isLatest = latest.begin()
    try {
      const answer = await desk.operations.get({ id: id() })
      if (!isLatest()) return
      detail.value = answer
      error.value = null
    } catch (thrown) {
      if (isLatest()) error.value = asDeskError(thrown)
    }
  }

  onScopeDispose(
    onDeskEvent('operation.changed', (row) => {
      if (row.id === id()) void reload()
    }),
  )
  watch(
    id,
    () => {
      detail.value = null
      error.value = null
      void reload()
    },
    { immediate: true },
  )
  return { detail, error, reload }
}
