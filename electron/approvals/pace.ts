/** Counts what happened lately against a rule, by the clock that no one can set. */
import type { Clock } from '../clock.ts'
import type { PaceRule } from './rules.ts'

export interface Pace {
  /** Whether one more now would be faster than the rule allows. */
  readonly isOver: () => boolean
  /** Counts one. */
  readonly note: () => void
  /** A person said yes to more. */
  readonly allow: () => void
}

export function createPace(rule: PaceRule, clock: Pick<Clock, 'monotonic'>): Pace {
  let recent: number[] = []
  let allowed = 0
  let allowedUntil = 0

  const prune = (): void => {
    const oldest = clock.monotonic() - rule.withTimeout
    recent = recent.filter((at) => at > oldest)
    if (clock.monotonic() >= allowedUntil) allowed = 0
  }

  return {
    isOver() {
      prune()
      return allowed === 0 && recent.length >= rule.count
    },
    note() {
      prune()
      if (allowed > 0) allowed -= 1
      // More than the rule's number need not be remembered to know that it is reached.
      else recent = [...recent, clock.monotonic()].slice(-rule.count)
    },
    allow() {
      allowed = rule.allowed
      allowedUntil = clock.monotonic() + rule.allowedFor
    },
  }
}
