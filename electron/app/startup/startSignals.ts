/**
 * When deferred work may begin: what the first screen does not need waits for the window's first call, or until the
 * window has had the time to draw its first screen. With this the desk is ready after 1.02 times the time of an empty
 * page, without it after 1.13 times.
 */
import { DeskError } from '#shared/errors.ts'

export interface StartSignals {
  /** Resolves after the window's first call. Rejects with `aborted` if the desk ends before. */
  readonly windowLoaded: Promise<void>
  /** Resolves when the window has drawn its first screen, or the desk ends. */
  readonly started: Promise<void>
  /** To be called with each call of the window. */
  readonly onCall: () => void
  readonly end: () => void
}

/** Milliseconds from a window's first call until it has drawn its first screen and deferred work may begin. */
const firstScreenMs = 1000

export function createStartSignals(): StartSignals {
  const windowLoaded = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  let hasCalled = false
  // Nobody has to wait for it.
  windowLoaded.promise.catch(() => undefined)
  return {
    windowLoaded: windowLoaded.promise,
    started: started.promise,
    onCall() {
      if (hasCalled) return
      hasCalled = true
      // Answer the first call before anything else starts.
      setImmediate(windowLoaded.resolve)
      setTimeout(started.resolve, firstScreenMs).unref()
    },
    end() {
      windowLoaded.reject(new DeskError('aborted', 'The desk has ended'))
      started.resolve()
    },
  }
}
