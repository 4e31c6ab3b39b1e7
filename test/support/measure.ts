/** Measuring the process that a test runs in: its heap after a forced collection, its resident memory, its stalls. */
import { Session } from 'node:inspector/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** Bytes in use after everything that can be collected was. */
export async function heapAfterCollection(): Promise<number> {
  const session = new Session()
  session.connect()
  try {
    // What is found by weak references alone goes in the round after that in which it was released.
    for (let round = 0; round < 3; round += 1) {
      await session.post('HeapProfiler.collectGarbage')
      await wait(10)
    }
    return process.memoryUsage().heapUsed
  } finally {
    session.disconnect()
  }
}

export interface Measured<T> {
  readonly value: T
  /** Milliseconds: the longest time in which the event loop took no turn. */
  readonly longestStall: number
  /** Bytes: the most that the process has had in memory. */
  readonly peakMemory: number
}

/** Milliseconds between two looks at the clock. */
const every = 5

/** Runs the work, and measures how long it blocked this thread and how much memory the process took. */
export async function measure<T>(work: () => Promise<T>): Promise<Measured<T>> {
  let last = performance.now()
  let longestStall = 0
  let peakMemory = process.memoryUsage.rss()
  const look = (): void => {
    const now = performance.now()
    longestStall = Math.max(longestStall, now - last - every)
    last = now
    peakMemory = Math.max(peakMemory, process.memoryUsage.rss())
  }
  const timer = setInterval(look, every)
  try {
    const value = await work()
    look()
    return { value, longestStall, peakMemory }
  } finally {
    clearInterval(timer)
  }
}

export const megabytes = (bytes: number): number => Math.round(bytes / 104_857.6) / 10
