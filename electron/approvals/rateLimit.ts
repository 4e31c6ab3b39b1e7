/** A rate limit by the monotonic clock, which nobody can set. */
import type { Clock } from '../base/clock.ts'
import type { RateLimitRule } from './rules.ts'

interface RateLimit {
  /** Whether one more event now would exceed the rule. */
  readonly isExceeded: () => boolean
  /** Whether this many more events would exceed the rule, if each came now and without an approval. */
  readonly wouldExceed: (count: number) => boolean
  /** Counts one event. */
  readonly record: () => void
  /** Allows further events after a person has approved them. */
  readonly grant: () => void
}

export function createRateLimit(rule: RateLimitRule, clock: Pick<Clock, 'monotonic'>): RateLimit {
  let recordedAt: number[] = []
  let remainingGrants = 0
  let grantedUntil = 0

  const prune = (): void => {
    const oldest = clock.monotonic() - rule.windowMs
    recordedAt = recordedAt.filter((at) => at > oldest)
    if (clock.monotonic() >= grantedUntil) remainingGrants = 0
  }

  return {
    isExceeded() {
      prune()
      return remainingGrants === 0 && recordedAt.length >= rule.count
    },
    wouldExceed(count) {
      prune()
      return recordedAt.length + count > rule.count
    },
    record() {
      prune()
      if (remainingGrants > 0) remainingGrants -= 1
      // `rule.count` times are enough to decide whether the limit is reached.
      else recordedAt = [...recordedAt, clock.monotonic()].slice(-rule.count)
    },
    grant() {
      remainingGrants = rule.grantCount
      grantedUntil = clock.monotonic() + rule.grantMs
    },
  }
}
