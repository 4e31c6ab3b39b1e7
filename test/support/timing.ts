/** Measures whether a time grows linearly with the length of a text, not quadratically. */
import type { HostileText } from './hostileTexts.ts'

export interface Growth {
  /** The lengths of the short and of the long text in code units. */
  readonly short: number
  readonly long: number
  /** The maximum time for the long text in milliseconds, whatever the time for the short one. */
  readonly limit: number
}

export interface Measured {
  readonly short: number
  readonly long: number
}

/** Below this time the resolution of the clock dominates. */
const negligibleMs = 20
const clockResolutionMs = 1
/** The tolerance for linear growth. Quadratic growth exceeds it tenfold for the long text. */
const allowance = 4
/**
 * A long text can also be slow because it needs more memory. A text four times as long then takes 4 times the time, but
 * 16 times for quadratic growth.
 */
const longerFactor = 4
const maxLongerRatio = 8

type Act = (text: string) => unknown

/** Returns the processor time of this thread in milliseconds, without other work on the machine. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Measures one call, even if it throws. */
async function once(act: Act, text: string): Promise<number> {
  const begin = cpuTime()
  try {
    await act(text)
  } catch {
    // An exception is a valid result, too.
  }
  return cpuTime() - begin
}

async function fastest(act: Act, text: string, times: number): Promise<number> {
  let best = Infinity
  for (let time = 0; time < times; time += 1) best = Math.min(best, await once(act, text))
  return best
}

/** Returns null if the time is linear, or the measured times. */
export async function superLinear(
  act: Act,
  { of }: HostileText,
  { short, long, limit }: Growth,
): Promise<Measured | null> {
  const text = of(long)
  const first = await once(act, text)
  if (first <= negligibleMs) return null
  if (first > limit) return { short: await once(act, of(short)), long: first }
  const longTime = await fastest(act, text, 3)
  const shortTime = await fastest(act, of(short), 5)
  const measured = { short: shortTime, long: longTime }
  if (longTime > limit) return measured
  if (longTime <= Math.max(negligibleMs, (long / short) * allowance * Math.max(clockResolutionMs, shortTime)))
    return null
  return (await fastest(act, of(longerFactor * long), 3)) > maxLongerRatio * longTime ? measured : null
}
