/** What was spent and given back, added as decimals. What isn't known yet is in neither, and counts for the limit all the same. */
import { addAmounts, compareAmounts, timesAmount } from '#shared/model/amount.ts'
import type { OperationTotals, PeriodTotals } from '#shared/model/operation.ts'
import { creditDirection, movedCredits } from '#shared/model/operationStates.ts'
import type { ActionReason, Money } from '#shared/model/views.ts'
import type { Journal, Summed } from './journal.ts'
import { dayOf, monthOfDay, startOfDay, startOfMonth } from './periods.ts'

/** This one and those before it. */
const maxMonths = 12
const maxDays = 31
const currencyOfLimit = 'USD'
const isOfLimit = (currency: string | null): boolean => currency?.toUpperCase() === currencyOfLimit

function summed(rows: readonly Summed[]): Money[] {
  const sums = new Map<string, string>()
  for (const { amount, currency, count } of rows) {
    if (amount === null || currency === null) continue
    sums.set(currency, addAmounts(sums.get(currency) ?? '0', timesAmount(amount, count)))
  }
  return [...sums]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([currency, amount]) => ({ amount, currency }))
}

const counted = (rows: readonly Summed[]): number => rows.reduce((sum, { count }) => sum + count, 0)

function totalsOf(period: string, rows: readonly Summed[]): PeriodTotals {
  const moved = rows.filter(({ state }) => movedCredits(state) === 'moved')
  const purchases = moved.filter(({ kind }) => creditDirection(kind) === 'out')
  const refunds = moved.filter(({ kind }) => creditDirection(kind) === 'back')
  return {
    period,
    purchases: counted(purchases),
    spent: summed(purchases),
    refunds: counted(refunds),
    refunded: summed(refunds),
    unresolved: summed(rows.filter(({ state }) => movedCredits(state) !== 'moved')),
  }
}

function byPeriod(rows: readonly Summed[], periodOf: (day: string) => string, most: number): PeriodTotals[] {
  const periods = Map.groupBy(rows, ({ day }) => periodOf(day))
  return [...periods]
    .toSorted(([one], [other]) => other.localeCompare(one))
    .slice(0, most)
    .map(([period, of]) => totalsOf(period, of))
}

/** What counts for the limit: what was charged, or the price that was agreed to where another currency was charged. */
function dollarsOf({ amount, currency, agreed, agreed_currency: agreedCurrency }: Summed): string {
  if (isOfLimit(currency)) return amount ?? '0'
  return isOfLimit(agreedCurrency) ? (agreed ?? '0') : '0'
}

/** USD of purchases that were or may have been made today; what has no price in USD at all can't be counted. */
export function spentToday(journal: Pick<Journal, 'sums'>, connection: string, now: number): string {
  const today = journal.sums(connection, startOfDay(now)).filter(({ kind }) => creditDirection(kind) === 'out')
  return today.reduce((sum, row) => addAmounts(sum, timesAmount(dollarsOf(row), row.count)), '0.00')
}

/** Why a purchase at this price is not to be had under a limit; null where it is. */
export function limitReason(price: Money | null, spent: string, limit: string | null): ActionReason | null {
  if (limit === null) return null
  if (price === null || !isOfLimit(price.currency)) return 'price_unknown_for_limit'
  const { amount } = price
  return compareAmounts(addAmounts(spent, amount), limit) > 0 ? 'daily_limit' : null
}

export const limitMoney = (amount: string): Money => ({ amount, currency: currencyOfLimit })

export function operationTotals(
  journal: Pick<Journal, 'sums'>,
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
    spentToday: limitMoney(spentToday(journal, connection, now)),
    dailyLimit: dailyLimit === null ? null : limitMoney(dailyLimit),
  }
}
