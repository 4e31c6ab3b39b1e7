/**
 * The first read of a run while the desk starts: only the customers of the first screen, so that the rest of the list
 * does not delay the window. Each page of 200 customers would block the main process for about 10 ms.
 */
import { setImmediate } from 'node:timers/promises'
import { raceAbort } from '../../base/raceAbort.ts'
import type { CustomersAnswer, PageSource } from '../../service/index.ts'
import type { SyncContext } from './context.ts'

/**
 * Reads only the first screen while the desk starts, and waits until it has started. Returns the answer if it is the
 * whole list already.
 */
export async function readFirstScreen(
  context: SyncContext,
  pages: PageSource,
  aborted: AbortSignal,
): Promise<CustomersAnswer | null> {
  const { started, pace } = context
  if (await hasStarted(started)) return null
  const storeFirst = async (answer: CustomersAnswer): Promise<unknown> =>
    pages.store({ ...answer, entries: answer.entries.slice(0, pace.firstScreen), unreadable: [] }, aborted)
  let isLarge = false
  const answer = await pages
    .read(0, pace.firstScreen, aborted, async (part) => {
      await storeFirst(part)
      isLarge = true
      throw new Error('The rest of a large answer is read later')
    })
    .catch((thrown: unknown) => {
      if (!isLarge) throw thrown
      return null
    })
  if (answer !== null) await storeFirst(answer)
  aborted.throwIfAborted()
  await raceAbort(started, aborted).catch(() => aborted.throwIfAborted())
  aborted.throwIfAborted()
  context.received = 0
  // An answer with more than a page of the run cannot be one of the run's pages.
  return answer !== null && answer.received > pace.pageSize ? answer : null
}

const hasStarted = (started: Promise<void>): Promise<boolean> =>
  Promise.race([started.then(() => true), setImmediate(false)])
