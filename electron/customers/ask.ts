/**
 * Asking the service for what the directory hasn't got (interface 4.8): only whole identifiers that the service can
 * look up, and only one question at a time, since each key typed is another query.
 */
import { asDeskError } from '#shared/errors.ts'
import { customerRow } from '#shared/model/customerRow.ts'
import { understandQuery, type UnderstoodQuery, type WholeIdentifier } from '#shared/model/identifier.ts'
import { findMatch, namesOf, type RankedMatch } from '#shared/model/search.ts'
import type { CustomerRow } from '#shared/model/views.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { CustomerQuery, CustomersAnswer, ServiceClient } from '../service/index.ts'

export interface Asked {
  readonly entries: readonly WireCustomerEntry[]
  readonly rows: readonly CustomerRow[]
  readonly exact: CustomerUid | null
  /** Code of the failure. */
  readonly problem: string | null
}

const keys: Readonly<Partial<Record<WholeIdentifier['kind'], CustomerQuery['key']>>> = {
  iccid: 'ICCID',
  email: 'EMAIL',
  uid: 'UID',
}

/** Null for what the service can't look up. */
export function questionFor(query: string, limit: number): CustomerQuery | null {
  const { whole } = understandQuery(query)
  const key = whole === null ? undefined : keys[whole.kind]
  return whole === null || key === undefined ? null : { key, query: whole.value, mode: 'isExact', limit }
}

export type Asker = (query: string, question: CustomerQuery, signal: AbortSignal) => Promise<Asked>

/** A question that is under way is dropped when the next one comes; whoever waits for it gets what there is. */
export function createAsker(client: Pick<ServiceClient, 'searchCustomers' | 'now'>): Asker {
  let latest = new AbortController()
  return async (query, question, signal) => {
    latest.abort()
    latest = new AbortController()
    try {
      const answer = await client.searchCustomers(question, { signal: AbortSignal.any([signal, latest.signal]) })
      return understood(answer, understandQuery(query), client.now())
    } catch (thrown) {
      return { entries: [], rows: [], exact: null, problem: asDeskError(thrown).code }
    }
  }
}

/** A service that ignores what was asked may answer with anybody: only who matches counts. */
function understood(answer: CustomersAnswer, query: UnderstoodQuery, now: number): Asked {
  const found = answer.entries.flatMap((entry) => {
    const place = findMatch(namesOf(entry), query)
    return place === null ? [] : [{ entry, place }]
  })
  const exact = found.filter(({ place }) => place.tier === 'exact')
  return {
    entries: found.map(({ entry }) => entry),
    rows: found.map(({ entry, place }) => rowOf(entry, place, now)),
    exact: exact.length === 1 ? (exact[0]?.entry.customer.uid ?? null) : null,
    problem: found.length === 0 && answer.unreadable.length > 0 ? 'unreadable_answer' : null,
  }
}

const rowOf = (entry: WireCustomerEntry, { match }: RankedMatch, now: number): CustomerRow =>
  customerRow(entry, now, match)
