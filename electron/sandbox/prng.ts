/**
 * The pseudorandom arithmetic behind the seeded data. All of it derives from these few integer functions, so that a
 * customer is the same in every run with the same seed and needs no storage. They are not suitable for secrets.
 */

/** Hashes two integers into 32 evenly distributed bits. */
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

/** Formats a number from 0 to 99 as two digits. */
export const twoDigits = (value: number): string => pairs[value] ?? ''

/**
 * Formats a number below 10^10 as ten digits. It avoids `toString`, because V8 caches the latest number strings, and
 * millions of strings that are never used again would be promoted from its young generation to the old one.
 */
export function tenDigits(value: number): string {
  const high = Math.floor(value / 1e6)
  const low = value - high * 1e6
  return (
    `${twoDigits(Math.floor(high / 100))}${twoDigits(high % 100)}${twoDigits(Math.floor(low / 10_000))}` +
    `${twoDigits(Math.floor(low / 100) % 100)}${twoDigits(low % 100)}`
  )
}

/** Hashes a text into 32 bits (FNV-1a, then `mix`). */
export function hashText(text: string): number {
  let h = 0x811c9dc5
  for (let at = 0; at < text.length; at++) h = Math.imul(h ^ text.charCodeAt(at), 0x01000193)
  return mix(h, text.length)
}

/** A stream of pseudorandom numbers from one seed. Its state is a single integer, so an instance is cheap. */
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

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
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
