/** Milliseconds after which a search in flight no longer delays the next one. It may be waiting for the service. */
const maxHoldMs = 120

interface SearchQueue {
  /**
   * Calls `start` now, or once the search in flight no longer delays it. Only the latest `start` is called as soon as
   * that one is answered. An earlier one is called late, when its search may no longer be wanted.
   */
  readonly enqueue: (start: () => void) => void
  readonly onStarted: () => void
  readonly onEnded: () => void
}

/** Delays a search while another one is in flight. */
export function createSearchQueue(): SearchQueue {
  let inFlight = 0
  let waiting: (() => void) | null = null
  return {
    enqueue(start) {
      if (inFlight === 0) {
        start()
        return
      }
      const startWaiting = (): void => {
        clearTimeout(timer)
        if (waiting === startWaiting) waiting = null
        start()
      }
      const timer = setTimeout(startWaiting, maxHoldMs)
      waiting = startWaiting
    },
    onStarted() {
      inFlight += 1
    },
    onEnded() {
      inFlight -= 1
      waiting?.()
    },
  }
}
