/** What a window hears of the open connection while the desk is still opening the one of its start. */
import type { HandlersOf } from './call.ts'

/** Milliseconds: longest that a window waits for it. */
const startTimeoutMs = 5000

/** `current` answers once the start has opened its connection: before that, none is open only for the moment. */
export function waitForStartup(
  handlers: HandlersOf<'connections'>,
  started: AbortSignal,
  timeoutMs = startTimeoutMs,
): HandlersOf<'connections'> {
  const settled = new Promise<void>((resolve) => started.addEventListener('abort', () => resolve(), { once: true }))
  return {
    ...handlers,
    current: async (input, call) => {
      if (!started.aborted)
        await Promise.race([settled, new Promise<void>((resolve) => setTimeout(resolve, timeoutMs).unref())])
      return await handlers.current(input, call)
    },
  }
}
