/** Prints figures, one line each, with their goals. A figure never passes or fails a test. */
import { availableParallelism, loadavg } from 'node:os'

export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The maximum, or the minimum if `atLeast` is set. */
  readonly goal: number
  readonly atLeast?: true
  readonly note?: string
}

export function figure({ name, value, unit, goal, atLeast, note }: Figure): void {
  const shown = value >= 100 ? value.toFixed(0) : value.toFixed(2)
  const met = atLeast === true ? value >= goal : value <= goal
  console.log(
    `${met ? 'met   ' : 'MISSED'}  ${name}: ${shown} ${unit} ` +
      `(goal: at ${atLeast === true ? 'least' : 'most'} ${goal} ${unit})${note === undefined ? '' : ` · ${note}`}`,
  )
}

/** Prints the load, because wall times mean little on a busy machine, whose load per processor is well above 1. */
export function machine(): void {
  const processors = availableParallelism()
  console.log(
    `        (machine: ${String(processors)} processors, load per processor ${((loadavg()[0] ?? 0) / processors).toFixed(1)})`,
  )
}

/** Returns the value below which a share of the sample lies, in percent: `percentile(times, 99)`. */
export function percentile(sample: readonly number[], share: number): number {
  const sorted = [...sample].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil((share / 100) * sorted.length) - 1)] ?? Number.NaN
}

export const median = (sample: readonly number[]): number => percentile(sample, 50)
