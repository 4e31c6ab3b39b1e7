/** Notifies the window of changed events: at most ten times a second, and less often while many arrive. */
import type { Emit, Events } from '#shared/contract.ts'
import type { AlertKind } from '#shared/model/customer/events.ts'
import type { Timer } from '../base/timer.ts'
import type { EventStore } from './store.ts'

type EventsPush = Events['events.changed']

export interface Pushes {
  /** `alerts` are those that the events cause, by their seqs. */
  readonly arrived: (seqs: readonly number[], alerts: ReadonlyMap<number, AlertKind>) => void
  readonly updated: (seqs: readonly number[]) => void
  /** The status has changed, but no event. */
  readonly status: () => void
  /** Everything may have changed. */
  readonly all: () => void
  readonly stop: () => void
}

interface PushOptions {
  readonly store: Pick<EventStore, 'bySeq' | 'unread'>
  readonly emit: Emit
  readonly timer: Timer
}

const pauseMs = 100
/** After a push of too many rows, for which the window loads its events again: that takes longer than to add a few. */
const manyPauseMs = 500
/** The window shows only a part of more rows than these, so it loads that part. */
const maxRows = 50
/** The window shows the newest alerts one by one if there are few, and otherwise their number. */
const maxAlertRows = 10

function countAlerts(alerts: ReadonlyMap<number, AlertKind>): EventsPush['alerts'] {
  const counts: Partial<Record<AlertKind, number>> = {}
  for (const alert of alerts.values()) counts[alert] = (counts[alert] ?? 0) + 1
  return counts
}

export function createPushes({ store, emit, timer }: PushOptions): Pushes {
  const arrivedSeqs = new Set<number>()
  const updatedSeqs = new Set<number>()
  const alerts = new Map<number, AlertKind>()
  let mustReload = false
  let pause = pauseMs
  let cancel: (() => void) | null = null
  let stopped = false

  const areMany = (): boolean => arrivedSeqs.size + updatedSeqs.size > maxRows
  const rows = (): Pick<EventsPush, 'arrived' | 'updated' | 'reload'> => {
    if (areMany())
      return { arrived: [...store.bySeq([...alerts.keys()].slice(-maxAlertRows))], updated: [], reload: true }
    return {
      arrived: [...store.bySeq([...arrivedSeqs])],
      updated: [...store.bySeq([...updatedSeqs])],
      reload: mustReload,
    }
  }
  const slowDown = (): void => {
    pause = manyPauseMs
    timer(manyPauseMs, () => (pause = pauseMs))
  }
  const push = (): void => {
    cancel = null
    try {
      const pushed = { ...rows(), alerts: countAlerts(alerts), unread: store.unread() }
      emit('events.changed', pushed)
      mustReload = false
      if (areMany()) slowDown()
    } catch {
      // The file cannot be read now. The next push makes the window load everything.
      mustReload = true
    }
    for (const each of [arrivedSeqs, updatedSeqs, alerts]) each.clear()
  }
  const schedule = (): void => {
    if (!stopped) cancel ??= timer(pause, push)
  }

  return {
    arrived(seqs, causes) {
      for (const seq of seqs) arrivedSeqs.add(seq)
      for (const [seq, alert] of causes) {
        alerts.set(seq, alert)
        arrivedSeqs.add(seq)
      }
      if (arrivedSeqs.size > 0) schedule()
    },
    updated(seqs) {
      for (const seq of seqs) if (!arrivedSeqs.has(seq)) updatedSeqs.add(seq)
      if (seqs.length > 0) schedule()
    },
    status: schedule,
    all() {
      mustReload = true
      schedule()
    },
    stop() {
      stopped = true
      cancel?.()
    },
  }
}
