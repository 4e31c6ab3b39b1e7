/** Waits for test events that were sent along the whole path. */
import { toInstant } from '#shared/model/instant.ts'
import type { EventTest } from '#shared/model/customer/events.ts'
import type { Clock } from '../base/clock.ts'
import type { Timer } from '../base/timer.ts'

interface EventTests {
  /** Calls `send`, which returns the id of the test event, and waits until the event arrives. */
  readonly run: (send: () => Promise<string>) => Promise<EventTest>
  readonly onArrival: (id: string) => void
}

const timeoutMs = 30_000
/** An event may arrive before its sender has answered, and other desks send tests too. */
const maxRemembered = 50

export function createEventTests(clock: Clock, timer: Timer): EventTests {
  const arrivals = new Map<string, number>()
  const waiting = new Map<string, () => void>()
  return {
    async run(send) {
      const began = clock.monotonic()
      const id = await send()
      if (!arrivals.has(id)) {
        const { promise, resolve } = Promise.withResolvers<void>()
        waiting.set(id, resolve)
        const cancel = timer(timeoutMs, resolve)
        await promise
        cancel()
        waiting.delete(id)
      }
      const arrived = arrivals.get(id)
      const took = Math.max(0, Math.round((arrived ?? clock.monotonic()) - began))
      return { arrivedAt: arrived === undefined ? null : toInstant(clock.now()), took }
    },
    onArrival(id) {
      arrivals.set(id, clock.monotonic())
      const [oldest] = arrivals.keys()
      if (arrivals.size > maxRemembered && oldest !== undefined) arrivals.delete(oldest)
      waiting.get(id)?.()
    },
  }
}
