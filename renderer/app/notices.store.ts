/** The notices of the main process for an agent, until they are dismissed. Identical notices are shown once. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Events } from '#shared/contract.ts'
import { onDeskEvent } from '../lib/desk.ts'

export type Notice = Events['notice'] & { readonly id: string }

export const useNotices = defineStore('notices', () => {
  const shown = shallowRef<readonly Notice[]>([])
  const dismiss = (id: string): void => void (shown.value = shown.value.filter((notice) => notice.id !== id))

  onDeskEvent('notice', (notice) => {
    const id = `${notice.code} ${JSON.stringify(notice.details)}`
    shown.value = [{ ...notice, id }, ...shown.value.filter((other) => other.id !== id)].slice(0, 5)
  })
  return { shown, dismiss }
})
