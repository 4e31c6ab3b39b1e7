/** Stores what a source delivers, then pushes it to the window and follows it. */
import type { Clock } from '../base/clock.ts'
import { asWriteError } from '../storage/index.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { Listening } from './listening.ts'
import type { Pushes } from './pushes.ts'
import type { EventSink } from './source.ts'
import type { EventStore } from './store.ts'
import type { StoredRecords } from './recordWrites.ts'

interface SinkContext {
  readonly store: EventStore
  readonly pushes: Pushes
  /** `null` if this desk's absence is no hole. */
  readonly listening: Listening | null
  readonly clock: Pick<Clock, 'now'>
  readonly setProblem: (code: string | null) => void
  /** Follows the events with these seqs. */
  readonly follow: (seqs: readonly number[]) => void
  /** Another desk has read this customer because of the events with these ids at the relay. */
  readonly onOtherRead: (uid: CustomerUid, events: readonly string[]) => void
  readonly onTest: (id: string) => void
}

/** Milliseconds after which an event causes no alert any more. It still counts as unread. */
const alertAgeMs = 3_600_000

export function createSink(context: SinkContext): EventSink {
  const { store, pushes, listening, clock, setProblem, follow, onOtherRead, onTest } = context

  const orRefuse = <T>(write: () => T): T => {
    try {
      return write()
    } catch (thrown) {
      // A sender of webhooks receives the answer that nothing was stored and does not send it again: a gap in the
      // events.
      listening?.interrupt()
      const error = asWriteError(thrown, 'events.db')
      setProblem(error.code)
      throw error
    }
  }
  /** The events are stored, so what fails from here on must not refuse them. */
  const afterStore = (): void => {
    try {
      listening?.beat()
    } catch {
      listening?.interrupt()
    }
    setProblem(null)
  }
  const announce = ({
    arrived,
    repeated,
    updated,
    alerts,
    hasErased,
  }: Omit<StoredRecords, 'tests' | 'reads'>): void => {
    pushes.arrived(arrived, alerts)
    pushes.updated([...repeated, ...updated])
    if (hasErased) pushes.all()
    // Repeats are followed too: a forged event could have come before the real one.
    follow([...arrived, ...repeated])
  }

  return {
    store(deliveries, cursor) {
      const stored = orRefuse(() => store.store(deliveries, cursor))
      afterStore()
      announce({ ...stored, updated: [], hasErased: false })
    },
    storeRecords(records, cursor, newsFrom) {
      const alertsFrom = Math.max(newsFrom, clock.now() - alertAgeMs)
      const stored = orRefuse(() => store.storeRecords(records, { cursor, newsFrom, alertsFrom }))
      afterStore()
      announce(stored)
      stored.tests.forEach(onTest)
      for (const { customer, events } of stored.reads) onOtherRead(customer, events)
      // The last time at which something was received may be all that has changed.
      if (records.some(({ type }) => type !== 'read')) pushes.status()
    },
    tested: onTest,
    onState: setProblem,
  }
}
