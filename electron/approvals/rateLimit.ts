/** Counts what happened lately against a rule, by the clock that no one can set. */
import type { Clock } from '../clock.ts'
import type { RateLimitRule } from './rules.ts'

export interface RateLimit {
  /** Whether one more now would be faster than the rule allows. */
  readonly isExceeded: () => boolean
  /** Counts one. */
  readonly record: () => void
  /** A person said yes to more. */
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
    record() {
      prune()
      if (remainingGrants > 0) remainingGrants -= 1
      // More than the rule's number need not be remembered to know that it is reached.
      else recordedAt = [...recordedAt, clock.monotonic()].slice(-rule.count)
    },
    grant() {
      remainingGrants = rule.grantCount
      grantedUntil = clock.monotonic() + rule.grantMs
    },
  }
}
