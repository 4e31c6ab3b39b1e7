/** Timers as a dependency. A timer of the system never keeps the process running. */

/** Calls `callback` once after some milliseconds and returns a function that cancels the call. */
export type Timer = (milliseconds: number, callback: () => void) => () => void

export const systemTimer: Timer = (milliseconds, callback) => {
  const timer = setTimeout(callback, milliseconds).unref()
  return () => {
    clearTimeout(timer)
  }
}
