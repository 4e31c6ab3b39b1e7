/** A clock that a test moves beyond a client's time limits. */
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock, type Clock } from '../../electron/base/clock.ts'
import { defaultLimits } from '../../electron/service/http/exchange.ts'
import type { Limits } from '../../electron/service/index.ts'

export interface JumpingClock {
  readonly clock: Clock
  /** Jumps beyond one of the client's limits, but not beyond a longer one. */
  readonly exceed: (limit: keyof Limits) => void
}

/**
 * Creates a clock whose wall time jumps, which the client notices within half a second. Limits that are short enough
 * for a test to wait for them could expire on a busy machine before a regular response.
 */
export function jumpingClock(): JumpingClock {
  let jumped = 0
  return {
    clock: { now: () => Date.now() + jumped, monotonic: systemClock.monotonic },
    exceed: (limit) => void (jumped += (defaultLimits[limit] * 5) / 4),
  }
}

/**
 * Sends a request that the service never answers. Each time `arrived` increases, the clock jumps, so that the client
 * times out. Resolves to the outcome, also if the client doesn't send the request at all.
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
