/** Whether the journal and the file of notes are those that this desk wrote last, as the main process reports it. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { JournalState } from '#shared/model/operation/journalState.ts'
import { desk, onDeskEvent } from '../lib/desk.ts'
import { pushedValue } from '../lib/pushedValue.ts'

export const useJournalState = defineStore('journalState', () => {
  const state = shallowRef<JournalState>({ id: null, losses: [], refusesMoney: false })
  const { push, load } = pushedValue<JournalState>((next) => void (state.value = next))
  onDeskEvent('journal.changed', push)

  async function acknowledge(): Promise<void> {
    const { id } = state.value
    if (id !== null) await load(() => desk.operations.acknowledge({ id }))
  }
  return { state, load: (): Promise<void> => load(() => desk.operations.journal()), acknowledge }
})
