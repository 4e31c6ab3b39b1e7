/**
 * Time limits that hold when the wall clock jumps and when the machine sleeps. The elapsed time is the greater one of
 * the two clocks, so a limit is reached when the first of them reaches it.
 */
import type { Clock } from '../../base/clock.ts'

/** The interval in milliseconds at which a limit reads the wall clock, and so the delay after sleep. */
const checkInterval = 500

export interface Stopwatch {
  /** Milliseconds since the start, never less than zero. */
  readonly elapsed: () => number
}

export function startStopwatch(clock: Clock): Stopwatch {
  const wall = clock.now()
  const monotonic = clock.monotonic()
  return { elapsed: () => Math.max(0, clock.now() - wall, clock.monotonic() - monotonic) }
}

/** Calls `onReached` once after `limit` milliseconds; returns the function that stops it. */
export function whenReached(clock: Clock, limit: number, onReached: () => void): () => void {
  const watch = startStopwatch(clock)
  let timer: NodeJS.Timeout
  const check = (): void => {
    const left = limit - watch.elapsed()
    if (left <= 0) onReached()
    else timer = setTimeout(check, Math.min(left, checkInterval))
  }
  timer = setTimeout(check, Math.min(limit, checkInterval))
  return () => clearTimeout(timer)
}

export interface PausableLimit {
  /** Stops the limit, for good where `resume` is never called. */
  readonly pause: () => void
  readonly resume: () => void
  /** Adds milliseconds to the limit. */
  readonly extend: (milliseconds: number) => void
}

/** Works as `whenReached`, but does not count the time between `pause` and `resume`. */
export function pausableLimit(clock: Clock, limit: number, onReached: () => void): PausableLimit {
  let left = limit
  let watch = startStopwatch(clock)
  let stop: (() => void) | null = whenReached(clock, left, onReached)
  return {
    pause() {
      if (stop === null) return
      stop()
      stop = null
      left = Math.max(0, left - watch.elapsed())
    },
    resume() {
      if (stop !== null) return
      watch = startStopwatch(clock)
      stop = whenReached(clock, left, onReached)
    },
    extend(milliseconds) {
      left += milliseconds
      if (stop === null) return
      stop()
      stop = null
      left = Math.max(0, left - watch.elapsed())
      watch = startStopwatch(clock)
      stop = whenReached(clock, left, onReached)
    },
  }
}

/** Rejects with the signal's reason when it is aborted. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer)
      reject(new DOMException('Aborted', 'AbortError'))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, milliseconds)
    if (signal?.aborted === true) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
  })
}
