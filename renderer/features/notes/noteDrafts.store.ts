/** What was typed into notes and not stored yet. It is kept while the window is open, and neither stored nor sent. */
import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import { useConnection } from '../../lib/connection.store.ts'

export const useNoteDrafts = defineStore('noteDrafts', () => {
  const drafts = shallowRef<ReadonlyMap<string, string>>(new Map())
  const connection = useConnection()
  watch(
    () => connection.key,
    () => (drafts.value = new Map()),
    { flush: 'sync' },
  )
  return {
    of: (note: string): string | null => drafts.value.get(note) ?? null,
    keep: (note: string, text: string): void => void (drafts.value = new Map(drafts.value).set(note, text)),
    remove(note: string): void {
      const rest = new Map(drafts.value)
      rest.delete(note)
      drafts.value = rest
    },
  }
})
