/**
 * Updates of the program as the main process reports them. While the phase is `off`, the window does not mention
 * updates.
 */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { UpdateState } from '#shared/model/updates.ts'
import { desk, onDeskEvent } from '../../lib/desk.ts'

export const useUpdates = defineStore('updates', () => {
  const state = shallowRef<UpdateState>({ phase: 'off' })
  let pushes = 0

  onDeskEvent('updates.changed', (next) => {
    pushes += 1
    state.value = next
  })
  // Whether an update may be installed depends on the operations.
  onDeskEvent('operation.changed', () => {
    if (state.value.phase === 'ready') load().catch(() => undefined)
  })

  /** A value that was pushed meanwhile is newer than the answer. */
  async function take(request: () => Promise<UpdateState>): Promise<void> {
    const before = pushes
    const answer = await request()
    if (pushes === before) state.value = answer
  }
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
