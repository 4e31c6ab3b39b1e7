/**
 * The sandbox's own clock. It follows real time, stands still, or jumps forward. It is the source of every time that
 * the service reports, the `Date` header included. It never goes backwards, so that whatever has expired stays expired.
 */

const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour
export const year = 365 * day

const units: Readonly<Record<string, number>> = {
  ms: 1,
  second,
  minute,
  hour,
  day,
  week: 7 * day,
  month: 30 * day,
  year,
}

const durationPart = /(\d{1,15}(?:\.\d{1,15})?)\s{0,9}([a-z]{1,20})/gi

/** Parses `5000`, `"90 days"` or `"2 hours 30 minutes"` into milliseconds; returns undefined for anything else. */
export function parseDuration(value: number | string): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : undefined
  const parts = [...value.matchAll(durationPart)]
  if (parts.length === 0 || value.replaceAll(durationPart, '').trim() !== '') return undefined
  let total = 0
  for (const [, amount, name] of parts) {
    const unitName = (name ?? '').toLowerCase()
    const unit = units[unitName] ?? units[unitName.replace(/s$/, '')]
    if (unit === undefined) return undefined
    total += Number(amount) * unit
  }
  return total
}

/** The last instant that the clock can show. Dates derived from it must still have years of four digits. */
export const lastInstant = Date.UTC(9900, 0)

type ClockMode = 'run' | 'stand'

export class SandboxClock {
  #base: number
  #since: number
  #mode: ClockMode = 'run'
  readonly #real: () => number
  /** Called after the mode was set or the clock was moved. */
  onChange: () => void = () => undefined

  constructor(start: number, real: () => number = Date.now) {
    this.#base = start
    this.#real = real
    this.#since = real()
  }

  get mode(): ClockMode {
    return this.#mode
  }

  now(): number {
    if (this.#mode === 'stand') return this.#base
    return this.#base + Math.max(0, this.#real() - this.#since)
  }

  set(mode: ClockMode): void {
    this.#base = this.now()
    this.#since = this.#real()
    this.#mode = mode
    this.onChange()
  }

  advance(milliseconds: number): void {
    this.#base = this.now() + milliseconds
    this.#since = this.#real()
    this.onChange()
  }
}
