/**
 * The operations of this desk that are being sent to the service. The window asks before it is closed meanwhile: the
 * main process would still wait for the answer, but the agent would not see it.
 */
import { useEventListener } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import { onDeskEvent } from '../lib/desk.ts'

export const useSending = defineStore('sending', () => {
  const byId = shallowRef<ReadonlyMap<string, OperationRow>>(new Map())
  const closeRequested = ref(false)

  onDeskEvent('operation.changed', (row) => {
    const others = [...byId.value].filter(([id]) => id !== row.id)
    byId.value = new Map(row.state === 'SENDING' ? [...others, [row.id, row]] : others)
    if (byId.value.size === 0) closeRequested.value = false
  })
  useEventListener(window, 'beforeunload', (event) => {
    if (byId.value.size === 0) return
    event.preventDefault()
    closeRequested.value = true
  })

  return {
    operations: computed(() => [...byId.value.values()]),
    /** Whether the window was asked to close and waits. */
    holdsWindow: computed(() => closeRequested.value && byId.value.size > 0),
  }
})
