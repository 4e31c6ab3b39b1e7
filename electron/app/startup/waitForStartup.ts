/** Delays `connections.current` while the desk is still opening its first connection. */
import type { HandlersOf } from '../../bridge/index.ts'
import { endsWithin } from '../../base/withTimeout.ts'

/** Milliseconds that a window waits at most. */
const defaultTimeoutMs = 5000

/**
 * Wraps the handlers so that `current` answers once the start has opened its connection, which `connected` signals:
 * before that, no connection is open, but only for a moment.
 */
export function waitForStartup(
  handlers: HandlersOf<'connections'>,
  connected: AbortSignal,
  timeoutMs = defaultTimeoutMs,
): HandlersOf<'connections'> {
  const startup = new Promise<void>((resolve) => connected.addEventListener('abort', () => resolve(), { once: true }))
  return {
    ...handlers,
    current: async (input, call) => {
      if (!connected.aborted) await endsWithin(startup, timeoutMs)
      return await handlers.current(input, call)
    },
  }
}
