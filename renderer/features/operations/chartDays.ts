/** The days of a chart: one for each of the last days, in one currency, as numbers for its bars. */
import type { PeriodTotals } from '#shared/model/operation/operation.ts'
import type { Money } from '#shared/model/customer/views.ts'
import { dayOf, startOf } from '../../lib/days.ts'

export interface ChartDay {
  /** Such as `2026-11-21`. */
  readonly day: string
  readonly spent: number
  readonly refunded: number
}

const chartLength = 30

/** The currency of the limit comes first, since nearly every purchase is in it. */
export function chartCurrency(days: readonly PeriodTotals[]): string {
  const currencies = new Set(
    days.flatMap(({ spent, refunded }) => [...spent, ...refunded]).map(({ currency }) => currency),
  )
  return currencies.size === 0 || currencies.has('USD') ? 'USD' : ([...currencies].toSorted()[0] ?? 'USD')
}

/** Oldest first. A day without an operation has no entry in `days` and is zero here. */
export function chartDays(days: readonly PeriodTotals[], today: string, currency: string): readonly ChartDay[] {
  const known = new Map(days.map((day) => [day.period, day]))
  const amountOf = (amounts: readonly Money[] | undefined): number =>
    Number(amounts?.find((money) => money.currency === currency)?.amount ?? 0)
  return Array.from({ length: chartLength }, (_, index) => {
    const start = startOf(today, index - chartLength + 1)
    const day = start === null ? today : dayOf(start.getTime())
    return { day, spent: amountOf(known.get(day)?.spent), refunded: amountOf(known.get(day)?.refunded) }
  })
}
