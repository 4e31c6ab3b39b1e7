import { describe, expect, test } from 'vitest'
import {
  formatEnd,
  formatMoment,
  formatMoney,
  formatMoved,
  formatRelative,
  formatSize,
  formatValidity,
  groupIccid,
} from '../../../../renderer/lib/format.ts'

const now = Date.parse('2026-11-21T10:00:00Z')
const after = (seconds: number): string => formatRelative(new Date(now + seconds * 1000).toISOString(), now, 'en')
const hour = 3600
const day = 24 * hour

describe('relative times', () => {
  test.each([
    [0, 'now'],
    [59, 'now'],
    [90, 'in 1 minute'],
    [-90, '1 minute ago'],
    [day - 1, 'in 23 hours'],
    [28 * hour, 'in 1 day'],
    [-(day - 1), '23 hours ago'],
    [30 * day, 'in 30 days'],
    [30 * day - 1, 'in 29 days'],
    [29 * day + 2 * hour, 'in 29 days'],
    [day + 8, 'in 1 day'],
    [7 * day + 8, 'in 7 days'],
    [-60 * day, '60 days ago'],
    [61 * day, 'in 2 months'],
    [800 * day, 'in 2 years'],
  ])('%d seconds away reads "%s": the past and the future are rounded down', (seconds, text) => {
    expect(after(seconds)).toBe(text)
  })

  test.each([
    ['de', 'in 7 Tagen'],
    ['es', 'dentro de 7 días'],
    ['fr', 'dans 7 jours'],
  ])('some seconds more than whole days are no further day in %s', (locale, text) => {
    expect(formatRelative(new Date(now + (7 * day + 8) * 1000).toISOString(), now, locale)).toBe(text)
  })

  test('a text that is not an instant is shown as it came', () => {
    expect(formatRelative('soon', now, 'en')).toBe('soon')
    expect(formatMoment('soon', 'en')).toBe('soon')
    expect(formatEnd('soon', 'en')).toBe('soon')
  })
})

test('the end of a validity has no seconds, and its time zone', () => {
  const zone = new Intl.DateTimeFormat('en', { timeZoneName: 'short' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value
  const text = formatEnd(new Date(now).toISOString(), 'en')
  expect(text).toMatch(/^Nov 2[0-2], 2026, \d{1,2}:\d{2}\s[AP]M /)
  expect(text.endsWith(` ${zone ?? '–'}`)).toBe(true)
})

describe('amounts', () => {
  test.each([
    [{ amount: '4.5', currency: 'USD' }, '$4.50'],
    [{ amount: '12345678901234567890.12', currency: 'USD' }, '$12,345,678,901,234,567,890.12'],
    [{ amount: '0.125', currency: 'USD' }, '$0.125'],
    [{ amount: '-3', currency: 'EUR' }, '-€3.00'],
    [{ amount: '7', currency: 'credits' }, '7 credits'],
  ])('%j', (money, text) => {
    expect(formatMoney(money, 'en')).toBe(text)
  })
})

test('changes of credits have a sign', () => {
  expect(formatMoved({ amount: '5.5', currency: 'USD' }, 'en')).toBe('+$5.50')
  expect(formatMoved({ amount: '-5.5', currency: 'USD' }, 'en')).toBe('-$5.50')
  expect(formatMoved({ amount: '0', currency: 'USD' }, 'en')).toBe('$0.00')
  expect(formatMoved({ amount: '7', currency: 'credits' }, 'en')).toBe('+7 credits')
})

test('sizes keep their unit and at most two decimals', () => {
  expect(formatSize({ value: 1.239, unit: 'GB' }, 'en', sizeWords)).toBe('1.24 GB')
  expect(formatSize({ value: 10240, unit: 'MB' }, 'en', sizeWords)).toBe('10,240 MB')
  expect(formatSize({ value: 2, unit: 'PB' }, 'en', sizeWords)).toBe('2 PB')
})

const sizeWords = { unlimited: 'Unlimited', notKnown: 'Not known' }

test.each([
  [{ value: 1_572_864, unit: 'KB' }, '1.5 GB'],
  [{ value: 52_428_800, unit: 'B' }, '50 MB'],
  [{ value: 300, unit: 'kb' }, '300 KB'],
  [{ value: 12, unit: 'B' }, '12 B'],
  [{ value: 0, unit: 'unlimited' }, 'Unlimited'],
  [{ value: 0, unit: '' }, 'Not known'],
])('the size %j is shown as %s', (size, text) => {
  expect(formatSize(size, 'en', sizeWords)).toBe(text)
})

test.each([
  [{ amount: '500.00', currency: 'JPY' }, '¥500'],
  [{ amount: '500.50', currency: 'JPY' }, '¥500.5'],
  [{ amount: '1.50', currency: 'KWD' }, 'KWD 1.500'],
  [{ amount: '1.2345', currency: 'KWD' }, 'KWD 1.2345'],
])('the amount %j is whole: %s', (money, text) => {
  expect(formatMoney(money, 'en').replaceAll('\u00a0', ' ')).toBe(text)
})

test('lengths of validity are shown with and without an end', () => {
  expect(formatValidity({ value: 30, unit: 'days', unlimited: false }, 'en', 'Unlimited')).toBe('30 days')
  expect(formatValidity({ value: null, unit: null, unlimited: true }, 'en', 'Unlimited')).toBe('Unlimited')
  expect(formatValidity({ value: null, unit: null, unlimited: false }, 'en', 'Unlimited')).toBe('–')
})

test('an ICCID is grouped in fours, and other text stays whole', () => {
  expect(groupIccid('8948010000012345678')).toEqual(['8948', '0100', '0001', '2345', '678'])
  expect(groupIccid('89480 broken')).toEqual(['89480 broken'])
})
