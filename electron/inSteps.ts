/** Runs long computations, which are generators that yield where they can be interrupted, without blocking the thread. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds for which a computation may hold the thread. */
const maxHold = 10

/** Runs all steps, and lets the event loop take a turn whenever they have held the thread for `maxHold`. */
export async function inSteps<T>(steps: Generator<void, T>): Promise<T> {
  let heldSince = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (performance.now() - heldSince < maxHold) continue
    await nextTurn()
    heldSince = performance.now()
  }
}
