/** The schedule of automatic checks, with clocks that the test controls. */
import { beforeEach, describe, expect, it } from 'vitest'
import { checkTimes, createSchedule, type Schedule } from '../../../../electron/updates/schedule.ts'

const hour = 60 * 60 * 1000
/** What timers run by; the wall clock goes beside it and may be set. */
let elapsed: number
let clockIsAhead: number
let waiting: { at: number; act: () => void }[]
let checks: number[]
let random: number
let schedule: Schedule

const now = (): number => clockIsAhead + elapsed

/** Timers run as on a machine that does not sleep. */
function pass(milliseconds: number): void {
  const end = elapsed + milliseconds
  for (;;) {
    const next = waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
    if (next === undefined) break
    waiting = waiting.filter((other) => other !== next)
    elapsed = next.at
    next.act()
  }
  elapsed = end
}

beforeEach(() => {
  elapsed = 0
  clockIsAhead = 1_000_000
  waiting = []
  checks = []
  random = 0.5
  schedule = createSchedule({
    clock: { now },
    timer: (milliseconds, act) => {
      const entry = { at: elapsed + milliseconds, act }
      waiting.push(entry)
      return () => void (waiting = waiting.filter((other) => other !== entry))
    },
    random: () => random,
    onDue: () => {
      checks.push(now())
      schedule.plan('daily')
    },
  })
})

describe('checks', () => {
  it.each([0, 0.5, 0.999])('come a while after the start and then once a day, at moments that differ: %d', (chance) => {
    random = chance
    const start = now()
    schedule.plan('first')
    pass(72 * hour)
    expect((checks[0] ?? 0) - start).toBeGreaterThanOrEqual(checkTimes.first.after)
    expect((checks[0] ?? 0) - start).toBeLessThanOrEqual(checkTimes.first.after + checkTimes.first.spread)
    const gaps = checks.slice(1).map((at, index) => at - (checks[index] ?? 0))
    expect(gaps.length).toBeGreaterThanOrEqual(2)
    for (const gap of gaps) expect(Math.abs(gap - 24 * hour)).toBeLessThanOrEqual(hour)
  })
  it('do not come in a burst after the machine slept for days', () => {
    schedule.plan('daily')
    clockIsAhead += 100 * hour
    schedule.onResume()
    expect(checks).toEqual([now()])
  })
  it('come within the planned time though the clock was set back by years', () => {
    schedule.plan('daily')
    clockIsAhead -= 10_000 * hour
    const setBack = now()
    pass(30 * hour)
    expect(checks[0]).toBeLessThanOrEqual(setBack + checkTimes.daily.after + checkTimes.daily.spread + hour)
  })
  it('end with the desk', () => {
    schedule.plan('first')
    schedule.stop()
    pass(100 * hour)
    schedule.onResume()
    expect([checks, waiting]).toEqual([[], []])
  })
})
