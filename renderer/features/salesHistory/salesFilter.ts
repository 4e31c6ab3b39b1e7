/**
 * The choices of the sales history, without side effects. They are stored in the query of the route, so that going back
 * restores them. An invalid query is read as no choice.
 */
import type { InputOf } from '#shared/contract.ts'
import { PortalStatus, SalesSort } from '#shared/model/operation/sales.ts'
import { dayOf, startOf } from '../../lib/days.ts'
import { salesColumns } from './salesColumns.ts'

export const salesPeriods = ['day', 'week', 'month', 'quarter', 'all', 'range'] as const
type SalesPeriod = (typeof salesPeriods)[number]

export interface SalesFilter {
  readonly period: SalesPeriod
  /** The first and the last day of a range, such as `2026-11-21`, both inclusive. Empty for no limit. */
  readonly from: string
  readonly to: string
  readonly status: PortalStatus | null
  /** Words of the reference, the e-mail address or the package. Empty for all. */
  readonly search: string
  readonly sort: SalesSort
  readonly descending: boolean
}

/** Characters of what is searched for. */
export const maxSearch = 200

export const noSalesFilter: SalesFilter = {
  period: 'month',
  from: '',
  to: '',
  status: null,
  search: '',
  sort: 'date',
  descending: true,
}

type Query = Readonly<Record<string, unknown>>

const dayFrom = (value: unknown): string => (typeof value === 'string' && startOf(value) !== null ? value : '')
const isFirstDescending = (sort: SalesSort): boolean =>
  salesColumns.some((column) => 'latestFirst' in column && column.sort === sort)

export function salesFilterFromQuery(query: Query): SalesFilter {
  const sort = SalesSort.safeParse(query['sort']).data ?? noSalesFilter.sort
  return {
    period: salesPeriods.find((period) => period === query['period']) ?? noSalesFilter.period,
    from: dayFrom(query['from']),
    to: dayFrom(query['to']),
    status: PortalStatus.safeParse(query['status']).data ?? null,
    search: typeof query['find'] === 'string' ? query['find'].slice(0, maxSearch) : '',
    sort,
    descending: query['order'] === 'reverse' ? !isFirstDescending(sort) : isFirstDescending(sort),
  }
}

export function salesFilterToQuery(filter: SalesFilter): Record<string, string> {
  const isRange = filter.period === 'range'
  const pairs: readonly (readonly [string, string | null])[] = [
    ['period', filter.period === noSalesFilter.period ? null : filter.period],
    ['from', isRange ? filter.from : null],
    ['to', isRange ? filter.to : null],
    ['status', filter.status],
    ['find', filter.search.trim()],
    ['sort', filter.sort === noSalesFilter.sort ? null : filter.sort],
    ['order', filter.descending === isFirstDescending(filter.sort) ? null : 'reverse'],
  ]
  return Object.fromEntries(
    pairs.filter((pair): pair is readonly [string, string] => pair[1] !== null && pair[1] !== ''),
  )
}

/** The number of days of each period, today included. */
const lengths = { day: 1, week: 7, month: 30, quarter: 90 } as const
/** Before the first eSIM was sold, for a period without a beginning. */
const beginning = '2010-01-01'

function daysOf({ period, from, to }: SalesFilter, today: string): { readonly first: Date; readonly after: Date } {
  const ofDay = (day: string, later = 0): Date => startOf(day, later) ?? new Date(0)
  switch (period) {
    case 'day':
    case 'week':
    case 'month':
    case 'quarter':
      return { first: ofDay(today, 1 - lengths[period]), after: ofDay(today, 1) }
    case 'all':
      return { first: ofDay(beginning), after: ofDay(today, 1) }
    case 'range':
      return { first: ofDay(from === '' ? beginning : from), after: ofDay(to === '' ? today : to, 1) }
  }
}

type SalesInput = Omit<InputOf<'salesHistory', 'list'>, 'limit' | 'offset' | 'refresh'>

/** The input of `salesHistory.list`. It stays the same all day, so that its pages come from one answer. */
export function salesInput(filter: SalesFilter, now: number): SalesInput {
  const { first, after } = daysOf(filter, dayOf(now))
  return {
    from: first.toISOString(),
    // The period ends with its last millisecond, because both of its instants are included.
    to: new Date(after.getTime() - 1).toISOString(),
    sort: filter.sort,
    descending: filter.descending,
    ...(filter.status === null ? {} : { status: filter.status }),
    ...(filter.search.trim() === '' ? {} : { search: filter.search.trim() }),
  }
}
