/**
 * Completes a first run once its customers can be found: creates the indexes of the list, and merges what the search
 * looks up. Until then searches return the same answers more slowly, and a long list is incomplete.
 */
import { asDeskError } from '#shared/errors.ts'
import { notify, type SyncContext } from './context.ts'
import { isInUse } from './yieldToUser.ts'

/** Completes the directory, or joins what does so already. Never rejects: the next run tries again what failed. */
export function complete(context: SyncContext): Promise<void> {
  context.completing ??= completeAll(context).finally(() => {
    context.completing = null
  })
  return context.completing
}

async function completeAll(context: SyncContext): Promise<void> {
  const { directory, signal, log } = context
  try {
    for (;;) {
      const rest = isInUse(context) ? context.pace.rest : 0
      if (signal.aborted) return
      if (!(await directory.call((remote) => remote.completeSome(rest)))) break
    }
    if (context.sorted) return
    context.sorted = true
    notify(context, true)
  } catch (thrown) {
    if (!signal.aborted) log.warn('Completing the directory failed', { code: asDeskError(thrown).code })
  }
}
