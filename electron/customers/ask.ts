/**
 * Looks customers up at the service that the directory does not have (interface 4.8). It sends whole identifiers only,
 * which the service can look up, and one request at a time, since each key typed is another query.
 */
import { asDeskError } from '#shared/errors.ts'
import { customerRow } from '../views/customerRow.ts'
import { withAsciiDigits } from '#shared/model/search/digits.ts'
import { understandQuery, type UnderstoodQuery, type WholeIdentifier } from '#shared/model/search/identifier.ts'
import { findMatch, isNamedBy, mailboxOf, namesOf, understandSearch } from '#shared/model/search/search.ts'
import type { CustomerRow } from '#shared/model/customer/views.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { otherSpelling } from './otherSpelling.ts'
import type { CustomerQuery, CustomersAnswer, Read, ServiceClient } from '../service/index.ts'

interface LookupResult {
  readonly entries: readonly WireCustomerEntry[]
  readonly rows: readonly CustomerRow[]
  readonly exact: CustomerUid | null
  /** Code of the failure, or null. */
  readonly problem: string | null
}

const keys: Readonly<Partial<Record<WholeIdentifier['kind'], CustomerQuery['key']>>> = {
  iccid: 'ICCID',
  email: 'EMAIL',
  uid: 'UID',
}

/** Returns null for a query that the service cannot look up. */
export function lookupQueryFor(query: string, limit: number): CustomerQuery | null {
  const { whole } = understandQuery(withAsciiDigits(query))
  const key = whole === null ? undefined : keys[whole.kind]
  return whole === null || key === undefined ? null : { key, query: whole.value, mode: 'isExact', limit }
}

export type ServiceLookup = (query: string, lookupQuery: CustomerQuery, read: Required<Read>) => Promise<LookupResult>

/** A new lookup aborts the one that is running; whoever waits for that one gets an empty result with a problem. */
export function createServiceLookup(client: Pick<ServiceClient, 'searchCustomers' | 'now'>): ServiceLookup {
  let latest = new AbortController()
  return async (query, lookupQuery, { signal, onSend }) => {
    latest.abort()
    latest = new AbortController()
    const read = { signal: AbortSignal.any([signal, latest.signal]), onSend }
    const ask = async (asked: CustomerQuery, text: string): Promise<LookupResult> =>
      matchingResult(await client.searchCustomers(asked, read), understandSearch(text), client.now())
    try {
      const result = await ask(lookupQuery, query)
      const other = result.exact === null ? otherSpelling(understandSearch(query).whole) : null
      const found = other === null ? result : await ask({ ...lookupQuery, query: other }, other)
      return found.entries.length === 0 ? result : found
    } catch (thrown) {
      return { entries: [], rows: [], exact: null, problem: asDeskError(thrown).code }
    }
  }
}

/** Counts only customers that match the query, because a service that ignores the query may answer with others. */
function matchingResult(answer: CustomersAnswer, query: UnderstoodQuery, now: number): LookupResult {
  const found = answer.entries.flatMap((entry) => {
    const matched = findMatch(namesOf(entry), query)
    return matched === null ? [] : [{ entry, matched }]
  })
  const ofMailbox = Map.groupBy(found, ({ entry }) => mailboxOf(entry))
  const sharesEmail = (entry: WireCustomerEntry): boolean =>
    mailboxOf(entry) !== '' && (ofMailbox.get(mailboxOf(entry))?.length ?? 0) > 1
  const exact = found.filter(({ entry }) => isNamedBy(namesOf(entry), query))
  return {
    entries: found.map(({ entry }) => entry),
    rows: found.map(({ entry, matched: { match } }) => customerRow(entry, now, match, sharesEmail(entry))),
    exact: exact.length === 1 ? (exact[0]?.entry.customer.uid ?? null) : null,
    problem: found.length === 0 && answer.unreadable.length > 0 ? 'unreadable_answer' : null,
  }
}
