/** Runs long computations without blocking the thread. They are generators that yield where they can be interrupted. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds for which a computation may block the thread. */
const maxBlockMs = 10

/** Runs all steps, and gives the event loop a turn whenever they have blocked the thread for `maxBlockMs`. */
export async function inSteps<T>(steps: Generator<void, T>): Promise<T> {
  let blockedSince = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (performance.now() - blockedSince < maxBlockMs) continue
    await nextTurn()
    blockedSince = performance.now()
  }
}
