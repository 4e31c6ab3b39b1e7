/**
 * Limits the time of a call: work that takes longer is aborted, and its caller gets an error even if the work ignores
 * the signal.
 */
import { DeskError } from '#shared/errors.ts'

/**
 * Runs `work` with a signal of its own. No listener of the call stays on `closing`, which lives as long as the desk:
 * such a listener would keep the answer of every call in memory.
 *
 * @param limit milliseconds
 * @throws DeskError `bridge_timeout` when the time is over, or the reason of `closing` when that is aborted first
 */
export async function withTimeLimit<T>(
  limit: number,
  closing: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  closing.throwIfAborted()
  const own = new AbortController()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const giveUp = (reason: unknown): void => {
    own.abort(reason)
    reject(reason instanceof Error ? reason : new DeskError('aborted', 'The call was aborted'))
  }
  const onClosing = (): void => giveUp(closing.reason)
  closing.addEventListener('abort', onClosing, { once: true })
  const timer = setTimeout(
    () => giveUp(new DeskError('bridge_timeout', 'The operation took too long', { seconds: Math.round(limit / 1000) })),
    limit,
  )
  try {
    return await Promise.race([work(own.signal), aborted])
  } finally {
    clearTimeout(timer)
    closing.removeEventListener('abort', onClosing)
  }
}
