/**
 * Exact decimal totals of spent and refunded amounts. Unresolved amounts are in neither, but count for the daily limit.
 */
import { addAmounts, compareAmounts, timesAmount } from '#shared/model/package/amount.ts'
import type { OperationTotals, PeriodTotals } from '#shared/model/operation/operation.ts'
import { creditDirection, movedCredits } from '#shared/model/operation/operationStates.ts'
import type { ActionReason, Money } from '#shared/model/customer/views.ts'
import type { Journal, OperationSum, RefundSum } from '../journal/journal.ts'
import { dayOf, monthOfDay, startOfDay, startOfMonth } from './periods.ts'

/** The number of listed months, including the present one. */
const maxMonths = 12
/** The number of listed days, including the present one. */
const maxDays = 31
const limitCurrency = 'USD'
const isLimitCurrency = (currency: string | null): boolean => currency?.toUpperCase() === limitCurrency

function sumByCurrency(rows: readonly Pick<OperationSum, 'amount' | 'currency' | 'count'>[]): Money[] {
  const sums = new Map<string, string>()
  for (const { amount, currency, count } of rows) {
    if (amount === null || currency === null) continue
    sums.set(currency, addAmounts(sums.get(currency) ?? '0', timesAmount(amount, count)))
  }
  return [...sums]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([currency, amount]) => ({ amount, currency }))
}

const countOperations = (rows: readonly Pick<OperationSum, 'count'>[]): number =>
  rows.reduce((sum, { count }) => sum + count, 0)

const bySeen = (rows: readonly OperationSum[]): readonly [OperationSum[], OperationSum[]] => [
  rows.filter(({ by_state: isSeen }) => isSeen),
  rows.filter(({ by_state: isSeen }) => !isSeen),
]

function totalsOf(period: string, rows: readonly OperationSum[]): PeriodTotals {
  const moved = rows.filter(({ state }) => movedCredits(state) === 'moved')
  const purchases = moved.filter(({ kind }) => creditDirection(kind) === 'out')
  const [seen, refunds] = bySeen(moved.filter(({ kind }) => creditDirection(kind) === 'back'))
  return {
    period,
    purchases: countOperations(purchases),
    spent: sumByCurrency(purchases),
    refunds: countOperations(refunds),
    refunded: sumByCurrency(refunds),
    seenRefunds: countOperations(seen),
    seenRefunded: sumByCurrency(seen),
    unresolved: sumByCurrency(rows.filter(({ state }) => movedCredits(state) !== 'moved')),
  }
}

function byPeriod(
  rows: readonly OperationSum[],
  periodOf: (day: string) => string,
  maxPeriods: number,
): PeriodTotals[] {
  const periods = Map.groupBy(rows, ({ day }) => periodOf(day))
  return [...periods]
    .toSorted(([one], [other]) => other.localeCompare(one))
    .slice(0, maxPeriods)
    .map(([period, ofPeriod]) => totalsOf(period, ofPeriod))
}

/** The number of days for which refunds are grouped by reason, including the present one. */
const reasonDays = 30

function byReason(rows: readonly RefundSum[]): OperationTotals['refundReasons'] {
  return [...Map.groupBy(rows, ({ reason }) => reason)]
    .map(([reason, of]) => ({ reason, refunds: countOperations(of), refunded: sumByCurrency(of) }))
    .toSorted((one, other) => other.refunds - one.refunds)
}

/**
 * Returns the amount that counts for the limit: the charge in USD, or the agreed price if the charge has another
 * currency.
 */
function limitAmountOf({ amount, currency, agreed, agreed_currency: agreedCurrency }: OperationSum): string {
  if (isLimitCurrency(currency)) return amount ?? '0'
  return isLimitCurrency(agreedCurrency) ? (agreed ?? '0') : '0'
}

/**
 * Returns the USD of all purchases that were or may have been made today. A purchase without a price in USD is not
 * counted.
 */
export function spentToday(journal: Pick<Journal, 'sums'>, connection: string, now: number): string {
  const today = journal.sums(connection, startOfDay(now)).filter(({ kind }) => creditDirection(kind) === 'out')
  return today.reduce((sum, row) => addAmounts(sum, timesAmount(limitAmountOf(row), row.count)), '0.00')
}

/** Returns why a purchase at this price exceeds the limit, or `null` if it does not. */
export function limitReason(price: Money | null, spent: string, limit: string | null): ActionReason | null {
  if (limit === null) return null
  if (price === null || !isLimitCurrency(price.currency)) return 'price_unknown_for_limit'
  const { amount } = price
  return compareAmounts(addAmounts(spent, amount), limit) > 0 ? 'daily_limit' : null
}

export const limitMoney = (amount: string): Money => ({ amount, currency: limitCurrency })

export function operationTotals(
  journal: Pick<Journal, 'sums' | 'refundReasons'>,
  connection: string,
  now: number,
  dailyLimit: string | null,
): OperationTotals {
  const rows = journal.sums(connection, startOfMonth(now, maxMonths - 1))
  const today = dayOf(now)
  const month = monthOfDay(today)
  return {
    today: totalsOf(
      today,
      rows.filter(({ day }) => day === today),
    ),
    month: totalsOf(
      month,
      rows.filter(({ day }) => monthOfDay(day) === month),
    ),
    days: byPeriod(rows, (day) => day, maxDays),
    months: byPeriod(rows, monthOfDay, maxMonths),
    refundReasons: byReason(journal.refundReasons(connection, startOfDay(now, reasonDays - 1))),
    spentToday: limitMoney(spentToday(journal, connection, now)),
    dailyLimit: dailyLimit === null ? null : limitMoney(dailyLimit),
  }
}
