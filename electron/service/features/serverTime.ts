/**
 * The current time of the service, from the `Date` headers of its answers. Ages and limits are counted by its clock and
 * not by this machine's.
 */
import type { Clock } from '../../base/clock.ts'

export interface ServerTime {
  readonly now: () => number
  /**
   * The latest time that the service has reported, continued by the monotonic clock, which nobody sets. `null` before
   * the first one.
   */
  readonly reported: () => number | null
  readonly see: (dateHeader: string | undefined) => void
}

/** A `Date` header has whole seconds, so the middle of the second is used and smaller changes are ignored. */
const coarseness = 1000

export function createServerTime(clock: Clock): ServerTime {
  let offset: number | null = null
  let latest: { readonly time: number; readonly monotonic: number } | null = null
  const reported = (): number | null => (latest === null ? null : latest.time + clock.monotonic() - latest.monotonic)
  return {
    now: () => clock.now() + (offset ?? 0),
    reported,
    see(dateHeader) {
      const date = Date.parse(dateHeader ?? '')
      if (Number.isNaN(date)) return
      const time = date + coarseness / 2
      // An answer from a proxy's cache has an earlier time.
      latest = { time: Math.max(time, reported() ?? time), monotonic: clock.monotonic() }
      const seen = time - clock.now()
      if (offset === null || Math.abs(seen - offset) > coarseness) offset = seen
    },
  }
}
