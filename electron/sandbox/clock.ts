/**
 * The sandbox's own clock: it runs with real time, stands, or jumps forward. Every time the service says, and the
 * `Date` header, come from here. It never goes backwards: what has expired stays expired.
 */

export const second = 1000
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

/** Milliseconds of `5000`, `"90 days"`, `"2 hours 30 minutes"`; undefined when it is no such thing. */
export function parseDuration(value: number | string): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : undefined
  const parts = [...value.matchAll(durationPart)]
  if (parts.length === 0 || value.replaceAll(durationPart, '').trim() !== '') return undefined
  let total = 0
  for (const [, amount, name] of parts) {
    const word = (name ?? '').toLowerCase()
    const unit = units[word] ?? units[word.replace(/s$/, '')]
    if (unit === undefined) return undefined
    total += Number(amount) * unit
  }
  return total
}

/** The last time that its clock can show: what follows from it must still be a date of four digits a year. */
export const lastInstant = Date.UTC(9900, 0)

export type ClockMode = 'run' | 'stand'

export class SandboxClock {
  #base: number
  #since: number
  #mode: ClockMode = 'run'
  readonly #real: () => number
  /** Called when it was set or moved. */
  changed: () => void = () => undefined

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
    this.changed()
  }

  advance(milliseconds: number): void {
    this.#base = this.now() + milliseconds
    this.#since = this.#real()
    this.changed()
  }
}
