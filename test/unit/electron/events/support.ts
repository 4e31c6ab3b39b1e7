/** Helpers of the tests of events: a file of events in memory, deliveries, and a timer that a test moves. */
import { onTestFinished } from 'vitest'
import type { Timer } from '../../../../electron/base/timer.ts'
import type { Delivery } from '../../../../electron/events/source.ts'
import { openEventStore, type EventStore } from '../../../../electron/events/store.ts'
import type { EncryptedLocation } from '../../../../electron/storage/index.ts'
import { silentLog } from '../storage/support.ts'

export const start = Date.parse('2026-11-21T10:00:00Z')
export const minute = 60_000

export function eventStore(location: EncryptedLocation = { kind: 'memory' }): EventStore {
  const store = openEventStore({ location, onQuarantine: () => undefined, log: silentLog })
  onTestFinished(() => {
    if (store.isOpen()) store.close()
  })
  return store
}

export const delivery = (kind: Delivery['kind'], body: unknown, at = start): Delivery => ({
  kind,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  at,
})

export const installed = (iccid = '8948010000000000001', at = start): Delivery =>
  delivery('esimStatus', { iccid, imsi: '260011234567890', profileState: 'INSTALLED', eid: '8904903200' }, at)

export const lowBalance = (uid = 'c-1', at = start): Delivery =>
  delivery(
    'lowBalance',
    {
      uid,
      iccid: '8948010000000000001',
      imsi: '260011234567890',
      timestamp: new Date(at).toISOString(),
      balanceAmountInByte: 1_048_576,
    },
    at,
  )

interface ManualTime {
  readonly clock: { readonly now: () => number; readonly monotonic: () => number }
  readonly timer: Timer
  /** Runs the timers that are due within this time, in their order. */
  readonly pass: (milliseconds: number) => Promise<void>
}

export function manualTime(): ManualTime {
  let now = start
  let timers: { readonly at: number; readonly callback: () => void }[] = []
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
  return {
    clock: { now: () => now, monotonic: () => now },
    timer(milliseconds, callback) {
      const entry = { at: now + milliseconds, callback }
      timers.push(entry)
      return () => {
        timers = timers.filter((each) => each !== entry)
      }
    },
    async pass(milliseconds) {
      const end = now + milliseconds
      await settle()
      for (;;) {
        const due = timers.toSorted((one, other) => one.at - other.at)[0]
        if (due === undefined || due.at > end) break
        timers = timers.filter((each) => each !== due)
        now = due.at
        due.callback()
        await settle()
      }
      now = end
    },
  }
}
