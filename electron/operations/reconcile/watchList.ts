/** The operations that the reconciler watches, with the time of their next check. */
import type { Clock } from '../../base/clock.ts'

export interface Watched {
  /** Monotonic milliseconds when the checks began. */
  readonly since: number
  /** The schedule of the checks, in milliseconds after `since`. */
  readonly at: readonly number[]
  step: number
  dueAt: number | null
  checking: boolean
  cancel: () => void
}

export interface WatchList {
  readonly get: (id: string) => Watched | undefined
  /** Adds an operation. Returns `null` if it is watched already, or if the list is closed. */
  readonly add: (id: string, at: readonly number[]) => Watched | null
  /** Cancels the next check of this entry and removes the entry, unless another one has replaced it. */
  readonly remove: (id: string, entry: Watched) => void
  readonly entries: () => Iterable<readonly [string, Watched]>
  readonly isClosed: () => boolean
  /** Cancels all checks and takes no further operation. */
  readonly close: () => void
}

export function createWatchList(clock: Pick<Clock, 'monotonic'>): WatchList {
  const watched = new Map<string, Watched>()
  let closed = false
  return {
    get: (id) => watched.get(id),
    add: (id, at) => {
      if (watched.has(id) || closed) return null
      const entry: Watched = {
        since: clock.monotonic(),
        at,
        step: 0,
        dueAt: null,
        checking: false,
        cancel: () => undefined,
      }
      watched.set(id, entry)
      return entry
    },
    remove: (id, entry) => {
      entry.cancel()
      if (watched.get(id) === entry) watched.delete(id)
    },
    entries: () => watched,
    isClosed: () => closed,
    close: () => {
      closed = true
      for (const entry of watched.values()) entry.cancel()
      watched.clear()
    },
  }
}
