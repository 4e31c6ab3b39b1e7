/**
 * The number of operations that need a person, on every connection. It is shown on every page, because an operation
 * that nobody looks at stays unresolved.
 */
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import { isTerminal } from '#shared/model/operation/operationStates.ts'
import { desk, onDeskEvent } from '../../lib/desk.ts'
import { useLatest } from '../../lib/useLatest.ts'

export const useNeedsYou = defineStore('needsYou', () => {
  const count = ref(0)
  /** The count at which the notice was dismissed. A higher one shows it again. */
  const dismissedAt = ref(0)
  const latest = useLatest()

  async function load(): Promise<void> {
    const isLatest = latest.begin()
    const { total } = await desk.operations.list({ state: 'NEEDS_HUMAN', limit: 1 })
    if (!isLatest()) return
    count.value = total
    dismissedAt.value = Math.min(dismissedAt.value, total)
  }

  /** Only these states begin or end the need of a person. */
  const changesCount = ({ state }: OperationRow): boolean => state === 'NEEDS_HUMAN' || isTerminal(state)
  onDeskEvent('operation.changed', (row) => {
    if (changesCount(row)) load().catch(() => undefined)
  })

  return {
    count,
    noticed: computed(() => count.value > dismissedAt.value),
    dismiss: (): void => void (dismissedAt.value = count.value),
    load,
  }
})
