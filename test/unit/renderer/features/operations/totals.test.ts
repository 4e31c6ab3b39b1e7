/** The amounts spent and refunded: how they are loaded and shown. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { effectScope, ref } from 'vue'
import { InventoryItemId } from '#shared/wire/ids.ts'
import type { OperationTotals } from '#shared/model/operation/operation.ts'
import { chartCurrency, chartDays } from '../../../../../renderer/features/operations/chartDays.ts'
import RefundReasons from '../../../../../renderer/features/operations/RefundReasons.vue'
import TotalsChart from '../../../../../renderer/features/operations/TotalsChart.vue'
import TotalsStrip from '../../../../../renderer/features/operations/TotalsStrip.vue'
import TotalsView from '../../../../../renderer/features/operations/TotalsView.vue'
import { percentOf } from '../../../../../renderer/features/operations/percentOf.ts'
import { useTotals } from '../../../../../renderer/features/operations/useTotals.ts'
import { at, recordRequests, flush } from '../../support/deferred.ts'
import { fakeEvents } from '../../support/events.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { operation } from '../../support/samples.ts'

const withoutOne = text('operations.totals.withoutMargin', { count: 1 }, 1)
const usd = (amount: string) => ({ amount, currency: 'USD' })
const none = {
  purchases: 0,
  spent: [],
  refunds: 0,
  refunded: [],
  seenRefunds: 0,
  seenRefunded: [],
  unresolved: [],
  margin: [],
  withoutMargin: 0,
}
const today = {
  period: '2026-11-21',
  purchases: 2,
  spent: [{ amount: '3.00', currency: 'EUR' }, usd('12.30')],
  refunds: 1,
  refunded: [usd('4.50')],
  seenRefunds: 0,
  seenRefunded: [],
  unresolved: [],
  margin: [usd('3.20')],
  withoutMargin: 1,
}
const month = { ...today, period: '2026-11', purchases: 18, unresolved: [usd('0.35')] }
const totals = (changes: Partial<OperationTotals> = {}): OperationTotals => ({
  today,
  month,
  days: [today],
  months: [month],
  refundReasons: [],
  packages: [],
  spentToday: usd('12.65'),
  dailyLimit: usd('50'),
  ...changes,
})

describe('a percentage', () => {
  test.each([
    ['12.50', '50', 25],
    ['0', '50', 0],
    ['49.999', '50', 99],
    ['50', '50.00', 100],
    ['80', '50', 100],
    ['1', '0', 100],
    ['0.1', '0.3', 33],
  ])('%s of %s is %i percent', (part, whole, percent) => {
    expect(percentOf(part, whole)).toBe(percent)
  })

  test('of more digits than a number holds is exact', () => {
    expect(percentOf('9007199254740993', '9007199254740994')).toBe(99)
  })
})

test('each currency is separate, and the limit shows what is left of it', () => {
  const strip = mounted(TotalsStrip, { totals: totals() })
  const tiles = strip.findAll('.tile').map(read)
  expect(tiles).toEqual([
    `${text('operations.totals.spentToday')}€3.00 · $12.30${text('operations.totals.bought', { count: 2 })}`,
    `${text('operations.totals.refundedToday')}$4.50${text('operations.totals.refunds', { count: 1 })}`,
    `${text('operations.totals.spentMonth')}€3.00 · $12.30${text('operations.totals.bought', { count: 18 })}`,
    `${text('operations.totals.refundedMonth')}$4.50${text('operations.totals.refunds', { count: 1 })}`,
    `${text('operations.totals.unclear')}$0.35${text('operations.totals.unclearNote')}`,
    `${text('operations.totals.limit')}$37.35 leftof $50.00`,
    `${text('operations.totals.spark.title')}${text('operations.totals.spark.noRefunds')}`,
  ])
  const meter = strip.get('[role=meter]')
  expect(meter.attributes()).toMatchObject({
    'aria-valuenow': '25',
    'aria-valuetext': text('operations.totals.ofLimit', { spent: '$12.65', limit: '$50.00' }),
  })
})

test('the last 30 days are a small chart with the first reason for refunds, and lead to the totals', () => {
  const refundReasons = [
    { reason: 'wrong_package' as const, refunds: 1200, refunded: [usd('4.50')], seenRefunds: 0, seenRefunded: [] },
    { reason: null, refunds: 1, refunded: [], seenRefunds: 0, seenRefunded: [] },
  ]
  const days = [today, { ...none, period: '2026-11-20', spent: [usd('24.60')] }]
  const spark = mounted(TotalsStrip, { totals: totals({ days, refundReasons }) }).get('.spark')
  expect(spark.attributes('href')).toBe('/operations?view=totals')
  const most = { reason: text('money.refundReason.wrong_package'), count: '1,200' }
  expect(read(spark)).toBe(text('operations.totals.spark.title') + text('operations.totals.spark.reason', most))
  const bar = (kind: string) =>
    spark.findAll(`rect.${kind}`).map((rect) => [Number(rect.attributes('y')), Number(rect.attributes('height'))])
  const zero = Number(spark.get('line').attributes('y1'))
  const [[top = -1, whole = 0] = [], [halfTop = 0, half = 0] = []] = bar('spent')
  expect([top, whole, top + whole, half, halfTop + half]).toEqual(
    [0, zero, zero, zero / 2, zero].map((n) => expect.closeTo(n)),
  )
  expect(bar('refunded')).toEqual([[zero, expect.closeTo(28 - zero)]])
  const idle = mounted(TotalsStrip, { totals: totals({ days: [] }) }).get('.spark')
  expect([idle.findAll('rect').length, idle.get('line').attributes('y1')]).toEqual([0, '28'])
})

test('counts have group separators', () => {
  expect(read(mounted(TotalsStrip, { totals: totals({ month: { ...month, refunds: 3559 } }) }))).toContain(
    text('operations.totals.refunds', { count: '3,559' }, 3559),
  )
})

test('an exhausted limit is reported, and a missing one says where to set it', () => {
  expect(read(mounted(TotalsStrip, { totals: totals({ spentToday: usd('50.01') }) }))).toContain(
    text('operations.totals.nothingLeft'),
  )
  const without = mounted(TotalsStrip, { totals: totals({ dailyLimit: null }) })
  expect(without.find('[role=meter]').exists()).toBe(false)
  expect(without.get('a:not(.spark)').attributes('href')).toBe('/settings#buying')
})

test('days and months are tables, with a dash if nothing moved', () => {
  const view = mounted(TotalsView, { totals: totals({ days: [today, { ...none, period: '2026-11-20' }] }) })
  const tables = view.findAll('table')
  expect(tables.map((table) => table.attributes('aria-label'))).toEqual([
    text('operations.totals.by.day'),
    text('operations.totals.by.month'),
  ])
  expect(
    at(tables, 0)
      .findAll('tbody tr')
      .map((row) => row.findAll('th, td').map(read)),
  ).toEqual([
    ['Nov 21, 2026', '2', '€3.00 · $12.30', '1', '$4.50', '–', `$3.20${withoutOne}`],
    ['Nov 20, 2026', '0', '–', '0', '–', '–', '–'],
  ])
  expect(read(at(tables, 1).get('tbody'))).toContain('November 2026')
})

test('an empty journal has a message', () => {
  expect(read(mounted(TotalsView, { totals: totals({ days: [], months: [] }) }))).toContain(
    text('operations.totals.empty.title'),
  )
})

test('they are requested after the requests with priority have been answered', async () => {
  const events = fakeEvents()
  const loads = recordRequests<undefined, OperationTotals>()
  const mayStart = ref(false)
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  scope.run(() => useTotals({ totals: () => loads.send(undefined), on: events.on }, () => mayStart.value))
  events.push('operation.changed', operation())
  expect(loads.requests).toHaveLength(0)
  mayStart.value = true
  await flush()
  expect(loads.requests).toHaveLength(1)
  at(loads.requests, 0).answer(totals())
  mayStart.value = false
  await flush()
  mayStart.value = true
  await flush()
  expect(loads.requests).toHaveLength(1)
})

test('they are loaded again after an operation changed, one request at a time, and once more if a change arrived meanwhile', async () => {
  const events = fakeEvents()
  const loads = recordRequests<undefined, OperationTotals>()
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const read = scope.run(() => useTotals({ totals: () => loads.send(undefined), on: events.on }))
  for (const id of ['1', '2', '3']) events.push('operation.changed', operation({ id }))
  expect(loads.requests).toHaveLength(1)
  at(loads.requests, 0).answer(totals())
  await flush()
  expect(loads.requests).toHaveLength(2)
  at(loads.requests, 1).fail(new Error('no'))
  await flush()
  expect(loads.requests).toHaveLength(2)
  expect(read?.error.value).not.toBeNull()
  events.push('operation.changed', operation({ id: '4' }))
  at(loads.requests, 2).answer(totals({ spentToday: usd('1') }))
  await flush()
  expect(read?.error.value).toBeNull()
  expect(read?.totals.value?.spentToday.amount).toBe('1')
})

test('the chart has the last 30 days in the currency of the limit, with nothing where nothing happened', () => {
  const days = [
    { ...none, period: '2026-11-01', spent: [{ amount: '7.00', currency: 'EUR' }] },
    { ...none, period: '2026-10-23', refunded: [usd('1.00')], seenRefunds: 0, seenRefunded: [] },
    today,
    { ...none, period: '2026-10-22', spent: [usd('99.00')] },
  ]
  const bars = chartDays(days, '2026-11-21', chartCurrency(days))
  expect([bars.length, bars[0], bars.at(-1)]).toEqual([
    30,
    { day: '2026-10-23', spent: 0, refunded: 1 },
    { day: '2026-11-21', spent: 12.3, refunded: 4.5 },
  ])
  expect(bars.reduce((sum, { spent }) => sum + spent, 0)).toBeCloseTo(12.3)
  expect(chartCurrency([])).toBe('USD')
  expect(chartCurrency([{ ...none, period: '2026-11-01', spent: [{ amount: '7.00', currency: 'EUR' }] }])).toBe('EUR')
})

test('the chart draws spending above its line and refunds below, and says the same in a table', () => {
  const chart = mounted(TotalsChart, { days: [today], today: '2026-11-21' })
  const zero = Number(chart.get('.zero').attributes('y1'))
  const [spent, refunded] = [chart.get('.spent'), chart.get('.refunded')].map((bar) => ({
    top: Number(bar.attributes('y')),
    height: Number(bar.attributes('height')),
  }))
  expect((spent?.top ?? 0) + (spent?.height ?? 0)).toBeCloseTo(zero)
  expect(refunded?.top).toBeCloseTo(zero)
  expect((spent?.height ?? 0) / (refunded?.height ?? 1)).toBeCloseTo(12.3 / 4.5)
  expect(chart.get('svg').attributes('aria-hidden')).toBe('true')
  expect(chart.html()).not.toContain('style=')
  const rows = chart.findAll('tbody tr').map(read)
  expect(rows).toHaveLength(30)
  expect(rows.at(-1)).toBe('Nov 21$12.30$4.50')
})

test('refunds are listed by reason, and a month without any says so', () => {
  const reasons = mounted(RefundReasons, {
    reasons: [
      { reason: 'not_needed', refunds: 3, refunded: [usd('9.00')], seenRefunds: 0, seenRefunded: [] },
      { reason: null, refunds: 1, refunded: [], seenRefunds: 0, seenRefunded: [] },
    ],
  })
  expect(reasons.findAll('tbody tr').map(read)).toEqual([
    `${text('money.refundReason.not_needed')}3$9.00`,
    `${text('operations.totals.chart.noReason')}1–`,
  ])
  expect(read(mounted(RefundReasons, { reasons: [] }))).toContain(text('operations.totals.chart.noRefunds'))
})

test('what packages earn is a table of its own, which says where it is not known', () => {
  const packages = [
    {
      inventoryItemId: InventoryItemId.parse('p-1'),
      name: 'Europe 3 GB',
      purchases: 4,
      margin: [usd('3.20')],
      withoutMargin: 0,
    },
    { inventoryItemId: InventoryItemId.parse('p-2'), name: null, purchases: 2, margin: [], withoutMargin: 2 },
  ]
  const view = mounted(TotalsView, { totals: totals({ packages }) })
  const table = view
    .findAll('table')
    .find((each) => each.attributes('aria-label') === text('operations.totals.by.package'))
  expect(table?.findAll('tbody tr').map((row) => row.findAll('th, td').map(read))).toEqual([
    ['Europe 3 GB', '4', '$3.20'],
    ['p-2', '2', text('common.notKnown')],
  ])
  expect(mounted(TotalsView, { totals: totals() }).text()).not.toContain(text('operations.totals.by.package'))
})
