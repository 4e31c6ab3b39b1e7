/**
 * The current time of the service, from the `Date` headers of its answers. Ages and limits are counted by its clock and
 * not by this machine's.
 */
import type { Clock } from '../../base/clock.ts'

export interface ServerTime {
  readonly now: () => number
  readonly see: (dateHeader: string | undefined) => void
}

/** A `Date` header has whole seconds, so the middle of the second is used and smaller changes are ignored. */
const coarseness = 1000

export function createServerTime(clock: Clock): ServerTime {
  let offset: number | null = null
  return {
    now: () => clock.now() + (offset ?? 0),
    see(dateHeader) {
      const said = Date.parse(dateHeader ?? '')
      if (Number.isNaN(said)) return
      const seen = said + coarseness / 2 - clock.now()
      if (offset === null || Math.abs(seen - offset) > coarseness) offset = seen
    },
  }
}
