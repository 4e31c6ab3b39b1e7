/** Time as an argument: the wall clock may jump, the monotonic one may stand still in sleep. Both in milliseconds. */
export interface Clock {
  readonly now: () => number
  readonly monotonic: () => number
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() }
