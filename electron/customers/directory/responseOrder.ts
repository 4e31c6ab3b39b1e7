/**
 * Which answer about a customer the directory has: the one that was asked for last. An answer may arrive after one that
 * was asked for later, and is older then. It is remembered in memory: after a restart of the worker or a rollback, an
 * older answer that was on its way may be stored until the customer is read again.
 */

export interface ResponseOrder {
  /** Whether the directory has an answer about the customer of this id that was asked for later. */
  readonly isStale: (id: number, askedAt: number) => boolean
  /** The customer of this id is stored as of a request, or listed as stored. */
  readonly stored: (id: number, askedAt: number) => void
  /** Whether the answer to a later request was that this customer does not exist. */
  readonly isRemoved: (uid: string, askedAt: number) => boolean
  /** The customer is removed. The id may be that of another one next. */
  readonly dropped: (id: number) => void
  /** The answer to a request was that this customer does not exist. */
  readonly removed: (uid: string, askedAt: number) => void
  /** What was noted may not be stored. */
  readonly forget: () => void
}

/** The customers removed last, beyond whom an answer on its way may bring a customer back until the next sync. */
const maxRemoved = 1000

export function createResponseOrder(): ResponseOrder {
  let times = new Float64Array(1024)
  const removals = new Map<string, number>()
  return {
    isStale: (id, askedAt) => (times[id] ?? 0) > askedAt,
    stored(id, askedAt) {
      if (id >= times.length) {
        const larger = new Float64Array(2 * id)
        larger.set(times)
        times = larger
      }
      times[id] = askedAt
    },
    isRemoved: (uid, askedAt) => (removals.get(uid) ?? 0) > askedAt,
    dropped(id) {
      if (id < times.length) times[id] = 0
    },
    removed(uid, askedAt) {
      const latest = Math.max(askedAt, removals.get(uid) ?? 0)
      removals.delete(uid)
      removals.set(uid, latest)
      const [oldest] = removals.keys()
      if (removals.size > maxRemoved && oldest !== undefined) removals.delete(oldest)
    },
    forget() {
      times.fill(0)
      removals.clear()
    },
  }
}
