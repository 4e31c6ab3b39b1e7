/** Time limits for work that may take too long. The work itself may continue after them. */

/** Waits for the work at most for the given time, and then rejects with the created error. */
export async function withTimeout<T>(work: Promise<T>, milliseconds: number, createError: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(createError()), milliseconds)
  })
  work.catch(() => undefined)
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}

class TimedOut extends Error {}

/** Waits for the work at most for the given time, and resolves to whether it ended. Rejects with the work's error. */
export async function endsWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  try {
    await withTimeout(work, milliseconds, () => new TimedOut())
    return true
  } catch (error) {
    if (error instanceof TimedOut) return false
    throw error
  }
}
