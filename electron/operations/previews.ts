/**
 * Previews that may still be run: each bound to one effect, taken once, gone after a minute by whichever clock says so
 * first (the wall clock may jump, the monotonic one may stand still in sleep).
 */
import { DeskError } from '#shared/errors.ts'
import type { OperationPreview } from '#shared/model/operation.ts'
import type { Clock } from '../clock.ts'
import type { OperationRequest, PurchaseFacts } from './types.ts'

export const previewLifetime = 60_000
const maxStored = 500

export interface BoundPreview {
  readonly view: OperationPreview
  /** Identity of the connection that it was made on. */
  readonly connection: string
  readonly lockKey: string
  /** Newest operation of the journal under this lock when it was made: a newer one has changed the subject since. */
  readonly journalAt: number
  /** What is sent, once the intent has its id. */
  readonly requestOf: (id: string) => OperationRequest
  readonly purchase: PurchaseFacts | null
  /** Of the customer's eSIMs, to find the operation by. */
  readonly iccids: readonly string[]
}

/** Nothing can be run while what the journal held before is missing and nobody has acknowledged that. */
export const refusedByJournal = (bound: BoundPreview): BoundPreview => ({
  ...bound,
  view: { ...bound.view, possible: false, reasons: ['journal_unacknowledged', ...bound.view.reasons], notes: [] },
})

interface StoredPreview {
  readonly bound: BoundPreview
  readonly wall: number
  readonly monotonic: number
  taken: boolean
}

export interface Previews {
  readonly add: (bound: BoundPreview) => void
  /** Once: throws `operation_in_progress` on a second press of the same preview, `preview_gone` where there is none any more. */
  readonly take: (previewId: string, connection: string) => BoundPreview
}

export function createPreviews(clock: Clock): Previews {
  const stored = new Map<string, StoredPreview>()
  const isExpired = (entry: StoredPreview): boolean =>
    clock.now() >= entry.wall + previewLifetime || clock.monotonic() >= entry.monotonic + previewLifetime

  const prune = (): void => {
    for (const [id, entry] of stored) if (isExpired(entry) || stored.size > maxStored) stored.delete(id)
  }

  return {
    add: (bound) => {
      stored.set(bound.view.previewId, { bound, wall: clock.now(), monotonic: clock.monotonic(), taken: false })
      prune()
    },
    take: (previewId, connection) => {
      const entry = stored.get(previewId)
      if (entry === undefined || isExpired(entry) || entry.bound.connection !== connection) {
        throw new DeskError('preview_gone', 'This preview is not accepted any more')
      }
      if (entry.taken) throw new DeskError('operation_in_progress', 'This preview was run already')
      entry.taken = true
      return entry.bound
    },
  }
}
