/**
 * Milliseconds before the next attempt: `firstMs`, doubled with each failure up to a minute, with a random factor
 * between 0.5 and 1, so that many desks do not try at the same time.
 */
export const backoffMs = (firstMs: number, failures: number): number =>
  Math.min(firstMs * 2 ** failures, 60_000) * (0.5 + Math.random() / 2)
