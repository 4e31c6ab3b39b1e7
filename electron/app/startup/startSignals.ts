/**
 * When deferred work may begin: what the first screen does not need waits until the window has had the time to draw its
 * first screen. Each page of 200 customers, for example, would block the main process for about 10 ms.
 */
export interface StartSignals {
  /** Resolves when the window has drawn its first screen, or the desk ends. */
  readonly started: Promise<void>
  /** To be called with each call of the window. */
  readonly onCall: () => void
  readonly end: () => void
}

/** Milliseconds from a window's first call until it has drawn its first screen and deferred work may begin. */
const firstScreenMs = 1000

export function createStartSignals(): StartSignals {
  const started = Promise.withResolvers<void>()
  let hasCalled = false
  return {
    started: started.promise,
    onCall() {
      if (hasCalled) return
      hasCalled = true
      setTimeout(started.resolve, firstScreenMs).unref()
    },
    end: started.resolve,
  }
}
