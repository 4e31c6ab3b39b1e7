/** Clocks as a dependency, in milliseconds. The wall clock may jump; the monotonic clock may stop during sleep. */
export interface Clock {
  readonly now: () => number
  readonly monotonic: () => number
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() }
