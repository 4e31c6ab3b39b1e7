/** Measures whether a time grows with the length of a text as a line does, and not as a square. */
import type { HostileText } from './hostileTexts.ts'

export interface Growth {
  /** Code units of the short and of the long text. */
  readonly short: number
  readonly long: number
  /** Milliseconds that the long text may take, whatever the short one takes. */
  readonly limit: number
}

export interface Measured {
  readonly short: number
  readonly long: number
}

/** Milliseconds below which the grain of the clock decides. */
const negligibleMs = 20
const clockResolutionMs = 1
/** A square has a tenfold time for the longer text beyond that of a line. */
const allowance = 4
/**
 * A long text that needs more memory than a short one looks slow, too: four times its length takes 4 times its time, by
 * a square 16 times.
 */
const longerFactor = 4
const maxLongerRatio = 8

type Act = (text: string) => unknown

/** Milliseconds of this thread alone: other work on the machine does not count. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** What it throws is of no interest here. */
async function once(act: Act, text: string): Promise<number> {
  const begin = cpuTime()
  try {
    await act(text)
  } catch {
    // A refusal is an answer, too.
  }
  return cpuTime() - begin
}

async function fastest(act: Act, text: string, times: number): Promise<number> {
  let best = Infinity
  for (let time = 0; time < times; time += 1) best = Math.min(best, await once(act, text))
  return best
}

/** Null where the time is linear, else what was measured. */
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
