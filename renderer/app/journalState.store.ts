/** Whether the journal and the file of notes are those that this desk wrote last, as the main process reports it. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { JournalState } from '#shared/model/journalState.ts'
import { desk, onDeskEvent } from '../lib/desk.ts'

export const useJournalState = defineStore('journalState', () => {
  const state = shallowRef<JournalState>({ id: null, losses: [], refusesMoney: false })
  let pushes = 0

  onDeskEvent('journal.changed', (next) => {
    pushes += 1
    state.value = next
  })

  /** A value that was pushed meanwhile is newer than the answer. */
  async function load(request: () => Promise<JournalState>): Promise<void> {
    const before = pushes
    const answer = await request()
    if (pushes === before) state.value = answer
  }
  async function acknowledge(): Promise<void> {
    const { id } = state.value
    if (id !== null) await load(() => desk.operations.acknowledge({ id }))
  }
  return { state, load: (): Promise<void> => load(() => desk.operations.journal()), acknowledge }
})
