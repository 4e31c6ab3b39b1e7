/** What counts for the daily limit, however the currency is written. */
import { expect, it } from 'vitest'
import type { Summed } from '../../../../electron/operations/journal.ts'
import { limitReason, spentToday } from '../../../../electron/operations/totals.ts'

const bought = (amount: string | null, currency: string | null, parts: Partial<Summed> = {}): Summed => ({ day: '2026-11-21', kind: 'register', state: 'CONFIRMED', amount, currency, count: 1, ...parts })
const spent = (...rows: readonly Summed[]): string => spentToday({ sums: () => rows }, 'here', 0)

it('adds all that is in dollars, however they are written, and nothing else', () => {
  expect(spent(bought('10.00', 'USD', { count: 2 }), bought('0.10', 'usd'), bought('0.20', 'USD', { state: 'UNKNOWN' }), bought('5.00', 'EUR'), bought(null, null), bought('7.00', 'USD', { kind: 'refund' }))).toBe('20.30')
  expect(spent()).toBe('0.00')
})

it.each([
  [{ amount: '1.00', currency: 'USD' }, '9.00', '10', null],
  [{ amount: '1.01', currency: 'usd' }, '9.00', '10', 'daily_limit'],
  [{ amount: '1.00', currency: 'EUR' }, '0.00', '10', 'price_unknown_for_limit'],
  [null, '0.00', '10', 'price_unknown_for_limit'],
  [null, '0.00', null, null],
] as const)('a price of %j after %s under a limit of %s: %s', (price, before, limit, reason) => {
  expect(limitReason(price, before, limit)).toBe(reason)
})
