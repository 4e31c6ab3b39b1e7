/**
 * When the desk looks for updates by itself: some time after its start, then once a day, each time at another moment,
 * so that many desks do not ask together. After a failure it tries again within hours.
 */
import type { Clock } from '../clock.ts'

export type Timer = (milliseconds: number, act: () => void) => () => void

const minute = 60_000
const hour = 60 * minute

export const checkTimes = {
  first: { after: minute, spread: 2 * minute },
  daily: { after: 23 * hour, spread: 2 * hour },
  retry: { after: hour, spread: 2 * hour },
} as const

export interface ScheduleOptions {
  readonly clock: Pick<Clock, 'now'>
  readonly timer: Timer
  /** From 0 to 1. */
  readonly random: () => number
  readonly act: () => void
}

export interface Schedule {
  readonly plan: (when: keyof typeof checkTimes) => void
  /** The machine woke up: timers stand still while it sleeps. */
  readonly onResume: () => void
  readonly stop: () => void
}

export function createSchedule({ clock, timer, random, act }: ScheduleOptions): Schedule {
  let dueAt: number | null = null
  let latest = 0
  let cancel: () => void = () => undefined

  const wait = (): void => {
    cancel()
    if (dueAt === null) return
    // The wall clock decides. Where it was set back, the longest planned time is the limit.
    dueAt = Math.min(dueAt, clock.now() + latest)
    const remaining = dueAt - clock.now()
    if (remaining <= 0) {
      dueAt = null
      act()
      return
    }
    cancel = timer(Math.min(remaining, hour), wait)
  }

  return {
    plan(when) {
      const { after, spread } = checkTimes[when]
      latest = after + spread
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
