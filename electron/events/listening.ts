/**
 * The record of when somebody was listening. It is written while events are received, so that after a crash at most
 * half a minute counts as not listened.
 */
import type { Clock } from '../base/clock.ts'
import type { Timer } from '../base/timer.ts'
import type { EventStore } from './store.ts'

export interface Listening {
  /** Somebody is listening now. After a break, such as the machine's sleep, a new time of listening begins. */
  readonly beat: () => void
  /** What follows until the next `beat` is a break. */
  readonly interrupt: () => void
  readonly stop: () => void
}

const beatMs = 30_000
/** A longer time between two beats means that the process was suspended. */
const maxSilenceMs = 3 * beatMs

export function createListening(
  store: Pick<EventStore, 'beginListening' | 'continueListening'>,
  clock: Pick<Clock, 'now'>,
  timer: Timer,
): Listening {
  let lastBeat: number | null = null
  let cancel = (): void => undefined

  const beat = (): void => {
    const now = clock.now()
    const isBreak = lastBeat === null || now - lastBeat > maxSilenceMs
    if (isBreak) store.beginListening(now)
    else store.continueListening(now)
    lastBeat = now
  }
  const interrupt = (): void => {
    lastBeat = null
  }
  const schedule = (): void => {
    cancel = timer(beatMs, () => {
      schedule()
      try {
        if (lastBeat !== null) beat()
      } catch {
        // The file cannot be written now: what was received meanwhile was not stored either.
        interrupt()
      }
    })
  }
  schedule()

  return {
    beat,
    interrupt,
    stop() {
      cancel()
      if (lastBeat !== null) beat()
    },
  }
}
