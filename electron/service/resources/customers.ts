/** Customers of the service (interface 4.6 to 4.8): pages of the list, one customer, search. */
import { DeskError } from '#shared/errors.ts'
import type { WireCustomerSearch } from '#shared/wire/customer.ts'
import type { Clock } from '../../base/clock.ts'
import { isPage, successJson, textOf } from '../parsing/answer.ts'
import { answerBytes, maxElements } from '../http/answerLimits.ts'
import { inOrder } from '../features/dialect.ts'
import { noCustomers, readSmallList } from './customerList.ts'
import { createCustomerPages } from './customerPages.ts'
import { createOneCustomer } from './oneCustomer.ts'
import type { ResourceOptions } from './resource.ts'
import type { Exchange } from '../http/exchange.ts'
import { createLargeList } from '../parsing/list.ts'
import type { CustomerQuery, CustomersAnswer, Read, ServiceClient } from '../types.ts'

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

const isWrongMethod = (outcome: Exchange): boolean =>
  outcome.type === 'answer' && [400, 404, 405, 501].includes(outcome.status)

const succeeded = (outcome: Exchange): boolean =>
  outcome.type === 'answer' && outcome.status >= 200 && outcome.status < 300 && !isPage(outcome)

type SearchMethod = 'POST' | 'GET'

interface SearchOutcome {
  readonly outcome: Exchange
  readonly method: SearchMethod
}

/**
 * Searches by the remembered method, and by the other one where the service doesn't know it (field notes). Returns null
 * where nobody was found. Throws `not_supported` where neither method exists.
 */
async function searchByEitherMethod(
  send: (method: SearchMethod) => Promise<Exchange>,
  remembered: SearchMethod | null,
  what: string,
): Promise<SearchOutcome | null> {
  const [preferred, alternative] = inOrder(['POST', 'GET'] as const, remembered)
  const outcome = await send(preferred)
  if (!isWrongMethod(outcome)) return { outcome, method: preferred }
  const other = await send(alternative)
  const status = outcome.type === 'answer' ? outcome.status : null
  if (isWrongMethod(other)) {
    // Where a search worked before, a 404 with the service's own text means that it found nobody.
    if (remembered !== null && outcome.type === 'answer' && status === 404 && textOf(outcome, String) !== '')
      return null
    if (status !== 400) throw new DeskError('not_supported', 'This service has no search for customers', { what })
  }
  // A 400 to the remembered method may concern the query, so only a success of the other method replaces it.
  const isAboutQuery = remembered !== null && status === 400
  return (isAboutQuery ? succeeded(other) : !isWrongMethod(other))
    ? { outcome: other, method: alternative }
    : { outcome, method: preferred }
}

async function searchCustomers(
  { segment, ask, contextOf, dialect, parser }: ResourceOptions,
  query: CustomerQuery,
  read: Read | undefined,
): Promise<CustomersAnswer> {
  const what = 'search-customers'
  const body = searchBody(query)
  const large = createLargeList(parser, { kind: 'customers', single: false, maxElements: maxElements.search })
  const send = (method: SearchMethod): Promise<Exchange> =>
    ask({
      what,
      method,
      path: `${segment}/activations/search-customers`,
      ...(method === 'POST' ? { json: body } : { query: searchParameters(body) }),
      maxBytes: answerBytes.search,
      large: large.open,
      signal: read?.signal,
      onSend: read?.onSend,
    })
  const found = await searchByEitherMethod(send, dialect.get().search, what)
  if (found === null) return noCustomers
  const context = contextOf(what)
  const taken = large.finish(found.outcome, context)
  if (taken === null) successJson(found.outcome, context)
  dialect.learn({ search: found.method })
  const list = taken ?? (await readSmallList(found.outcome, context, maxElements.search))
  return { entries: list.read, unreadable: list.unreadable, received: list.received }
}

export function createCustomers(
  options: ResourceOptions & { readonly clock: Clock },
): Pick<ServiceClient, 'customersPage' | 'readCustomer' | 'searchCustomers'> {
  const search: ServiceClient['searchCustomers'] = (query, read) => searchCustomers(options, query, read)
  return {
    customersPage: createCustomerPages(options),
    readCustomer: createOneCustomer({ ...options, search, createPages: () => createCustomerPages(options) }),
    searchCustomers: search,
  }
}
