/**
 * Decides when a person may resolve an operation as NOT_APPLIED: its request can't arrive any more, and a check has
 * been made since then. The resolution unlocks the item for another submission, so an early one could execute it twice.
 */
import { asDeskError, DeskError, type DeskErrorCode } from '#shared/errors.ts'

/** Milliseconds after which a request that timed out can't arrive any more. */
export const timedOutAfter = 60_000

/** Errors of a service that can be reached but can't show the outcome, so that another check is of no use. */
const permanentFailures: ReadonlySet<DeskErrorCode> = new Set<DeskErrorCode>([
  'not_found',
  'not_supported',
  'unreadable_answer',
  'service_refused',
])
export const isPermanentFailure = (thrown: unknown): boolean => permanentFailures.has(asDeskError(thrown).code)

interface ResolutionFacts {
  /** Milliseconds since the request has certainly ended. */
  readonly unknownFor: number
  /** Whether a check was made after `timedOutAfter`. */
  readonly hasChecked: boolean
  /** Whether the operation's connection is open. */
  readonly canCheck: boolean
}

/**
 * Throws `operation_not_possible` with the reason `too_early` and the `seconds` to wait, which are 0 if only a check is
 * missing.
 */
export function requireTimedOut({ unknownFor, hasChecked, canCheck }: ResolutionFacts): void {
  const seconds = Math.max(0, Math.ceil((timedOutAfter - unknownFor) / 1000))
  if (seconds === 0 && (hasChecked || !canCheck)) return
  throw new DeskError('operation_not_possible', 'The operation may still be applied', { reasons: 'too_early', seconds })
}
