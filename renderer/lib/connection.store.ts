/** The open connection as the main process reports it. `ready` is set with the first report. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { CurrentConnection } from '#shared/model/connection.ts'
import { desk, onDeskEvent } from './desk.ts'

export const useConnection = defineStore('connection', () => {
  const current = shallowRef<CurrentConnection | null>(null)
  const ready = ref(false)

  function take(next: CurrentConnection | null): void {
    current.value = next
    ready.value = true
  }
  onDeskEvent('connection.changed', take)

  /** A value that was pushed meanwhile is newer than the answer. */
  async function load(pending = desk.connections.current()): Promise<void> {
    const answer = await pending
    if (!ready.value) take(answer)
  }

  return {
    current,
    ready,
    take,
    load,
    isSandbox: computed(() => current.value?.profile.kind === 'sandbox'),
    /** Changes when another connection is opened. What was shown of the previous one is discarded then. */
    key: computed(() => (current.value === null ? '' : `${current.value.profile.id} ${current.value.openedAt}`)),
  }
})
