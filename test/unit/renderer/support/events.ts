/** A fake of the desk's pushed events: listeners by name, and a function that pushes. */
import type { EventName, Events } from '#shared/contract.ts'

export interface FakeEvents {
  readonly on: <E extends EventName>(event: E, listener: (payload: Events[E]) => void) => () => void
  readonly push: <E extends EventName>(event: E, payload: Events[E]) => void
  readonly listeners: () => number
}

export function fakeEvents(): FakeEvents {
  const target = new EventTarget()
  let count = 0
  return {
    on: (event, listener) => {
      const delivered = (pushed: Event): void => {
        if (pushed instanceof CustomEvent) listener(pushed.detail)
      }
      target.addEventListener(event, delivered)
      count += 1
      return () => {
        target.removeEventListener(event, delivered)
        count -= 1
      }
    },
    push: (event, payload) => void target.dispatchEvent(new CustomEvent(event, { detail: payload })),
    listeners: () => count,
  }
}
