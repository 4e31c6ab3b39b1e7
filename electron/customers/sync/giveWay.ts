/**
 * A run gives way to the agent: while somebody searches, scrolls or opens customers it rests before each part of the
 * list, so that the searches and the window have the processor. Otherwise it goes on as fast as it can.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { SyncContext } from './context.ts'

type Context = Pick<SyncContext, 'clock' | 'pace' | 'lastUse'>

/** Milliseconds. What is asked for again within this time may be a reload of the window. */
const repeatedWithin = 5000
/** More than a page that is reloaded asks for. */
const maxUses = 20

/** Notes that somebody uses the list, unless the same was asked for a moment ago. */
export function noteUse(context: Pick<SyncContext, 'clock' | 'lastUse' | 'uses'>, what: string): void {
  const { clock, uses } = context
  const now = clock.monotonic()
  const before = uses.get(what) ?? -Infinity
  uses.delete(what)
  uses.set(what, now)
  for (const oldest of uses.keys()) {
    if (uses.size <= maxUses) break
    uses.delete(oldest)
  }
  if (now - before >= repeatedWithin) context.lastUse = now
}

/** Whether somebody has used the list a moment ago, and probably goes on. */
export const isInUse = ({ clock, pace, lastUse }: Context): boolean => clock.monotonic() - lastUse < pace.inUseFor

/** Rests if the list is in use. Throws the reason of the signal when it is aborted. */
export async function giveWay(context: Context, aborted: AbortSignal): Promise<void> {
  if (isInUse(context)) await wait(context.pace.rest, undefined, { signal: aborted }).catch(() => undefined)
  aborted.throwIfAborted()
}
