/**
 * A run gives way to the agent: while somebody searches, scrolls or opens customers it rests before each part of the
 * list, so that the searches and the window have the processor. Otherwise it goes on as fast as it can.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { SyncContext } from './context.ts'

type Context = Pick<SyncContext, 'clock' | 'pace' | 'lastUse'>

/** Whether somebody has used the list a moment ago, and probably goes on. */
export const isInUse = ({ clock, pace, lastUse }: Context): boolean => clock.monotonic() - lastUse < pace.inUseFor

/** Rests if the list is in use. Throws the reason of the signal when it is aborted. */
export async function giveWay(context: Context, aborted: AbortSignal): Promise<void> {
  if (isInUse(context)) await wait(context.pace.rest, undefined, { signal: aborted }).catch(() => undefined)
  aborted.throwIfAborted()
}
