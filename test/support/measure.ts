/** Measures the test's own process: its heap after a forced collection, its resident memory, its stalls. */
import { Session } from 'node:inspector/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** Returns the used heap in bytes after a forced collection. */
export async function heapAfterCollection(): Promise<number> {
  const session = new Session()
  session.connect()
  try {
    // Weakly referenced objects are collected one round after they were released.
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
  /**
   * The longest stall of this thread's event loop, in milliseconds of processor time. A clock would also count the time
   * in which a busy machine runs other processes.
   */
  readonly longestStall: number
  /** The same stall in milliseconds by the clock. */
  readonly longestByClock: number
  /** The maximum resident memory of the process, in bytes. */
  readonly peakMemory: number
}

/** The interval between two samples. */
const intervalMs = 5

function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Runs the work, and measures how long it blocked this thread and how much memory the process used. */
export async function measure<T>(work: () => Promise<T>): Promise<Measured<T>> {
  let last = performance.now()
  let lastTime = threadTime()
  let longestByClock = 0
  let longestStall = 0
  let peakMemory = process.memoryUsage.rss()
  const sample = (): void => {
    const now = performance.now()
    const time = threadTime()
    longestByClock = Math.max(longestByClock, now - last - intervalMs)
    longestStall = Math.max(longestStall, time - lastTime)
    last = now
    lastTime = time
    peakMemory = Math.max(peakMemory, process.memoryUsage.rss())
  }
  const timer = setInterval(sample, intervalMs)
  try {
    const value = await work()
    sample()
    return { value, longestStall, longestByClock, peakMemory }
  } finally {
    clearInterval(timer)
  }
}

export const megabytes = (bytes: number): number => Math.round(bytes / 104_857.6) / 10
