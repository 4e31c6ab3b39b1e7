/** No promise hangs: what takes longer is aborted and given up, whether it obeys or not. */
import { DeskError } from '#shared/errors.ts'

/**
 * @param limit milliseconds
 * @throws DeskError `bridge_timeout` when the time is over, or the reason of `closing` when that is aborted first
 */
export async function withTimeLimit<T>(limit: number, closing: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  closing.throwIfAborted()
  const own = new AbortController()
  const signal = AbortSignal.any([closing, own.signal])
  const timer = setTimeout(() => own.abort(new DeskError('bridge_timeout', 'The operation took too long', { seconds: Math.round(limit / 1000) })), limit)
  try {
    return await Promise.race([work(signal), abortion(signal)])
  } finally {
    clearTimeout(timer)
  }
}

function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason instanceof Error ? signal.reason : new DeskError('aborted', 'The call was aborted')), { once: true })
  })
}
