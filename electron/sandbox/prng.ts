/**
 * Arithmetic of the made-up data: everything seeded comes from these few integer functions, so that a customer is
 * the same in every run with the same seed and never has to be stored. Not for secrets.
 */

/** Mixes two integers into 32 well-spread bits. */
export function mix(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35)
  h ^= h >>> 15
  h = Math.imul(h, 0x2c1b3c6d)
  h ^= h >>> 12
  h = Math.imul(h, 0x297a2d39)
  h ^= h >>> 15
  return h >>> 0
}

const pairs = Array.from({ length: 100 }, (_, value) => value.toString().padStart(2, '0'))

/** A number from 0 to 99 in two digits. */
export const twoDigits = (value: number): string => pairs[value] ?? ''

/**
 * A number below 10^10 in ten digits. Not by `toString`: the engine keeps the latest texts of numbers, and millions that
 * are never asked for again would push each other out of its young memory into the old.
 */
export function tenDigits(value: number): string {
  const high = Math.floor(value / 1e6)
  const low = value - high * 1e6
  return `${twoDigits(Math.floor(high / 100))}${twoDigits(high % 100)}${twoDigits(Math.floor(low / 10_000))}${twoDigits(Math.floor(low / 100) % 100)}${twoDigits(low % 100)}`
}

/** 32 bits of a text (FNV-1a, then mixed). */
export function hashText(text: string): number {
  let h = 0x811c9dc5
  for (let at = 0; at < text.length; at++) h = Math.imul(h ^ text.charCodeAt(at), 0x01000193)
  return mix(h, text.length)
}

/** A stream of numbers from one seed. Cheap: one integer of state. */
export class Prng {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  bits(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return (t ^ (t >>> 14)) >>> 0
  }

  /** 0 up to 1, without 1. */
  fraction(): number {
    return this.bits() / 0x1_0000_0000
  }

  between(low: number, high: number): number {
    return low + this.fraction() * (high - low)
  }

  below(count: number): number {
    return this.bits() % count
  }

  oneIn(count: number): boolean {
    return this.bits() % count === 0
  }

  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    const found = list[this.bits() % list.length]
    if (found === undefined) throw new RangeError('nothing to pick from')
    return found
  }
}
