/** Instants inside the desk: epoch milliseconds, and ISO 8601 in UTC in what the window shows. */
export { hasInstant, parseInstant } from '../wire/instant.ts'

/** Returns `null` for `null` and for a value outside the range of dates. */
export function toInstant(ms: number | null): string | null {
  if (ms === null) return null
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
