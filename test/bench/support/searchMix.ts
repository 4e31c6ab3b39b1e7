/** The fixed mix of searches, each kind with its share. */
import { emailOf, iccidOf, metatagOf, mix, uidOf } from './customerBody.ts'

/** Returns the query of this number, for a list of `total` customers. */
export function queryOf(n: number, total: number): string {
  const one = mix(n * 31) % total
  const kind = n % 20
  if (kind < 6) return [iccidOf(one), emailOf(one), uidOf(one)][n % 3] ?? ''
  if (kind < 11) return iccidOf(one).slice(-6)
  if (kind < 14) return emailOf(one).slice(2, 9)
  if (kind < 16) return metatagOf(one, 0).slice(7, 18)
  if (kind < 18) return ['gmail', '8943', 'order', 'example'][n % 4] ?? ''
  return `absent${String(mix(n))}`
}
