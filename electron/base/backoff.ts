/**
 * Milliseconds before the next attempt: `firstMs`, doubled with each failure up to `maximumMs`, with a random factor
 * between 0.5 and 1, so that many desks do not try at the same time.
 */
export const backoffMs = (firstMs: number, failures: number, maximumMs = 60_000): number =>
  Math.min(firstMs * 2 ** failures, maximumMs) * (0.5 + Math.random() / 2)
