/**
 * The reads that events cause. An event only shows what may have changed, so its customer is read again: at most two
 * reads a second and three at a time, one for all events of a customer that wait, and customers whose page is open
 * first. A forged event therefore costs one read, and a flood of them no more than the rate.
 */
import type { Timer } from '../base/timer.ts'

export interface Reread {
  /** Requests with the same key that wait become one read. */
  readonly key: string
  readonly isUrgent: () => boolean
  readonly read: () => Promise<void>
}

export interface Rereads {
  /** Returns false if too many reads wait already. An urgent read is always accepted. */
  readonly request: (reread: Reread) => boolean
  readonly waiting: () => number
  readonly stop: () => void
}

/** Milliseconds before the first read, because a change often causes several events. */
export const debounceMs = 50
/** Milliseconds between two reads. */
export const readIntervalMs = 500
/** A service that answers slowly doesn't get more and more requests at the same time. */
export const maxRunningReads = 3
/** What waits longer than this takes four minutes. The next sync reads those customers anyway. */
export const maxWaitingReads = 500

export function createRereads(timer: Timer): Rereads {
  const waiting = new Map<string, Reread>()
  const running = new Set<string>()
  let isPaused = false
  let stopped = false
  let cancel = (): void => undefined

  const next = (): Reread | undefined => {
    const ready = [...waiting.values()].filter(({ key }) => !running.has(key))
    return ready.find((each) => each.isUrgent()) ?? ready[0]
  }

  const pause = (milliseconds: number): void => {
    isPaused = true
    cancel = timer(milliseconds, () => {
      isPaused = false
      startNext()
    })
  }

  const startNext = (): void => {
    if (isPaused || stopped || running.size >= maxRunningReads) return
    const reread = next()
    if (reread === undefined) return
    waiting.delete(reread.key)
    running.add(reread.key)
    pause(readIntervalMs)
    // A customer whose read is under way may have changed since it began, so its key may wait again.
    void reread.read().finally(() => {
      running.delete(reread.key)
      startNext()
    })
  }

  return {
    request(reread) {
      if (stopped) return false
      if (!waiting.has(reread.key) && waiting.size >= maxWaitingReads && !reread.isUrgent()) return false
      waiting.set(reread.key, waiting.get(reread.key) ?? reread)
      if (!isPaused && running.size < maxRunningReads) pause(debounceMs)
      return true
    },
    waiting: () => waiting.size,
    stop() {
      stopped = true
      waiting.clear()
      cancel()
    },
  }
}
