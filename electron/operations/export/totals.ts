/**
 * Exact decimal totals of spent and refunded amounts. Unresolved amounts are in neither, but count for the daily limit.
 */
import { addAmounts, compareAmounts, subtractAmounts, timesAmount } from '#shared/model/package/amount.ts'
import type { MarginTotals, OperationTotals, PeriodTotals } from '#shared/model/operation/operation.ts'
import { creditDirection, movedCredits } from '#shared/model/operation/operationStates.ts'
import type { ActionReason, Money } from '#shared/model/customer/views.ts'
import type { Journal, OperationSum, PurchaseSum, RefundSum } from '../journal/journal.ts'
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

/** Retail prices are compared in the currency of the limit, in which the journal has them. */
function marginOf(kept: readonly PurchaseSum[]): MarginTotals {
  const known = kept.flatMap(({ amount, currency, retail, count }) =>
    amount === null || retail === null || count === 0 || !isLimitCurrency(currency)
      ? []
      : [{ amount: subtractAmounts(retail, amount), currency: limitCurrency, count }],
  )
  const all = kept.reduce((sum, { count, duplicates }) => sum + count + duplicates, 0)
  return { margin: sumByCurrency(known), withoutMargin: all - countOperations(known) }
}

function totalsOf(period: string, rows: readonly OperationSum[], kept: readonly PurchaseSum[]): PeriodTotals {
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
    ...marginOf(kept),
  }
}

function byPeriod(
  rows: readonly OperationSum[],
  kept: readonly PurchaseSum[],
  periodOf: (day: string) => string,
  maxPeriods: number,
): PeriodTotals[] {
  const periods = Map.groupBy(rows, ({ day }) => periodOf(day))
  const keptIn = Map.groupBy(kept, ({ day }) => periodOf(day))
  return [...periods]
    .toSorted(([one], [other]) => other.localeCompare(one))
    .slice(0, maxPeriods)
    .map(([period, ofPeriod]) => totalsOf(period, ofPeriod, keptIn.get(period) ?? []))
}

/** The number of days for which refunds are grouped by reason and purchases by package, including the present one. */
const groupedDays = 30
/** The packages that are listed. */
const maxPackages = 20

function byReason(rows: readonly RefundSum[]): OperationTotals['refundReasons'] {
  return [...Map.groupBy(rows, ({ reason }) => reason)]
    .map(([reason, of]) => ({ reason, refunds: countOperations(of), refunded: sumByCurrency(of) }))
    .toSorted((one, other) => other.refunds - one.refunds)
}

function byPackage(kept: readonly PurchaseSum[]): OperationTotals['packages'] {
  return [...Map.groupBy(kept, ({ inventory_item_id: id }) => id)]
    .map(([inventoryItemId, of]) => ({
      inventoryItemId,
      name: of.find(({ package_name: name }) => name !== null)?.package_name ?? null,
      purchases: of.reduce((sum, { count, duplicates }) => sum + count + duplicates, 0),
      ...marginOf(of),
    }))
    .filter(({ purchases }) => purchases > 0)
    .toSorted((one, other) => other.purchases - one.purchases)
    .slice(0, maxPackages)
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
  journal: Pick<Journal, 'sums' | 'keptPurchases' | 'refundReasons'>,
  connection: string,
  now: number,
  dailyLimit: string | null,
): OperationTotals {
  const rows = journal.sums(connection, startOfMonth(now, maxMonths - 1))
  const kept = journal.keptPurchases(connection, startOfMonth(now, maxMonths - 1))
  const firstGrouped = dayOf(startOfDay(now, groupedDays - 1))
  const today = dayOf(now)
  const month = monthOfDay(today)
  return {
    today: totalsOf(
      today,
      rows.filter(({ day }) => day === today),
      kept.filter(({ day }) => day === today),
    ),
    month: totalsOf(
      month,
      rows.filter(({ day }) => monthOfDay(day) === month),
      kept.filter(({ day }) => monthOfDay(day) === month),
    ),
    days: byPeriod(rows, kept, (day) => day, maxDays),
    months: byPeriod(rows, kept, monthOfDay, maxMonths),
    refundReasons: byReason(journal.refundReasons(connection, startOfDay(now, groupedDays - 1))),
    packages: byPackage(kept.filter(({ day }) => day >= firstGrouped)),
    spentToday: limitMoney(spentToday(journal, connection, now)),
    dailyLimit: dailyLimit === null ? null : limitMoney(dailyLimit),
  }
}
