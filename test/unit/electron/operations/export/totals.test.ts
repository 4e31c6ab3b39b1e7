/** The totals by day and month, and the amounts that count for the daily limit. */
import { describe, expect, it } from 'vitest'
import { InventoryItemId } from '#shared/wire/ids.ts'
import type { OperationSum, PurchaseSum } from '../../../../../electron/operations/journal/journal.ts'
import { dayOf, monthOfDay, startOfDay, startOfMonth } from '../../../../../electron/operations/export/periods.ts'
import { limitReason, operationTotals, spentToday } from '../../../../../electron/operations/export/totals.ts'

const bought = (amount: string | null, currency: string | null, parts: Partial<OperationSum> = {}): OperationSum => ({
  day: '2026-11-21',
  kind: 'register',
  state: 'CONFIRMED',
  amount,
  currency,
  agreed: amount,
  agreed_currency: currency,
  by_state: false,
  count: 1,
  ...parts,
})
const spent = (...rows: readonly OperationSum[]): string => spentToday({ sums: () => rows }, 'here', 0)

it('adds all amounts in USD in either case, and nothing else', () => {
  expect(
    spent(
      bought('10.00', 'USD', { count: 2 }),
      bought('0.10', 'usd'),
      bought('0.20', 'USD', { state: 'UNKNOWN' }),
      bought('5.00', 'EUR'),
      bought(null, null),
      bought('7.00', 'USD', { kind: 'refund' }),
    ),
  ).toBe('20.30')
  expect(spent()).toBe('0.00')
})

it('counts the agreed price if another currency was charged, and else the charge', () => {
  expect(spent(bought('4.00', 'EUR', { agreed: '4.50', agreed_currency: 'USD', count: 2 }))).toBe('9.00')
  expect(spent(bought('4.00', 'USD', { agreed: '4.50', agreed_currency: 'USD' }))).toBe('4.00')
  expect(
    spent(
      bought('4.00', 'USD', { agreed: '9.00', agreed_currency: 'EUR' }),
      bought('4.00', 'EUR', { agreed: null, agreed_currency: null }),
    ),
  ).toBe('4.00')
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

describe('a day and a month by the calendar of this machine', () => {
  const at = (...parts: [number, number, number, number?, number?]): number => new Date(...parts).getTime()
  it('have keys that sort by time', () => {
    expect(dayOf(at(2026, 0, 5, 0, 0))).toBe('2026-01-05')
    expect(dayOf(at(2026, 11, 31, 23, 59))).toBe('2026-12-31')
    expect(dayOf(new Date(0).setFullYear(987, 6, 1))).toBe('0987-07-01')
    expect(monthOfDay('2026-01-05')).toBe('2026-01')
  })
  it('begin at midnight and on the first day', () => {
    expect(startOfDay(at(2026, 5, 15, 13, 37))).toBe(at(2026, 5, 15))
    expect(startOfDay(at(2026, 2, 2, 13, 37), 29)).toBe(at(2026, 1, 1))
    expect(startOfMonth(at(2026, 5, 15, 13, 37))).toBe(at(2026, 5, 1))
    expect(startOfMonth(at(2026, 1, 28), 3)).toBe(at(2025, 10, 1))
  })
})

describe('the totals', () => {
  const now = new Date(2026, 10, 21, 12).getTime()
  const queries: (readonly [string, number])[] = []
  const totals = (rows: readonly OperationSum[], dailyLimit: string | null = null, kept: readonly PurchaseSum[] = []) =>
    operationTotals(
      {
        refundReasons: () => [],
        keptPurchases: () => kept,
        sums: (connection, since) => {
          queries.push([connection, since])
          return since === startOfDay(now) ? rows.filter(({ day }) => day === '2026-11-21') : rows
        },
      },
      'here',
      now,
      dailyLimit,
    )

  it('separate purchases, refunds and unresolved operations, with one sum for each currency', () => {
    const rows = [
      bought('1.10', 'USD', { count: 3 }),
      bought('2.00', 'EUR'),
      bought('0.05', 'USD', { kind: 'top-up' }),
      bought(null, 'USD'),
      bought('7.00', null),
      bought('4.50', 'USD', { kind: 'refund', count: 2 }),
      bought('9.00', 'USD', { state: 'UNKNOWN' }),
      bought('1.00', 'USD', { kind: 'refund', state: 'NEEDS_HUMAN' }),
    ]
    const day = {
      purchases: 7,
      spent: [
        { amount: '2.00', currency: 'EUR' },
        { amount: '3.35', currency: 'USD' },
      ],
      refunds: 2,
      refunded: [{ amount: '9.00', currency: 'USD' }],
      seenRefunds: 0,
      seenRefunded: [],
      unresolved: [{ amount: '10.00', currency: 'USD' }],
      margin: [],
      withoutMargin: 0,
    }
    expect(totals(rows, '100')).toEqual({
      today: { period: '2026-11-21', ...day },
      month: { period: '2026-11', ...day },
      days: [{ period: '2026-11-21', ...day }],
      months: [{ period: '2026-11', ...day }],
      refundReasons: [],
      packages: [],
      spentToday: { amount: '12.35', currency: 'USD' },
      dailyLimit: { amount: '100', currency: 'USD' },
    })
  })

  it('have what purchases earn by day, month and package, and how many are not in it', () => {
    const kept = (parts: Partial<PurchaseSum>): PurchaseSum => ({
      day: '2026-11-21',
      inventory_item_id: InventoryItemId.parse('package-1'),
      package_name: 'Europe 3 GB',
      amount: '4.50',
      currency: 'USD',
      retail: '6.00',
      count: 1,
      duplicates: 0,
      ...parts,
    })
    const rows = ['2026-11-21', '2026-11-20', '2026-09-01'].map((day) => bought('4.50', 'USD', { day }))
    const { today, month, days, months, packages } = totals(rows, null, [
      kept({ count: 3 }),
      kept({ amount: '4.40', currency: 'usd', duplicates: 1 }),
      kept({ retail: null, count: 2 }),
      kept({ amount: null, currency: null }),
      kept({ currency: 'EUR' }),
      kept({
        day: '2026-11-20',
        retail: '4.00',
        inventory_item_id: InventoryItemId.parse('package-2'),
        package_name: null,
      }),
      kept({ day: '2026-09-01', count: 9 }),
      // Refunded, but its duplicate was charged.
      kept({ day: '2026-11-20', count: 0, duplicates: 1 }),
    ])
    const usd = (amount: string) => [{ amount, currency: 'USD' }]
    expect(today).toMatchObject({ margin: usd('6.10'), withoutMargin: 5 })
    expect(month).toMatchObject({ margin: usd('5.60'), withoutMargin: 6 })
    expect(days.map(({ margin, withoutMargin }) => [margin, withoutMargin])).toEqual([
      [usd('6.10'), 5],
      [usd('-0.50'), 1],
      [usd('13.50'), 0],
    ])
    expect(months.map(({ margin }) => margin)).toEqual([usd('5.60'), usd('13.50')])
    expect(packages).toEqual([
      { inventoryItemId: 'package-1', name: 'Europe 3 GB', purchases: 10, margin: usd('6.10'), withoutMargin: 6 },
      { inventoryItemId: 'package-2', name: null, purchases: 1, margin: usd('-0.50'), withoutMargin: 0 },
    ])
  })

  it('contain twelve months and 31 days, newest first, without empty periods', () => {
    const rows = Array.from({ length: 400 }, (_, back) =>
      bought('1.00', 'USD', { day: dayOf(new Date(2026, 10, 20 - back, 12).getTime()) }),
    )
    const { today, month, days, months, spentToday: spentNow, dailyLimit } = totals(rows.toReversed())
    expect(today).toEqual({
      period: '2026-11-21',
      purchases: 0,
      spent: [],
      refunds: 0,
      refunded: [],
      seenRefunds: 0,
      seenRefunded: [],
      unresolved: [],
      margin: [],
      withoutMargin: 0,
    })
    expect(month).toMatchObject({ period: '2026-11', purchases: 20, spent: [{ amount: '20.00', currency: 'USD' }] })
    expect([days.length, days[0]?.period, days.at(-1)?.period]).toEqual([31, '2026-11-20', '2026-10-21'])
    expect([months.length, months[0]?.period, months.at(-1)?.period]).toEqual([12, '2026-11', '2025-12'])
    expect([spentNow, dailyLimit]).toEqual([{ amount: '0.00', currency: 'USD' }, null])
    expect(queries).toContainEqual(['here', new Date(2025, 11, 1).getTime()])
    expect(queries).toContainEqual(['here', new Date(2026, 10, 21).getTime()])
  })
})

it('refunds are grouped by reason, the most frequent first, with the amounts of each currency', () => {
  const since: unknown[] = []
  const now = new Date(2026, 10, 21, 9).getTime()
  const { refundReasons } = operationTotals(
    {
      sums: () => [],
      keptPurchases: () => [],
      refundReasons: (connection, from) => {
        since.push(connection, from)
        return [
          { reason: 'other', amount: '1.00', currency: 'USD', count: 1 },
          { reason: 'not_needed', amount: '4.50', currency: 'USD', count: 2 },
          { reason: 'not_needed', amount: '3.00', currency: 'EUR', count: 1 },
          { reason: null, amount: null, currency: null, count: 2 },
        ]
      },
    },
    'here',
    now,
    null,
  )
  expect(since).toEqual(['here', new Date(2026, 9, 23).getTime()])
  expect(refundReasons).toEqual([
    {
      reason: 'not_needed',
      refunds: 3,
      refunded: [
        { amount: '3.00', currency: 'EUR' },
        { amount: '9.00', currency: 'USD' },
      ],
    },
    { reason: null, refunds: 2, refunded: [] },
    { reason: 'other', refunds: 1, refunded: [{ amount: '1.00', currency: 'USD' }] },
  ])
})
