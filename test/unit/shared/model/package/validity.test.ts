import { describe, expect, it } from 'vitest'
import {
  endOfValidity,
  remainingTime,
  toValidity,
  validityInDays,
} from '../../../../../shared/model/package/validity.ts'
import { day, now } from '../things.ts'

const of = (value: number | null, unit: string | null, unlimited = false) => ({ value, unit, unlimited })

describe('a validity (interface 2.2)', () => {
  it.each([
    [of(30, 'days'), 30],
    [of(1, 'day'), 1],
    [of(2, 'YEARS'), 730],
    [of(2, 'weeks'), 14],
    [of(12, 'hours'), 0.5],
    [of(3, ' days '), 3],
    [of(1, 'months'), 30],
    [of(3, 'dasy'), null],
    [of(3, null), null],
    [of(-3, 'days'), null],
    [of(30, 'days', true), null],
    [of(0, 'days'), null],
    [of(null, null), null],
    [of(3, 'fortnights'), null],
    [of(Number.NaN, 'days'), null],
  ])('%j lasts %s days', (validity, days) => {
    expect(validityInDays(validity)).toBe(days)
  })

  it('ends its length after its start', () => {
    expect(endOfValidity(now, of(30, 'days'))).toBe(now + 30 * day)
  })

  it('has no end if it is unlimited or beyond the range of dates', () => {
    expect(endOfValidity(now, of(5, 'days', true))).toBeNull()
    expect(endOfValidity(now, of(1e12, 'years'))).toBeNull()
  })

  it('is read from the wire with missing values as null', () => {
    expect(toValidity({})).toEqual({ value: null, unit: null, unlimited: false })
    expect(toValidity({ validitySize: 0, validityUnit: 'days', validityUnlimited: true })).toEqual({
      value: 0,
      unit: 'days',
      unlimited: true,
    })
  })
})

describe('the remaining time', () => {
  const second = 1000
  const minute = 60 * second
  const hour = 60 * minute
  it.each([
    [30 * day, '30 day'],
    [30 * day - second, '29 day'],
    [29 * day + 2 * hour, '29 day'],
    [29 * day, '29 day'],
    [30 * day + 8 * second, '30 day'],
    [7 * day + 8 * second, '7 day'],
    [7 * day + hour, '7 day'],
    [7 * day + 61 * minute, '7 day'],
    [3 * day + 8 * second, '3 day'],
    [3 * day - second, '2 day 23 hour'],
    [3 * day - 2 * hour, '2 day 22 hour'],
    [28 * hour, '1 day 4 hour'],
    [day + 8 * second, '1 day'],
    [day - second, '23 hour'],
    [5 * hour + 61 * second, '5 hour'],
    [12 * hour + 8 * second, '12 hour'],
    [2 * hour + 8 * second, '2 hour'],
    [65 * minute, '65 minute'],
    [second, '0 minute'],
    [60 * day - second, '59 day'],
    [60 * day + 8 * second, '60 day'],
    [90 * day - second, '2 month'],
    [89 * day, '2 month'],
    [365 * day - second, '12 month'],
    [365 * day + 8 * second, '1 year'],
    [800 * day, '2 year'],
  ])('of %d ms is rounded down to %s', (milliseconds, text) => {
    expect(
      remainingTime(milliseconds)
        .map(({ count, unit }) => `${String(count)} ${unit}`)
        .join(' '),
    ).toBe(text)
  })
})
