/**
 * Updates of the program as the main process reports them. While the phase is `off`, the window does not mention
 * updates.
 */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { UpdateState } from '#shared/model/updates.ts'
import { desk, onDeskEvent } from '../../lib/desk.ts'
import { pushedValue } from '../../lib/pushedValue.ts'

export const useUpdates = defineStore('updates', () => {
  const state = shallowRef<UpdateState>({ phase: 'off' })
  const { push, load: take } = pushedValue<UpdateState>((next) => void (state.value = next))
  onDeskEvent('updates.changed', push)
  // Whether an update may be installed depends on the operations.
  onDeskEvent('operation.changed', () => {
    if (state.value.phase === 'ready') load().catch(() => undefined)
  })

  const load = (): Promise<void> => take(() => desk.updates.state())

  return {
    state,
    isOff: computed(() => state.value.phase === 'off'),
    load,
    check: (): Promise<void> => take(() => desk.updates.check()),
    download: (): Promise<void> => take(() => desk.updates.download()),
    install: (when: 'now' | 'onClose'): Promise<void> => take(() => desk.updates.install({ when })),
    postpone: (): Promise<void> => take(() => desk.updates.postpone()),
  }
})
