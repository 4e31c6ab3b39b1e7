/** The operations that this process has submitted: those in flight, and those that wait for a person's approval. */

export interface Submissions {
  /** Whether the operation is in flight. */
  readonly has: (id: string) => boolean
  /** Counts an operation that was just started as in flight until it ends. Settles as the operation does. */
  readonly track: (id: string, operation: Promise<void>) => Promise<void>
  /** Counts an operation as waiting for an approval until the question is answered. */
  readonly waitForApproval: (ask: () => Promise<void>) => Promise<void>
  readonly pendingApprovals: () => number
  /** Returns a promise that resolves when no operation is in flight any more, or `null` if none is in flight now. */
  readonly inFlight: () => Promise<void> | null
  /** Makes `isRefusing` true: the desk is closing, and no operation may begin. */
  readonly refuse: () => void
  readonly isRefusing: () => boolean
  /** Resolves when the operations that are in flight now have ended. */
  readonly settled: () => Promise<unknown>
}

/** `onEnd` is called with the id of each operation whose request has ended, with whatever outcome. */
export function createSubmissions(onEnd: (id: string) => void): Submissions {
  const inFlight = new Map<string, Promise<void>>()
  let refusing = false
  let pendingApprovals = 0

  /** Also waits for operations that start while it waits. */
  const waitUntilNoneInFlight = async (): Promise<void> => {
    while (inFlight.size > 0) await Promise.allSettled(inFlight.values())
  }

  return {
    has: (id) => inFlight.has(id),
    track: (id, operation) => {
      const running = operation.finally(() => {
        inFlight.delete(id)
        onEnd(id)
      })
      inFlight.set(id, running)
      return running
    },
    waitForApproval: async (ask) => {
      pendingApprovals += 1
      try {
        await ask()
      } finally {
        pendingApprovals -= 1
      }
    },
    pendingApprovals: () => pendingApprovals,
    inFlight: () => (inFlight.size === 0 ? null : waitUntilNoneInFlight()),
    refuse: () => {
      refusing = true
    },
    isRefusing: () => refusing,
    settled: () => Promise.allSettled(inFlight.values()),
  }
}
