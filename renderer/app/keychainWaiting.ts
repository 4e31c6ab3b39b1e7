/** What the main process reports while it waits for the system's keychain, before it can answer anything else. */
import { shallowRef } from 'vue'
import type { Events } from '#shared/contract.ts'
import { onDeskEvent } from '../lib/desk.ts'

export const keychainWaiting = shallowRef<Events['keychain.waiting'] | null>(null)

const reported = Promise.withResolvers<void>()
/** Resolves with the first report. */
export const keychainWaits = reported.promise

onDeskEvent('keychain.waiting', (report) => {
  keychainWaiting.value = report
  reported.resolve()
})
