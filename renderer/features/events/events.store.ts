/** The number of unread events and the status of their source, as the main process reports them. */
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { EventStatus } from '#shared/model/customer/events.ts'
import { useConnection } from '../../lib/connection.store.ts'
import { desk, onDeskEvent } from '../../lib/desk.ts'
import { useLatest } from '../../lib/useLatest.ts'

export const useEvents = defineStore('events', () => {
  const status = shallowRef<EventStatus | null>(null)
  const latest = useLatest()

  async function load(): Promise<void> {
    const isLatest = latest.begin()
    const answer = await desk.events.status()
    if (isLatest()) status.value = answer
  }
  const connection = useConnection()
  // What one connection reported is never shown with the next one.
  watch(
    () => connection.key,
    () => {
      status.value = null
      latest.drop()
    },
    { flush: 'sync' },
  )
  // What was received last and the holes have changed too.
  onDeskEvent('events.changed', ({ unread }) => {
    if (status.value !== null) status.value = { ...status.value, unread }
    load().catch(() => undefined)
  })

  return { status, unread: computed(() => status.value?.unread ?? 0), load }
})
