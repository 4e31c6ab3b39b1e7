/** Access tokens (interface 5). They are random, expire by the sandbox's clock, and are never displayed or logged. */
import { randomBytes, timingSafeEqual } from 'node:crypto'

const maxTokens = 20_000

export class Tokens {
  readonly #ends = new Map<string, number>()

  issue(now: number, milliseconds: number): string {
    if (this.#ends.size >= maxTokens) this.#sweep(now)
    const token = randomBytes(32).toString('base64url')
    this.#ends.set(token, now + milliseconds)
    return token
  }

  isActive(token: string, now: number): boolean {
    const end = this.#ends.get(token)
    return end !== undefined && end > now
  }

  revokeAll(): void {
    this.#ends.clear()
  }

  get count(): number {
    return this.#ends.size
  }

  #sweep(now: number): void {
    for (const [token, end] of this.#ends) if (end <= now) this.#ends.delete(token)
    for (const token of this.#ends.keys()) {
      if (this.#ends.size < maxTokens) break
      this.#ends.delete(token)
    }
  }
}

/** Compares two texts in constant time for texts of equal length. */
export function sameSecret(actual: string, expected: string): boolean {
  const [left, right] = [Buffer.from(actual), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
