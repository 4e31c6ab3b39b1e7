/** Limits how many asynchronous functions run at the same time. The others wait in the order of their calls. */
export type Limiter = (work: () => Promise<void>) => Promise<void>

export function createLimiter(maxConcurrent: number): Limiter {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < maxConcurrent) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      await work()
    } finally {
      const next = waiting.shift()
      // The next waiting function takes over the free slot, so the number of running ones stays the same.
      if (next === undefined) running -= 1
      else next()
    }
  }
}
