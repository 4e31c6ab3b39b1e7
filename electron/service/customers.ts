/** Customers of the service (interface 4.6 to 4.8): pages of the list, one customer, search. */
import { DeskError } from '#shared/errors.ts'
import { WireCustomerEntry, WireCustomerList, type WireCustomerSearch } from '#shared/wire/customer.ts'
import { WireProblem } from '#shared/wire/problem.ts'
import { pathPart } from './address.ts'
import { freeBytes } from '../memory.ts'
import { isPage, jsonOf, successJson, wordsOf, type Judged } from './answer.ts'
import { inOrder, type DialectMemory } from './dialect.ts'
import { readElements, reasonOf } from './elements.ts'
import type { Exchange } from './exchange.ts'
import type { ReadRequest } from './reader.ts'
import type { CustomerQuery, CustomersAnswer, ServiceClient } from './types.ts'

export interface ResourceOptions {
  /** Encoded path segment with a leading slash. */
  readonly segment: string
  readonly ask: (request: ReadRequest) => Promise<Exchange>
  readonly judge: (what: string, mayBeMissing?: boolean) => Judged
  readonly dialect: DialectMemory
}

const megabyte = 1024 * 1024
/** A service that ignores paging sends all customers in one answer. */
const listBytes = 256 * megabyte
const nothing: CustomersAnswer = { entries: [], unreadable: [], received: 0 }

/** Tells two pages apart; null where an element has no name. */
const marksOf = ({ entries, unreadable }: CustomersAnswer): string | null =>
  unreadable.every(({ uid }) => uid !== null) ? JSON.stringify([entries.map(({ customer }) => customer.uid), unreadable]) : null

const searchBody = ({ key, query, mode, limit }: CustomerQuery): WireCustomerSearch => ({
  pageSize: limit,
  pageIndex: 0,
  searchKey: key,
  searchQuery: query,
  searchMode: mode,
  onlyActiveProfiles: false,
})

const searchParameters = (body: WireCustomerSearch): Record<string, string> =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))

/** Nobody but the service says so in JSON and in words: a gateway without a route has another form. */
const saysMissing = (outcome: Exchange): boolean =>
  outcome.type === 'answer' && outcome.status === 404 && WireProblem.safeParse(jsonOf(outcome)).success && wordsOf(outcome, String) !== ''

const isWrongMethod = (outcome: Exchange): boolean => outcome.type === 'answer' && [400, 404, 405, 501].includes(outcome.status)

const succeeded = (outcome: Exchange): boolean => outcome.type === 'answer' && outcome.status >= 200 && outcome.status < 300 && !isPage(outcome)

/** `not_found` tells by `definite` whether the service itself says so. */
function oneJson(outcome: Exchange, judged: Judged): unknown {
  try {
    return successJson(outcome, judged)
  } catch (thrown) {
    if (!(thrown instanceof DeskError) || thrown.code !== 'not_found') throw thrown
    throw new DeskError('not_found', thrown.message, { ...thrown.details, definite: saysMissing(outcome) }, { cause: thrown })
  }
}

export function createCustomers({ segment, ask, judge, dialect }: ResourceOptions): Pick<ServiceClient, 'customersPage' | 'customer' | 'searchCustomers'> {
  /** The first page of the reading under way: a later page equal to it was not a page. Null marks: it can't be told. */
  let firstPage: { readonly size: number; readonly marks: string | null; readonly whole: boolean } | null = null

  const readList = async (json: unknown, what: string): Promise<CustomersAnswer> => {
    const list = WireCustomerList.safeParse(json)
    if (!list.success) throw new DeskError('not_this_service', `The answer of ${what} is not a list of customers`, { reason: reasonOf(list.error) })
    const { read, unreadable } = await readElements(WireCustomerEntry, list.data)
    return { entries: read, unreadable, received: list.data.length }
  }

  const searchOnce = (method: 'POST' | 'GET', body: WireCustomerSearch, signal: AbortSignal | undefined): Promise<Exchange> => {
    const shape = method === 'POST' ? { json: body } : { query: searchParameters(body) }
    return ask({ what: 'search-customers', method, path: `${segment}/activations/search-customers`, ...shape, maxBytes: listBytes, signal })
  }

  return {
    async customersPage({ size, index }, read) {
      const what = 'customers'
      if (index === 0) firstPage = null
      else if (firstPage?.size === size && firstPage.whole) return nothing
      const query = { page_size: String(size), page_index: String(index), only_active_profiles: 'false' }
      const outcome = await ask({ what, path: `${segment}/activations/customers`, query, maxBytes: listBytes, signal: read?.signal })
      const json = successJson(outcome, judge(what))
      if (outcome.type === 'answer') freeBytes(outcome.body)
      const answer = await readList(json, what)
      dialect.learn({ list: Array.isArray(json) ? 'array' : 'object' })
      if (index === 0) {
        const whole = answer.received > size
        firstPage = { size, marks: whole ? null : marksOf(answer), whole }
        if (firstPage.whole) dialect.learn({ paging: 'ignored' })
        return answer
      }
      const marks = answer.received > 0 && firstPage?.size === size ? marksOf(answer) : null
      if (firstPage !== null && marks !== null && firstPage.marks === marks) {
        // A service that counts pages from 1 answers 0 and 1 alike: only the page after that tells.
        if (index === 1) return answer
        firstPage = { ...firstPage, whole: true }
        dialect.learn({ paging: 'ignored' })
        return nothing
      }
      if (answer.received > 0) dialect.learn({ paging: 'honoured' })
      return answer
    },

    async customer(uid, read) {
      const what = 'one customer'
      const outcome = await ask({ what, path: `${segment}/activations/customers/${pathPart(uid)}`, signal: read?.signal })
      const entry = WireCustomerEntry.safeParse(oneJson(outcome, judge(what, true)))
      if (!entry.success) throw new DeskError('unreadable_answer', 'This customer can’t be read', { uid, reason: reasonOf(entry.error) })
      if (entry.data.customer.uid.toLowerCase() !== uid.toLowerCase()) {
        throw new DeskError('unreadable_answer', 'The service sent another customer', { uid, reason: 'another customer' })
      }
      return entry.data
    },

    async searchCustomers(query, read) {
      const what = 'search-customers'
      const remembered = dialect.get().search
      const methods = inOrder(['POST', 'GET'] as const, remembered)
      const body = searchBody(query)
      let outcome = await searchOnce(methods[0], body, read?.signal)
      let method = methods[0]
      if (isWrongMethod(outcome)) {
        const other = await searchOnce(methods[1], body, read?.signal)
        // A search that worked before and now isn't there, in the service's own words, found nobody.
        if (isWrongMethod(other) && remembered !== null && outcome.type === 'answer' && outcome.status === 404 && wordsOf(outcome, String) !== '') return nothing
        if (isWrongMethod(other) && outcome.type === 'answer' && outcome.status !== 400) {
          throw new DeskError('not_supported', 'This service has no search for customers', { what })
        }
        // With 400 a method that was remembered may be right about the query: only a success says that it is gone.
        const aboutQuery = remembered !== null && outcome.type === 'answer' && outcome.status === 400
        if (aboutQuery ? succeeded(other) : !isWrongMethod(other)) {
          outcome = other
          method = methods[1]
        }
      }
      const json = successJson(outcome, judge(what))
      dialect.learn({ search: method })
      return await readList(json, what)
    },
  }
}
