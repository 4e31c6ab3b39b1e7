/** One operation with its transitions. It is loaded again whenever the journal reports a change. */
import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import { asDeskError, type DeskError } from '#shared/errors.ts'
import type { OperationDetail } from '#shared/model/operation/operation.ts'
import { desk, onDeskEvent } from '../../lib/desk.ts'

export function useOperation(id: () => string): {
  readonly detail: Readonly<ShallowRef<OperationDetail | null>>
  readonly error: Readonly<ShallowRef<DeskError | null>>
  readonly reload: () => Promise<void>
} {
  const detail = shallowRef<OperationDetail | null>(null)
  const error = shallowRef<DeskError | null>(null)
  let latestRequestId = 0

  async function reload(): Promise<void> {
    const requestId = ++latestRequestId
    try {
      const answer = await desk.operations.get({ id: id() })
      if (requestId !== latestRequestId) return
      detail.value = answer
      error.value = null
    } catch (thrown) {
      if (requestId === latestRequestId) error.value = asDeskError(thrown)
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
