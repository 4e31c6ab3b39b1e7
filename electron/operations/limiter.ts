/** Lets so many works run at once; the others wait, in the order in which they came. */
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
      // Whoever comes next takes over the lane.
      if (next === undefined) running -= 1
      else next()
    }
  }
}
