/** Calls back after a time without calls, when slow work disturbs nobody. */

interface IdleTimer {
  /** Restarts the timer. */
  readonly touch: () => void
  readonly stop: () => void
}

/** @param delayMs milliseconds */
export function createIdleTimer(onIdle: () => void, delayMs: number): IdleTimer {
  let timer: NodeJS.Timeout | undefined
  return {
    touch() {
      clearTimeout(timer)
      timer = setTimeout(onIdle, delayMs).unref()
    },
    stop: () => clearTimeout(timer),
  }
}
