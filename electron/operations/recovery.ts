/**
 * What nobody waits for any more: at start all that is INTENT or SENDING (one process a folder, so nobody else is at
 * it), later what was stranded because the journal couldn't be written. And how long something has not been known.
 */
import { inFlightStates, stateFacts } from '#shared/model/operationStates.ts'
import type { Clock } from '../clock.ts'
import type { Journal } from './journal.ts'
import type { Transition } from './types.ts'

export interface RecoveryOptions {
  readonly journal: Journal
  readonly clock: Clock
  /** Operations that this process waits for. */
  readonly inFlight: ReadonlyMap<string, unknown>
  readonly onTransition: (id: string) => void
}

export interface Recovery {
  /** At start. Tells nobody: no window is there yet. */
  readonly recover: () => void
  readonly recoverOrphaned: () => void
  /** The request of this operation has ended, however. */
  readonly requestEnded: (id: string) => void
  /** Milliseconds since its request has surely ended; 0 for one that was known at once. */
  readonly unknownFor: (id: string) => number
}

export function createRecovery({ journal, clock, inFlight, onTransition }: RecoveryOptions): Recovery {
  const startedAt = clock.monotonic()
  const endedAt = new Map<string, number>()

  const endInterrupted = (cause: string, notify: (id: string) => void): void => {
    for (const state of inFlightStates) {
      for (const id of journal.idsIn(state)) {
        if (inFlight.has(id)) continue
        const transition: Transition = { state: stateFacts[state].interrupted, cause, reason: cause }
        journal.move(id, transition)
        notify(id)
      }
    }
  }

  return {
    recover: () => {
      endInterrupted('restart', () => undefined)
    },
    recoverOrphaned: () => {
      endInterrupted('journal unwritable', onTransition)
    },
    requestEnded: (id) => {
      endedAt.set(id, clock.monotonic())
    },
    // The wall clock has no say: it may be set back by a day, or on. Of an earlier run all that is known is that it ended before this one.
    unknownFor: (id) => (journal.unknownSince(id) === null ? 0 : clock.monotonic() - (endedAt.get(id) ?? startedAt)),
  }
}
