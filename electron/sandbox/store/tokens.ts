/** Access tokens (interface 5): random, with an end on the sandbox's clock, kept in memory, never shown or logged. */
import { randomBytes, timingSafeEqual } from 'node:crypto'

const most = 20_000

export class Tokens {
  readonly #ends = new Map<string, number>()

  issue(now: number, milliseconds: number): string {
    if (this.#ends.size >= most) this.#sweep(now)
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
      if (this.#ends.size < most) break
      this.#ends.delete(token)
    }
  }
}

/** Compares two texts in a time that does not depend on where they differ. */
export function sameSecret(given: string, wanted: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)]
  return left.length === right.length && timingSafeEqual(left, right)
}
