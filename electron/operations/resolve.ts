/**
 * When a person may say that an operation did not happen: its request can't arrive any more, and the service was asked
 * once since then. Saying so frees the item for another press, so too early it could happen twice.
 */
import { asDeskError, DeskError, type DeskErrorCode } from '#shared/errors.ts'

/** Milliseconds: longer than a request can be on its way after its time-out. */
export const timedOutAfter = 60_000

/** The service was there and can't show it: asking again is of no use. */
const permanentFailures: ReadonlySet<DeskErrorCode> = new Set<DeskErrorCode>([
  'not_found',
  'not_supported',
  'unreadable_answer',
  'service_refused',
])
export const isPermanentFailure = (thrown: unknown): boolean => permanentFailures.has(asDeskError(thrown).code)

export interface ResolutionFacts {
  /** Milliseconds since the request is surely not on its way any more. */
  readonly unknownFor: number
  /** The service was asked after the settling time. */
  readonly hasChecked: boolean
  /** Its connection is open. */
  readonly canCheck: boolean
}

/** Throws `operation_not_possible`, `too_early`: `seconds` to wait, 0 where only a look is missing. */
export function requireTimedOut({ unknownFor, hasChecked, canCheck }: ResolutionFacts): void {
  const seconds = Math.max(0, Math.ceil((timedOutAfter - unknownFor) / 1000))
  if (seconds === 0 && (hasChecked || !canCheck)) return
  throw new DeskError('operation_not_possible', 'It may still have been applied', { reasons: 'too_early', seconds })
}
