/**
 * Money as decimal strings: parsed exactly from the JSON numbers of the service, added and compared without floats. The
 * price in USD has priority; more currencies may follow (interface 2.1). The file imports only the wire type of a
 * price.
 */
import type { WirePrice } from '../../wire/values.ts'
import { trimEnd } from '../trimEnd.ts'
import type { Money } from '../customer/views.ts'

/** An exact decimal: `units` times ten to the power of minus `scale`. */
interface Decimal {
  readonly units: bigint
  readonly scale: number
}

const amountForm = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,4}))?$/i

function parseDecimal(text: string): Decimal | null {
  const match = amountForm.exec(text)
  if (match === null) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const magnitude = BigInt(whole + fraction)
  const scale = fraction.length - Number(exponent)
  const units = sign === '-' ? -magnitude : magnitude
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 }
}

function mustParse(amount: string): Decimal {
  const decimal = parseDecimal(amount)
  if (decimal === null) throw new RangeError('Not a decimal amount')
  return decimal
}

/** At least two digits after the decimal point, and no other trailing zeros: `12.50`, `0.005`. */
function printDecimal({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = trimEnd(digits.slice(digits.length - scale), (digit) => digit === '0').padEnd(2, '0')
  return `${units < 0n ? '-' : ''}${whole}.${fraction}`
}

function align(a: Decimal, b: Decimal): readonly [bigint, bigint, number] {
  const scale = Math.max(a.scale, b.scale)
  return [a.units * 10n ** BigInt(scale - a.scale), b.units * 10n ** BigInt(scale - b.scale), scale]
}

/** A number has this many digits that certainly mean something: 0.1 + 0.2 is 0.3. */
const exactDigits = 15

/** The decimal value as a string, or `null` if the value is not a finite number. */
export function decimalOf(value: number): string | null {
  const decimal = parseDecimal(String(Number(value.toPrecision(exactDigits))))
  return decimal === null ? null : printDecimal(decimal)
}

export function addAmounts(a: string, b: string): string {
  const [left, right, scale] = align(mustParse(a), mustParse(b))
  return printDecimal({ units: left + right, scale })
}

export function subtractAmounts(a: string, b: string): string {
  const [left, right, scale] = align(mustParse(a), mustParse(b))
  return printDecimal({ units: left - right, scale })
}

/** @param times a whole number */
export function timesAmount(amount: string, times: number): string {
  const { units, scale } = mustParse(amount)
  return printDecimal({ units: units * BigInt(times), scale })
}

/** The sum of each currency, in the order of their codes. Equal amounts are counted before they are added. */
export function sumMoney(amounts: Iterable<Money>): Money[] {
  const counts = new Map<string, Map<string, number>>()
  for (const { amount, currency } of amounts) {
    const of = counts.get(currency) ?? new Map<string, number>()
    counts.set(currency, of.set(amount, (of.get(amount) ?? 0) + 1))
  }
  return [...counts]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([currency, of]) => ({
      currency,
      amount: [...of].reduce((sum, [amount, count]) => addAmounts(sum, timesAmount(amount, count)), '0.00'),
    }))
}

/** Negative if `a` is less than `b`, and zero if both are the same amount in different spellings. */
export function compareAmounts(a: string, b: string): number {
  const [left, right] = align(mustParse(a), mustParse(b))
  return left < right ? -1 : left > right ? 1 : 0
}

/** A code of a currency is written in capitals. Everything else is shown as it came. */
const currencyOf = ({ currencyCode }: WirePrice): string =>
  /^\s*[a-z]{3}\s*$/i.test(currencyCode) ? currencyCode.trim().toUpperCase() : currencyCode

export function moneyOf(price: WirePrice): Money | null {
  const amount = decimalOf(price.priceValue)
  return amount === null ? null : { amount, currency: currencyOf(price) }
}

const counts = (price: WirePrice): boolean => currencyOf(price) === 'USD'

/** Orders the prices by priority: USD first, then by `sortIndex`, and those without one last. */
export function orderPrices(prices: readonly WirePrice[]): readonly WirePrice[] {
  const rank = (price: WirePrice): number => (counts(price) ? -Infinity : (price.sortIndex ?? Infinity))
  return prices.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
}

/** The price with the highest priority, or `null` if there is none. */
export function leadingPrice(prices: readonly WirePrice[]): Money | null {
  const [first] = orderPrices(prices)
  return first === undefined ? null : moneyOf(first)
}
