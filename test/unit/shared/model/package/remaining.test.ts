/** What a customer has left: the service's total, the packages that make it up, and those that have ended since. */
import { expect, test } from 'vitest'
import { remainingOf } from '#shared/model/package/remaining.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { UnreadablePart } from '#shared/wire/unreadablePart.ts'
import { entry, item } from '../things.ts'

const now = Date.parse('2026-11-27T10:00:00Z')
const day = 86_400_000
const at = (days: number): string => new Date(now + days * day).toISOString()

const unreadable: UnreadablePart = {
  part: 'package',
  uid: null,
  iccid: null,
  imsi: null,
  metatag: null,
  name: null,
  reason: 'no balance',
  raw: null,
}

interface Sold {
  readonly left: readonly [number, string]
  readonly of?: readonly [number, string]
  readonly ends?: number
  readonly status?: string
}

const packageOf = ({ left, of = [5, 'GB'], ends = 20, status = 'Purchased' }: Sold, n: number) =>
  item({
    uid: `item-${String(n)}`,
    status,
    balance: {
      availableBalance: { sizeValue: left[0], sizeUnit: left[1] },
      size: { sizeValue: of[0], sizeUnit: of[1] },
      activatedAt: at(-10),
      expiresAt: at(ends),
    },
  })

function left(
  total: readonly [number, string] | null,
  sold: readonly Sold[],
  time = now,
  changes: Partial<WireCustomerEntry> = {},
) {
  const totalAvailableBalance = total === null ? null : { sizeValue: total[0], sizeUnit: total[1] }
  return remainingOf({ ...entry(sold.map(packageOf), { totalAvailableBalance }), ...changes })(time)
}

test('without a total of the service nothing is known', () => {
  expect(left(null, [{ left: [3, 'GB'] }])).toBeNull()
})

test('a total that the packages explain is shown as the service has it', () => {
  const unused: Sold = { left: [0.49, 'GB'], of: [500, 'MB'] }
  expect(left([0.49, 'GB'], [unused])).toEqual({ value: 0.49, unit: 'GB' })
  expect(left([0.01, 'GB'], [{ left: [0.01, 'GB'], of: [10, 'MB'] }])).toEqual({ value: 0.01, unit: 'GB' })
  expect(left([1536, 'KB'], [])).toEqual({ value: 1.5, unit: 'MB' })
  expect(left([5.24, 'GB'], [{ left: [4.75, 'GB'] }, unused])).toEqual({ value: 5.24, unit: 'GB' })
})

test('a package that has ended since the service was read counts no more', () => {
  const packages: readonly Sold[] = [
    { left: [3.5, 'GB'], ends: 2 },
    { left: [2, 'GB'], ends: 5 },
  ]
  const before = left([5.5, 'GB'], packages)
  expect(before).toEqual({ value: 5.5, unit: 'GB' })
  expect(left([5.5, 'GB'], packages, now + 2 * day - 1)).toEqual(before)
  expect(left([5.5, 'GB'], packages, now + 2 * day)).toEqual({ value: 2, unit: 'GB' })
  expect(left([5.5, 'GB'], packages, now + 6 * day)).toEqual({ value: 0, unit: 'GB' })
})

test('the rounding of the service hides no small package that has ended', () => {
  const packages: readonly Sold[] = [{ left: [0.01, 'GB'], of: [10, 'MB'], ends: 2 }, { left: [3, 'GB'] }]
  expect(left([3.01, 'GB'], packages, now + 3 * day)).toEqual({ value: 3, unit: 'GB' })
  expect(left([0.01, 'GB'], packages.slice(0, 1), now + 3 * day)).toEqual({ value: 0, unit: 'GB' })
})

test('the rounding of packages that have ended hides them no less', () => {
  const packages: readonly Sold[] = [1, 2, 3, 4].map((ends) => ({ left: [1, 'GB'], ends }))
  expect(left([2.01, 'GB'], packages.slice(0, 2), now + 5 * day)).toEqual({ value: 0, unit: 'GB' })
  expect(left([4.02, 'GB'], packages, now + 3 * day)).toEqual({ value: 1, unit: 'GB' })
})

test('a total that the service has read without the ended packages stays', () => {
  expect(left([2, 'GB'], [{ left: [3.5, 'GB'], ends: -1 }, { left: [2, 'GB'] }])).toEqual({ value: 2, unit: 'GB' })
})

test.each([
  ['more than the packages have', [9, 'GB'] as const, [{ left: [2, 'GB'] }] as const, {}],
  ['less than they have', [1, 'GB'] as const, [{ left: [2, 'GB'] }] as const, {}],
  ['a package in another unit', [1, 'GB'] as const, [{ left: [1, 'parsecs'] }] as const, {}],
  ['a total in another unit', [1, 'parsecs'] as const, [{ left: [1, 'GB'] }] as const, {}],
  [
    'packages that the desk omits',
    [1.5, 'GB'] as const,
    [{ left: [1.5, 'GB'], ends: -1 }] as const,
    { omittedItems: 1 },
  ],
  [
    'a package that is not readable',
    [1.5, 'GB'] as const,
    [{ left: [1.5, 'GB'], ends: -1 }] as const,
    { unreadableParts: [unreadable] },
  ],
])('of a total with %s only the service knows why', (_why, total, sold, changes) => {
  expect(left(total, sold, now, changes)).toEqual({ value: total[0], unit: total[1] })
})

test('a package without a volume leaves no total until it has ended', () => {
  const packages: readonly Sold[] = [{ left: [-1, 'GB'], of: [-1, 'GB'], ends: 2 }, { left: [2, 'GB'] }]
  expect(left([2, 'GB'], packages)).toEqual({ value: 0, unit: 'unlimited' })
  expect(left([2, 'GB'], packages, now + 3 * day)).toEqual({ value: 2, unit: 'GB' })
})

test('a total of less than nothing is not known', () => {
  expect(left([-1, 'GB'], [{ left: [2, 'GB'] }])).toBeNull()
})

test('a refunded package counts no data', () => {
  expect(left([2, 'GB'], [{ left: [5, 'GB'], status: 'Refunded' }, { left: [2, 'GB'] }])).toEqual({
    value: 2,
    unit: 'GB',
  })
})
