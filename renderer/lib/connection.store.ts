/** The open connection as the main process reports it. `ready` is set with the first report. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { CurrentConnection } from '#shared/model/connection.ts'
import { desk, onDeskEvent } from './desk.ts'
import { pushedValue } from './pushedValue.ts'

export const useConnection = defineStore('connection', () => {
  const current = shallowRef<CurrentConnection | null>(null)
  const ready = ref(false)

  const { push: take, load: loadValue } = pushedValue<CurrentConnection | null>((next) => {
    current.value = next
    ready.value = true
  })
  onDeskEvent('connection.changed', take)
  const load = (pending = desk.connections.current()): Promise<void> => loadValue(() => pending)

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
