/**
 * Ends operations that no code waits for any more: at start everything in INTENT or SENDING, since only one process
 * uses a profile folder, and later the operations that were orphaned because the journal couldn't be written. It also
 * measures how long an outcome has been unknown.
 */
import { inFlightStates, stateFacts } from '#shared/model/operation/operationStates.ts'
import type { Clock } from '../../base/clock.ts'
import type { Journal } from '../journal/journal.ts'
import type { Transition } from '../types.ts'

interface RecoveryOptions {
  readonly journal: Journal
  readonly clock: Clock
  /** The operations that this process waits for. */
  readonly inFlight: { readonly has: (id: string) => boolean }
  readonly onTransition: (id: string) => void
}

export interface Recovery {
  /** Ends interrupted operations at start, without notifications, because there is no window yet. */
  readonly recover: () => void
  /** Ends the operations that were orphaned because the journal couldn't be written, and notifies about each. */
  readonly recoverOrphaned: () => void
  /** Records that the request of this operation has ended, with whatever outcome. */
  readonly requestEnded: (id: string) => void
  /** Returns the milliseconds since the request has certainly ended, or 0 for an operation that never was UNKNOWN. */
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
    // The wall clock may be changed by hours, so only the monotonic clock counts. A request of an earlier run has ended
    // before this run started.
    unknownFor: (id) => (journal.unknownSince(id) === null ? 0 : clock.monotonic() - (endedAt.get(id) ?? startedAt)),
  }
}
