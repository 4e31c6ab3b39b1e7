/**
 * The time by which the desk counts what was done a while ago: for the daily limit and for the notice of a recent sale.
 * Setting this machine's clock forward must make none of it older. Within a
 * run the time goes on with the monotonic clock, which may stop while the machine sleeps; so the service's time, which
 * each preview requests again, moves it on. After a start, which can't know the earlier clock, the service's
 * time decides alone if the clock is far ahead of it.
 */
import type { Clock } from '../base/clock.ts'

export interface CountedTime extends Clock {
  /** Returns how far this machine's clock is ahead of the counted time, in milliseconds. */
  readonly setForward: () => number
}

/** A service's clock that differs by less is not the measure, because clocks differ. In milliseconds. */
const tolerance = 5 * 60_000

/**
 * `now` never returns a later time than this machine's clock.
 *
 * @param serviceTime the time of the service of the open connection in epoch milliseconds, or `null` if it isn't known
 */
export function createCountedTime(clock: Clock, serviceTime: () => number | null): CountedTime {
  const start = { wall: clock.now(), monotonic: clock.monotonic() }
  const counted = (): number => {
    const inRun = start.wall + clock.monotonic() - start.monotonic
    const service = serviceTime()
    if (service === null) return inRun
    return inRun - service > tolerance ? service : Math.max(inRun, service)
  }
  const setForward = (): number => Math.max(0, clock.now() - counted())
  return { now: () => clock.now() - setForward(), monotonic: clock.monotonic, setForward }
}
