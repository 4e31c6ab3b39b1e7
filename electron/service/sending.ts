/**
 * When a read was sent. It may have waited for a token or for an earlier attempt before, so the answer is as of its
 * latest sending, not of the call.
 */
import type { Clock } from '../base/clock.ts'
import type { Read } from './types.ts'

export interface Sending {
  /** Given to the read. */
  readonly onSend: NonNullable<Read['onSend']>
  /** By the monotonic clock: when the latest attempt was sent, or before that when the read began. */
  readonly at: () => number
}

export function trackSending(clock: Pick<Clock, 'monotonic'>): Sending {
  let sentAt = clock.monotonic()
  return { onSend: () => void (sentAt = clock.monotonic()), at: () => sentAt }
}
