/** Which events about a package that has started an operation of this desk explains. */
import { expect, it } from 'vitest'
import { CustomerUid, ItemUid } from '#shared/wire/ids.ts'
import type { JournalRow } from '../../../../../electron/operations/journal/journal.ts'
import { hasStarted } from '../../../../../electron/operations/reconcile/hints.ts'
import { rowOf } from '../rowOf.ts'

const [customerUid, itemUid] = [CustomerUid.parse('u'), ItemUid.parse('i')]
const at = Date.UTC(2026, 10, 21, 12)

function explains(kind: JournalRow['kind'], changes: Partial<JournalRow> = {}, identity = 'c'): boolean {
  const row = rowOf(kind, { customer_uid: customerUid, item_uid: itemUid, state: 'CONFIRMED', ...changes })
  const context = { connections: { current: () => ({ identity }) }, journal: { rows: () => [row] } }
  return hasStarted(context as never, customerUid, itemUid, at)
}

it.each([
  ['an activation', 'activate', {}, true],
  ['a purchase that starts at once', 'top-up', { mode: 'NOW' }, true],
  ['a sale to a new customer that starts at once', 'register', { mode: 'NOW' }, true],
  ['a purchase that starts with its first use', 'top-up', { mode: 'FIRST_USE' }, false],
  ['a refund', 'refund', {}, false],
  ['an activation of another package', 'activate', { item_uid: ItemUid.parse('other') }, false],
  ['an activation that is being sent', 'activate', { state: 'SENDING' }, false],
  ['an activation whose outcome is unknown', 'activate', { state: 'UNKNOWN' }, false],
  ['an activation that was refused', 'activate', { state: 'REJECTED' }, false],
] as const)('%s explains that the package started: %#', (_what, kind, changes, isExplained) => {
  expect(explains(kind, changes)).toBe(isExplained)
})

it('an operation of another connection explains nothing', () => {
  expect(explains('activate', {}, 'another')).toBe(false)
})

it('only operations on the customer about that time are looked at', () => {
  const filters: unknown[] = []
  const rows = (filter: unknown): readonly JournalRow[] => (filters.push(filter), [])
  hasStarted({ connections: { current: () => null }, journal: { rows } } as never, customerUid, itemUid, at)
  expect(filters).toEqual([{ customerUid, from: at - 3_600_000, to: at + 120_000 }])
})
