/**
 * Schedules the automatic checks for updates: some time after the start, then once a day, at random moments, so that
 * many desks do not ask together. After a failure the next check follows within hours.
 */
import type { Clock } from '../base/clock.ts'

export type Timer = (milliseconds: number, onDue: () => void) => () => void

const minute = 60_000
const hour = 60 * minute

export const checkTimes = {
  first: { after: minute, spread: 2 * minute },
  daily: { after: 23 * hour, spread: 2 * hour },
  retry: { after: hour, spread: 2 * hour },
} as const

interface ScheduleOptions {
  readonly clock: Pick<Clock, 'now'>
  readonly timer: Timer
  /** Returns a number from 0 to 1. */
  readonly random: () => number
  readonly onDue: () => void
}

export interface Schedule {
  readonly plan: (when: keyof typeof checkTimes) => void
  /** The machine woke from sleep, during which timers do not run. */
  readonly onResume: () => void
  readonly stop: () => void
}

export function createSchedule({ clock, timer, random, onDue }: ScheduleOptions): Schedule {
  let dueAt: number | null = null
  let maxDelayMs = 0
  let cancel: () => void = () => undefined

  const wait = (): void => {
    cancel()
    if (dueAt === null) return
    // The wall clock decides. If it was set back, the maximum delay is the limit.
    dueAt = Math.min(dueAt, clock.now() + maxDelayMs)
    const remaining = dueAt - clock.now()
    if (remaining <= 0) {
      dueAt = null
      onDue()
      return
    }
    cancel = timer(Math.min(remaining, hour), wait)
  }

  return {
    plan(when) {
      const { after, spread } = checkTimes[when]
      maxDelayMs = after + spread
      dueAt = clock.now() + after + Math.round(random() * spread)
      wait()
    },
    onResume: wait,
    stop() {
      dueAt = null
      cancel()
    },
  }
}
