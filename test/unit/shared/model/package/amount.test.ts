import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  addAmounts,
  compareAmounts,
  decimalOf,
  leadingPrice,
  moneyOf,
  orderPrices,
  subtractAmounts,
  timesAmount,
} from '#shared/model/package/amount.ts'

it.each([
  [0, '0.00'],
  [12.5, '12.50'],
  [-3, '-3.00'],
  [0.005, '0.005'],
  [1e-7, '0.0000001'],
  [1e21, '1000000000000000000000.00'],
  [0.1 + 0.2, '0.30'],
  [4.1, '4.10'],
  [1.005 * 1000, '1005.00'],
  [1234567.89, '1234567.89'],
])('reads %d as %s', (value, text) => {
  expect(decimalOf(value)).toBe(text)
})

it('reads no number from other values', () => {
  expect([decimalOf(Number.NaN), decimalOf(Number.POSITIVE_INFINITY)]).toEqual([null, null])
  expect(moneyOf({ priceValue: Number.NaN, currencyCode: 'USD' })).toBeNull()
})

it('adds and subtracts exactly where floats fail', () => {
  expect(addAmounts('0.10', '0.20')).toBe('0.30')
  expect(subtractAmounts('0.30', '0.10')).toBe('0.20')
  expect(subtractAmounts('1.00', '1.005')).toBe('-0.005')
  expect(addAmounts('0.005', '1')).toBe('1.005')
  expect(addAmounts('1', '0.005')).toBe('1.005')
  expect(addAmounts('100', '0.50')).toBe('100.50')
  expect(subtractAmounts('1', '1.00')).toBe('0.00')
  expect(addAmounts('1.500', '0')).toBe('1.50')
  for (const none of ['1,00', '', '-', '.5', '1.', ' 1', '1e99999'])
    expect(() => addAmounts(none, '1'), none).toThrow(new RangeError('Not a decimal amount'))
})

it('multiplies an amount exactly', () => {
  expect(timesAmount('0.10', 3)).toBe('0.30')
  expect(timesAmount('12.345', 100)).toBe('1234.50')
  expect(timesAmount('-4.5', 2)).toBe('-9.00')
  expect(timesAmount('4.50', 0)).toBe('0.00')
})

it('agrees with whole numbers of cents', () => {
  const cents = fc.integer({ min: -1e9, max: 1e9 })
  const text = (value: number): string =>
    `${value < 0 ? '-' : ''}${String(Math.trunc(Math.abs(value) / 100))}.${String(Math.abs(value) % 100).padStart(2, '0')}`
  fc.assert(
    fc.property(cents, cents, (a, b) => {
      expect(compareAmounts(addAmounts(text(a), text(b)), text(a + b))).toBe(0)
      expect(compareAmounts(subtractAmounts(text(a), text(b)), text(a - b))).toBe(0)
      expect(Math.sign(compareAmounts(text(a), text(b)))).toBe(Math.sign(a - b))
    }),
  )
})

it('reads every number back to itself, to the digits that certainly mean something', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -1e300, max: 1e300 }), (value) => {
      const exact = Number(value.toPrecision(15))
      expect(Number(decimalOf(value))).toBe(exact === 0 ? 0 : exact)
    }),
  )
})

it.each(['usd', ' Usd ', 'USD'])('takes %j for USD', (currencyCode) => {
  expect(moneyOf({ priceValue: 1.5, currencyCode })).toEqual({ amount: '1.50', currency: 'USD' })
  const eur = { sortIndex: 0, priceValue: 1, currencyCode: 'EUR' }
  expect(leadingPrice([eur, { sortIndex: 1, priceValue: 2, currencyCode }])?.currency).toBe('USD')
})

it('prefers the price in USD, or else the first by its index', () => {
  const eur = { sortIndex: 0, priceValue: 1, currencyCode: 'EUR' }
  const gbp = { sortIndex: 1, priceValue: 2, currencyCode: 'GBP' }
  const usd = { sortIndex: 2, priceValue: 3, currencyCode: 'USD' }
  const unordered = { priceValue: 4, currencyCode: 'CHF' }
  expect(leadingPrice([unordered, gbp, eur, usd])).toEqual({ amount: '3.00', currency: 'USD' })
  expect(orderPrices([unordered, gbp, eur]).map(({ currencyCode }) => currencyCode)).toEqual(['EUR', 'GBP', 'CHF'])
  expect(leadingPrice([])).toBeNull()
  const codes = (...prices: readonly { sortIndex?: number; priceValue: number; currencyCode: string }[]) =>
    orderPrices(prices).map(({ currencyCode }) => currencyCode)
  expect(codes(unordered, { ...unordered, currencyCode: 'SEK' }, gbp)).toEqual(['GBP', 'CHF', 'SEK'])
  expect(codes({ ...gbp, currencyCode: 'usd' }, usd, eur)).toEqual(['usd', 'USD', 'EUR'])
})
