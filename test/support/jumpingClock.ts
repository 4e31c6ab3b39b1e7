/** A clock that reaches a client's time limits when a test says so. */
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock, type Clock } from '../../electron/clock.ts'
import { defaultLimits } from '../../electron/service/exchange.ts'
import type { Limits } from '../../electron/service/index.ts'

export interface JumpingClock {
  readonly clock: Clock
  /** Jumps beyond one of the client's limits and none that is longer. */
  readonly exceed: (limit: keyof Limits) => void
}

/**
 * Its wall time jumps, and the client notices within half a second. Real limits that are short enough to be waited for
 * are reached on a busy machine before an answer that was going to come.
 */
export function jumpingClock(): JumpingClock {
  let jumped = 0
  return {
    clock: { now: () => Date.now() + jumped, monotonic: systemClock.monotonic },
    exceed: (limit) => void (jumped += (defaultLimits[limit] * 5) / 4),
  }
}

/**
 * Sends a request that the service never answers: as often as `arrived` has grown, the client gives up. Resolves with
 * the outcome, also where the client doesn't send it at all.
 */
export async function sendUntilTimeout<T>(
  send: () => Promise<T>,
  { exceed }: JumpingClock,
  arrived: () => Promise<number>,
): Promise<T> {
  let lastCount = await arrived()
  let isPending = true
  const sent = send()
  const ended = sent
    .then(
      () => undefined,
      () => undefined,
    )
    .finally(() => (isPending = false))
  while (isPending) {
    const now = await arrived()
    if (now > lastCount) {
      lastCount = now
      exceed('headers')
    }
    await Promise.race([ended, wait(10)])
  }
  return await sent
}
