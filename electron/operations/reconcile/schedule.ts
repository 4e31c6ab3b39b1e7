/** When the checks of an operation are due. */
const second = 1000
export const minute = 60 * second
export const day = 24 * 60 * minute

/** Milliseconds since the outcome became unknown. The fifth check is just after the request can't arrive any more. */
export const checkSchedule: readonly number[] = [
  0,
  2 * second,
  5 * second,
  15 * second,
  minute + second / 2,
  3 * minute,
  10 * minute,
]
/** The schedule of an accepted operation, which was read once when its answer had arrived. */
export const acceptedSchedule = checkSchedule.slice(1)
/** Milliseconds since the operation ended. */
export const duplicateSchedule: readonly number[] = [minute, 10 * minute, 60 * minute]
/** The schedule of an operation that needs a person. The second check is late enough to prove a missing activation. */
export const recheckSchedule: readonly number[] = [0, minute + second / 2]

/** From this age on, a check may read the whole list of customers if no faster way finds a new customer. */
export const thoroughAfter = 5 * second

/** Returns the milliseconds until a check that has failed is repeated. */
export const retryDelay = (elapsed: number): number => (elapsed < minute ? 5 * second : minute)
