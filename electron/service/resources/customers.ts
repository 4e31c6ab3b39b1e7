/** Customers of the service (interface 4.6 to 4.8): pages of the list, one customer, search. */
import { DeskError } from '#shared/errors.ts'
import { WireCustomerEntry, type WireCustomerSearch } from '#shared/wire/customer.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { WireProblem } from '#shared/wire/problem.ts'
import { pathPart } from '../http/address.ts'
import { isPage, jsonOf, successJson, textOf, type ResponseContext } from '../parsing/answer.ts'
import { answerBytes, maxElements } from '../http/answerLimits.ts'
import { inOrder } from '../features/dialect.ts'
import { reasonOf } from '../parsing/parseList.ts'
import { noCustomers, readSmallList } from './customerList.ts'
import { createCustomerPages } from './customerPages.ts'
import type { ResourceOptions } from './resource.ts'
import type { Exchange } from '../http/exchange.ts'
import { createLargeList, type LargeList } from '../parsing/list.ts'
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

/** Only the service itself says so in JSON and with a text; a gateway without a route answers in another form. */
const saysMissing = (outcome: Exchange): boolean =>
  outcome.type === 'answer' &&
  outcome.status === 404 &&
  WireProblem.safeParse(jsonOf(outcome)).success &&
  textOf(outcome, String) !== ''

const isWrongMethod = (outcome: Exchange): boolean =>
  outcome.type === 'answer' && [400, 404, 405, 501].includes(outcome.status)

const succeeded = (outcome: Exchange): boolean =>
  outcome.type === 'answer' && outcome.status >= 200 && outcome.status < 300 && !isPage(outcome)

/** The detail `definite` of `not_found` says whether the service itself sent the 404. */
function oneJson(outcome: Exchange, context: ResponseContext): unknown {
  try {
    return successJson(outcome, context)
  } catch (thrown) {
    if (!(thrown instanceof DeskError) || thrown.code !== 'not_found') throw thrown
    throw new DeskError(
      'not_found',
      thrown.message,
      { ...thrown.details, definite: saysMissing(outcome) },
      { cause: thrown },
    )
  }
}

/** Returns null where there is no large answer. Throws where the parser could not read it. */
function largeEntry(
  outcome: Exchange,
  large: LargeList<'customers'>,
  context: ResponseContext,
): { readonly success: true; readonly data: WireCustomerEntry } | null {
  if (outcome.type === 'failure' || outcome.large === undefined) return null
  const taken = large.finish(outcome, context)
  const [entry] = taken?.read ?? []
  if (entry !== undefined) return { success: true, data: entry }
  throw new DeskError('unreadable_answer', 'This customer can’t be read', {
    reason: taken?.unreadable[0]?.reason ?? 'nothing',
  })
}

async function readCustomer(
  { segment, ask, contextOf, parser }: ResourceOptions,
  uid: CustomerUid,
  read: Read | undefined,
): Promise<WireCustomerEntry> {
  const what = 'one customer'
  const large = createLargeList(parser, { kind: 'customers', single: true, maxElements: 1 })
  const outcome = await ask({
    what,
    path: `${segment}/activations/customers/${pathPart(uid)}`,
    maxBytes: answerBytes.customer,
    large: large.open,
    signal: read?.signal,
    onSend: read?.onSend,
  })
  const context = contextOf(what, true)
  const entry = largeEntry(outcome, large, context) ?? WireCustomerEntry.safeParse(oneJson(outcome, context))
  if (!entry.success)
    throw new DeskError('unreadable_answer', 'This customer can’t be read', { uid, reason: reasonOf(entry.error) })
  if (entry.data.customer.uid.toLowerCase() !== uid.toLowerCase())
    throw new DeskError('unreadable_answer', 'The service sent another customer', { uid, reason: 'another customer' })
  return entry.data
}

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

export const createCustomers = (
  options: ResourceOptions,
): Pick<ServiceClient, 'customersPage' | 'customer' | 'readCustomer' | 'searchCustomers'> => ({
  customersPage: createCustomerPages(options),
  readCustomer: async (uid, read) => ({ entry: await readCustomer(options, uid, read), way: 'path entry' }),
  customer: (uid, read) => readCustomer(options, uid, read),
  searchCustomers: (query, read) => searchCustomers(options, query, read),
})
