/** What was typed into notes and not stored yet. It is kept while the window is open, and neither stored nor sent. */
import { defineStore } from 'pinia'
import { useConnectionMap } from '../../lib/useConnectionMap.ts'

export const useNoteDrafts = defineStore('noteDrafts', () => {
  const drafts = useConnectionMap<string, string>()
  return { of: (note: string): string | null => drafts.get(note) ?? null, keep: drafts.set, remove: drafts.remove }
})
