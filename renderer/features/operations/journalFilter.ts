/**
 * The filter of the journal, without side effects. The choice is stored in the query of the route, so that going back
 * restores it. An invalid query is read as no choice. Days are those of this machine's calendar, as an agent means
 * them.
 */
import {
  OperationKind,
  OperationState,
  type OperationFilter,
  type OperationRow,
} from '#shared/model/operation/operation.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { dayOf, startOf } from '../../lib/days.ts'

export const periods = ['today', 'month', 'range'] as const
type Period = (typeof periods)[number]

export interface JournalFilter {
  readonly state: OperationState | null
  readonly kind: OperationKind | null
  readonly period: Period | null
  /** The first and the last day of a range, such as `2026-11-21`, both inclusive. Empty for no limit. */
  readonly from: string
  readonly to: string
  readonly customer: CustomerUid | null
}

export const noFilter: JournalFilter = { state: null, kind: null, period: null, from: '', to: '', customer: null }

type Query = Readonly<Record<string, unknown>>

const dayFrom = (value: unknown): string => (typeof value === 'string' && startOf(value) !== null ? value : '')

export function filterFromQuery(query: Query): JournalFilter {
  return {
    state: OperationState.safeParse(query['state']).data ?? null,
    kind: OperationKind.safeParse(query['kind']).data ?? null,
    period: periods.find((period) => period === query['period']) ?? null,
    from: dayFrom(query['from']),
    to: dayFrom(query['to']),
    customer: CustomerUid.safeParse(query['customer']).data ?? null,
  }
}

export function filterToQuery(filter: JournalFilter): Record<string, string> {
  const range = filter.period === 'range'
  const pairs: readonly (readonly [string, string | null])[] = [
    ['state', filter.state],
    ['kind', filter.kind],
    ['period', filter.period],
    ['from', range ? filter.from : null],
    ['to', range ? filter.to : null],
    ['customer', filter.customer],
  ]
  return Object.fromEntries(
    pairs.filter((pair): pair is readonly [string, string] => pair[1] !== null && pair[1] !== ''),
  )
}

function spanOf(filter: JournalFilter, now: number): { readonly from: Date | null; readonly to: Date | null } {
  const today = dayOf(now)
  switch (filter.period) {
    case null:
      return { from: null, to: null }
    case 'today':
      return { from: startOf(today), to: null }
    case 'month':
      return { from: startOf(`${today.slice(0, 7)}-01`), to: null }
    case 'range':
      return { from: startOf(filter.from), to: startOf(filter.to, 1) }
  }
}

export function isFiltering(filter: JournalFilter): boolean {
  const period = filter.period === 'range' ? filter.from !== '' || filter.to !== '' : filter.period !== null
  return period || filter.state !== null || filter.kind !== null || filter.customer !== null
}

/** Converts the filter to the input of `operations.list`. */
export function operationFilter(filter: JournalFilter, now: number): OperationFilter {
  const { from, to } = spanOf(filter, now)
  return {
    ...(filter.state === null ? {} : { state: filter.state }),
    ...(filter.kind === null ? {} : { kind: filter.kind }),
    ...(filter.customer === null ? {} : { customerUid: filter.customer }),
    ...(from === null ? {} : { from: from.toISOString() }),
    ...(to === null ? {} : { to: to.toISOString() }),
  }
}

/** Whether a pushed row matches the filter. */
export function matches(row: OperationRow, { state, kind, customerUid, from, to }: OperationFilter): boolean {
  const at = Date.parse(row.createdAt)
  return (
    (state === undefined || row.state === state) &&
    (kind === undefined || row.kind === kind) &&
    (customerUid === undefined || row.customerUid === customerUid) &&
    (from === undefined || at >= Date.parse(from)) &&
    (to === undefined || at < Date.parse(to))
  )
}
