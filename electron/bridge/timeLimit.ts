/** No promise hangs: what takes longer is aborted and given up, whether it obeys or not. */
import { DeskError } from '#shared/errors.ts'

/**
 * The signal that the work gets belongs to this call alone, and nothing of the call is left at `closing`, which lives as
 * long as the desk: a listener there would keep the answer of every call.
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
  const { promise: given, reject } = Promise.withResolvers<never>()
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
    return await Promise.race([work(own.signal), given])
  } finally {
    clearTimeout(timer)
    closing.removeEventListener('abort', onClosing)
  }
}
