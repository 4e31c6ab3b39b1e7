/**
 * A run yields to the user: while somebody searches, scrolls or opens customers, it rests before each part of the
 * list, so that the searches and the window have the processor. Otherwise it goes on as fast as it can.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { SyncContext } from './context.ts'

type Context = Pick<SyncContext, 'clock' | 'pace' | 'lastActivity'>

/** Milliseconds. A request that is repeated within this time may come from a reload of the window. */
const repeatedWithin = 5000
/** This is more than the requests of a page that is reloaded. */
const maxUses = 20

/** Records that the user uses the list, unless the same request came a moment ago. */
export function recordActivity(context: Pick<SyncContext, 'clock' | 'lastActivity' | 'uses'>, what: string): void {
  const { clock, uses } = context
  const now = clock.monotonic()
  const before = uses.get(what) ?? -Infinity
  uses.delete(what)
  uses.set(what, now)
  for (const oldest of uses.keys()) {
    if (uses.size <= maxUses) break
    uses.delete(oldest)
  }
  if (now - before >= repeatedWithin) context.lastActivity = now
}

/** Whether the user used the list a moment ago and will probably continue. */
export const isInUse = ({ clock, pace, lastActivity }: Context): boolean =>
  clock.monotonic() - lastActivity < pace.inUseFor

/** Rests if the list is in use. Throws the reason of the signal when it is aborted. */
export async function yieldToUser(context: Context, aborted: AbortSignal): Promise<void> {
  if (isInUse(context)) await wait(context.pace.rest, undefined, { signal: aborted }).catch(() => undefined)
  aborted.throwIfAborted()
}
