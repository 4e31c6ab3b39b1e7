/**
 * Previews that can still be run. Each is bound to one request, can be taken once, and expires after a minute by
 * whichever clock is first: the wall clock may jump, and the monotonic clock may stop while the machine sleeps.
 */
import { DeskError } from '#shared/errors.ts'
import type { OperationPreview } from '#shared/model/operation/operation.ts'
import type { Clock } from '../../base/clock.ts'
import type { JournalRefusal } from '../journal/journalGuard.ts'
import type { OperationRequest, PurchaseFacts } from '../types.ts'
import type { BoundSale } from './recentSale.ts'

/** Milliseconds. */
export const previewLifetime = 60_000
const maxStored = 500

export interface BoundPreview {
  readonly view: OperationPreview
  /** Identity of the connection that the preview was made on. */
  readonly connection: string
  readonly lockKey: string
  /**
   * `seq` of the newest operation with this lock key at the time of the preview. A newer one has changed the target.
   */
  readonly journalAt: number
  /** Returns the content of the request for an intent with this id. */
  /** @param agent who presses, as the journal names them */
  readonly requestOf: (id: string, agent: string) => OperationRequest
  readonly purchase: PurchaseFacts | null
  /** What a purchase sells, or `null` for an operation on an item. */
  readonly sold: BoundSale | null
  /** By which request the customer was read, or `null` for a purchase. */
  readonly readBy: string | null
  /** ICCIDs of the customer's eSIMs, which are stored with the operation. */
  readonly iccids: readonly string[]
}

/** Marks a preview as not possible because the journal is not the one that it should be. */
export const refusedByJournal = (bound: BoundPreview, refusal: JournalRefusal): BoundPreview => ({
  ...bound,
  view: { ...bound.view, possible: false, reasons: [refusal, ...bound.view.reasons], notes: [] },
})

interface StoredPreview {
  readonly bound: BoundPreview
  readonly wall: number
  readonly monotonic: number
  taken: boolean
}

export interface Previews {
  readonly add: (bound: BoundPreview) => void
  /**
   * Takes a preview to run it. Throws `operation_in_progress` if it was taken before, and `preview_gone` if it has
   * expired or belongs to another connection.
   */
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
        throw new DeskError('preview_gone', 'This preview has expired or belongs to another connection')
      }
      if (entry.taken) throw new DeskError('operation_in_progress', 'This preview has been run already')
      entry.taken = true
      return entry.bound
    },
  }
}
