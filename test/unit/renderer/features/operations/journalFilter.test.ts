/** The filter of the journal, in the query of the route and as the input of the bridge. */
import { describe, expect, test } from 'vitest'
import { CustomerUid } from '#shared/wire/ids.ts'
import {
  filterFromQuery,
  filterToQuery,
  isFiltering,
  matches,
  noFilter,
  operationFilter,
  type JournalFilter,
} from '../../../../../renderer/features/operations/journalFilter.ts'
import { operation } from '../../support/samples.ts'

const filter = (changes: Partial<JournalFilter>): JournalFilter => ({ ...noFilter, ...changes })
const noon = new Date(2026, 10, 21, 12).getTime()
const local = (year: number, month: number, day: number): string => new Date(year, month - 1, day).toISOString()

describe('in the query of the route', () => {
  test('every choice is restored', () => {
    const chosen = filter({
      state: 'UNKNOWN',
      kind: 'top-up-with-profile',
      period: 'range',
      from: '2026-11-01',
      to: '2026-11-20',
      customer: CustomerUid.parse('c-1'),
    })
    expect(filterFromQuery(filterToQuery(chosen))).toEqual(chosen)
    expect(filterToQuery(noFilter)).toEqual({})
  })

  test('an invalid query is read as no choice', () => {
    expect(
      filterFromQuery({
        state: 'DONE',
        kind: ['refund'],
        period: 'year',
        from: '2026-02-31',
        to: 'yesterday',
        customer: '..',
      }),
    ).toEqual(noFilter)
  })

  test('days are included only with a range', () => {
    expect(filterToQuery(filter({ period: 'today', from: '2026-11-01' }))).toEqual({ period: 'today' })
  })
})

describe('as the input of the bridge', () => {
  test('today and this month begin at this machine’s midnight and have no end', () => {
    expect(operationFilter(filter({ period: 'today' }), noon)).toEqual({ from: local(2026, 11, 21) })
    expect(operationFilter(filter({ period: 'month' }), noon)).toEqual({ from: local(2026, 11, 1) })
  })

  test('the last day of a range is included, and either end may be open', () => {
    expect(operationFilter(filter({ period: 'range', from: '2026-10-30', to: '2026-10-31' }), noon)).toEqual({
      from: local(2026, 10, 30),
      to: local(2026, 11, 1),
    })
    expect(operationFilter(filter({ period: 'range', to: '2026-10-31' }), noon)).toEqual({ to: local(2026, 11, 1) })
    expect(operationFilter(filter({ period: 'range' }), noon)).toEqual({})
  })

  test('a year that is being typed is that year', () => {
    expect(
      new Date(operationFilter(filter({ period: 'range', from: '0020-11-01' }), noon).from ?? '').getFullYear(),
    ).toBe(20)
  })
})

test('an empty range filters nothing', () => {
  expect(isFiltering(filter({ period: 'range' }))).toBe(false)
  expect(isFiltering(filter({ period: 'range', from: '2026-11-01' }))).toBe(true)
  expect(isFiltering(filter({ customer: CustomerUid.parse('c-1') }))).toBe(true)
})

test('a pushed row matches a filter by state, kind, customer and time, excluding its end', () => {
  const row = operation({ state: 'UNKNOWN', kind: 'refund', createdAt: '2026-11-21T10:00:00.000Z' })
  expect(matches(row, {})).toBe(true)
  expect(
    matches(row, { state: 'UNKNOWN', kind: 'refund', customerUid: CustomerUid.parse('c-1'), from: row.createdAt }),
  ).toBe(true)
  expect(matches(row, { to: row.createdAt })).toBe(false)
  expect(matches(row, { from: '2026-11-21T10:00:00.001Z' })).toBe(false)
  expect(matches(row, { state: 'CONFIRMED' })).toBe(false)
  expect(matches(row, { kind: 'activate' })).toBe(false)
  expect(matches(row, { customerUid: CustomerUid.parse('c-2') })).toBe(false)
})
