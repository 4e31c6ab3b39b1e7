/** Waits for the work no longer than the given time; the work itself may continue. */
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
