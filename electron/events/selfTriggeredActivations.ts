/**
 * Marks events as read that report an activation by an operation of this desk, because they are no news to an
 * agent. They stay in the inbox, and the customer is read again as with every event.
 */
import { asDeskError } from '#shared/errors.ts'
import type { EventRow } from '#shared/model/customer/events.ts'
import { parseInstant } from '#shared/model/instant.ts'
import type { Clock } from '../base/clock.ts'
import type { Timer } from '../base/timer.ts'
import type { Log } from '../log/index.ts'
import type { HintTargets } from './hints.ts'
import type { Pushes } from './pushes.ts'
import { seqOf } from './rows.ts'
import type { EventStore } from './store.ts'

interface Options {
  readonly store: Pick<EventStore, 'bySeq' | 'markRead'>
  readonly pushes: Pick<Pushes, 'updated'>
  readonly targets: Pick<HintTargets, 'hasStarted'>
  readonly clock: Pick<Clock, 'now'>
  readonly timer: Timer
  readonly log: Pick<Log, 'warn'>
  readonly signal: AbortSignal
}

/**
 * An event may arrive before the outcome of its operation is known. These are the pauses, in milliseconds, before it is
 * checked again: after a minute it stays unread.
 */
const pausesMs = [3000, 7000, 20_000, 30_000] as const
/** The most events that wait for another check, because each check reads the journal. Further ones stay unread. */
const maxWaiting = 200

export function createSelfTriggeredActivations(options: Options): (rows: readonly EventRow[]) => void {
  const { store, pushes, targets, clock, timer, log, signal } = options

  function isOwn({ at, customerUid, itemUid }: EventRow): boolean {
    const time = parseInstant(at)
    return customerUid !== null && itemUid !== null && time !== null && targets.hasStarted(customerUid, itemUid, time)
  }

  /** Marks the self-triggered ones among them. Returns the others. */
  function mark(rows: readonly EventRow[]): readonly number[] {
    const unread = rows.filter(({ kind, isRead }) => kind === 'balanceActivation' && !isRead)
    const { own = [], others = [] } = Object.groupBy(unread, (row) => (isOwn(row) ? 'own' : 'others'))
    const seqsOf = (of: readonly EventRow[]): number[] => of.flatMap(({ id }) => seqOf(id) ?? [])
    if (own.length > 0) {
      store.markRead(seqsOf(own), clock.now())
      pushes.updated(seqsOf(own))
    }
    return seqsOf(others)
  }

  /** An event that could not be marked stays unread. */
  function markSafely(read: () => readonly EventRow[]): readonly number[] {
    if (signal.aborted) return []
    try {
      return mark(read())
    } catch (thrown) {
      log.warn('Events of own operations could not be marked', { code: asDeskError(thrown).code })
      return []
    }
  }

  let waiting = 0
  function checkAgain(seqs: readonly number[], checks: number): void {
    const pause = pausesMs[checks]
    if (pause === undefined || seqs.length === 0) return
    waiting += seqs.length
    timer(pause, () => {
      waiting -= seqs.length
      checkAgain(
        markSafely(() => store.bySeq(seqs)),
        checks + 1,
      )
    })
  }

  return (rows) => {
    const others = markSafely(() => rows)
    checkAgain(others.slice(0, Math.max(0, maxWaiting - waiting)), 0)
  }
}
