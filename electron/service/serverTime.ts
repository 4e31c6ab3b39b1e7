/** The service's present time, from the `Date` headers of its answers: ages and limits are counted by its clock, not this machine's. */
import type { Clock } from '../clock.ts'

export interface ServerTime {
  readonly now: () => number
  readonly see: (dateHeader: string | undefined) => void
}

/** A `Date` header tells whole seconds: the middle of one, and smaller changes than this are its coarseness. */
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
