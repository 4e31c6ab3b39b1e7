/** Causes of a slow connection: a volume at full speed that is used up (interface 2.2). */
import type { Finding } from '../cause.ts'
import { packagesOmitted } from '../doubts.ts'
import type { Situation } from '../facts.ts'
import { highSpeedOf } from '../highSpeed.ts'
import { evidence, packageValue, sizeValue, textValue } from '../values.ts'

const isDaily = (interval: string | null): boolean => interval?.trim().toLowerCase() === '24h'

function slowed({ view, usable, inventory }: Situation, daily: boolean): Finding[] {
  const [first] = usable
  const policy = first === undefined ? null : highSpeedOf(first, inventory ?? [])
  if (first === undefined || policy === null) return []
  const { volume, throttle, interval, resetAt } = policy
  if (volume === null || throttle === null || interval === null) return []
  if ((isDaily(interval) && resetAt !== null) !== daily) return []
  return [
    {
      severity: 'info',
      values: {
        package: packageValue(first),
        volume: sizeValue(volume),
        speed: textValue(throttle),
        interval: textValue(interval),
        ...(resetAt !== null && { time: textValue(resetAt) }),
      },
      evidence: [evidence('policy', sizeValue(volume))],
      doubts: ['policyFromName', ...packagesOmitted(view)],
    },
  ]
}

export const throttledDaily = (situation: Situation): Finding[] => slowed(situation, true)
export const throttled = (situation: Situation): Finding[] => slowed(situation, false)
