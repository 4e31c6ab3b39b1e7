/** Customers of the service (interface 4.6 to 4.8): pages of the list, one customer, search. */
import { DeskError } from '#shared/errors.ts'
import type { WireCustomerSearch } from '#shared/wire/customer.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { isPage, textOf } from '../parsing/answer.ts'
import { answerBytes, maxElements } from '../http/answerLimits.ts'
import { inOrder, type Dialect, type DialectMemory } from '../features/dialect.ts'
import { createCustomerPages, noCustomers } from './customerPages.ts'
import { createOneCustomer, showsItems } from './oneCustomer.ts'
import type { ResourceOptions } from './resource.ts'
import type { Exchange } from '../http/exchange.ts'
import type { ReadRequest } from '../http/reader.ts'
import { createLargeList } from '../parsing/list.ts'
import { readSmallList } from '../parsing/smallList.ts'
import type { CustomerQuery, CustomersAnswer, Read, ServiceClient } from '../types.ts'

type SearchMethod = 'POST' | 'GET'

/** What a search is sent as. */
interface SearchForm {
  readonly method: SearchMethod
  readonly by: NonNullable<Dialect['searchBy']>
}

const searchFields = ({ key, query, mode, limit }: CustomerQuery): WireCustomerSearch => ({
  pageSize: limit,
  pageIndex: 0,
  searchKey: key,
  searchQuery: query,
  searchMode: mode,
  onlyActiveProfiles: false,
})

/** The name of the parameter that is a search's only one, such as `email` or `q`. */
const nameOf = (by: Exclude<SearchForm['by'], 'fields'>, { key }: CustomerQuery): string =>
  by === 'kind' ? key.toLowerCase() : by

function searchRequest(
  { method, by }: SearchForm,
  query: CustomerQuery,
): Pick<ReadRequest, 'method' | 'json' | 'query'> {
  const fields = by === 'fields' ? searchFields(query) : { [nameOf(by, query)]: query.query }
  if (method === 'POST') return { method, json: fields }
  return { method, query: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])) }
}

const statusOf = (outcome: Exchange): number | null => (outcome.type === 'answer' ? outcome.status : null)
const isWrongForm = (outcome: Exchange): boolean => [400, 404, 405, 501].includes(statusOf(outcome) ?? 0)

const succeeded = (outcome: Exchange): boolean =>
  outcome.type === 'answer' && outcome.status >= 200 && outcome.status < 300 && !isPage(outcome)

interface SearchOutcome {
  readonly outcome: Exchange
  readonly form: SearchForm
}

/** Tries the other names of the parameter with the methods that refused the query, and returns the first success. */
async function searchByOtherNames(
  send: (form: SearchForm) => Promise<Exchange>,
  refused: readonly SearchForm[],
): Promise<SearchOutcome | null> {
  for (const { method, by: tried } of refused) {
    for (const by of (['fields', 'kind', 'query', 'q'] as const).filter((name) => name !== tried)) {
      const outcome = await send({ method, by })
      if (succeeded(outcome)) return { outcome, form: { method, by } }
    }
  }
  return null
}

/**
 * Searches in the remembered form, and in the others where the service doesn't support it (field notes): by the other
 * method, and under other names where a method refuses the query. Returns null where nobody was found. Throws
 * `not_supported` where neither method exists.
 */
async function searchInAnyForm(
  send: (form: SearchForm) => Promise<Exchange>,
  dialect: DialectMemory,
  what: string,
): Promise<SearchOutcome | null> {
  const { search: known, searchBy } = dialect.get()
  const by = searchBy ?? 'fields'
  const [method, otherMethod] = inOrder(['POST', 'GET'] as const, known)
  const first = { outcome: await send({ method, by }), form: { method, by } }
  const { outcome } = first
  if (!isWrongForm(outcome)) return first
  const isRefused = statusOf(outcome) === 400
  if (known === null || dialect.mayRetry('search')) {
    const other = { outcome: await send({ method: otherMethod, by }), form: { method: otherMethod, by } }
    // A 400 to the remembered method may concern the query, so only a success of the other method replaces it.
    if (known !== null && isRefused ? succeeded(other.outcome) : !isWrongForm(other.outcome)) return other
    const refused = [other, first].filter((tried) => statusOf(tried.outcome) === 400).map(({ form }) => form)
    const renamed = await searchByOtherNames(send, refused)
    if (renamed !== null) return renamed
    dialect.triedInVain('search')
  }
  if (isRefused) return first
  // Where a search worked before, a 404 with the service's own text means that it found nobody.
  if (known !== null && outcome.type === 'answer' && outcome.status === 404 && textOf(outcome, String) !== '')
    return null
  throw new DeskError('not_supported', 'This service has no search for customers', { what })
}

async function searchCustomers(
  { segment, ask, contextOf, dialect, parser }: ResourceOptions,
  query: CustomerQuery,
  read: Read | undefined,
): Promise<CustomersAnswer> {
  const what = 'search-customers'
  const large = createLargeList(parser, { kind: 'customers', single: false, maxElements: maxElements.search })
  const send = (form: SearchForm): Promise<Exchange> =>
    ask({
      what,
      path: `${segment}/activations/search-customers`,
      ...searchRequest(form, query),
      maxBytes: answerBytes.search,
      large: large.open,
      signal: read?.signal,
      onSend: read?.onSend,
    })
  const found = await searchInAnyForm(send, dialect, what)
  if (found === null) return noCustomers
  const context = contextOf(what)
  const list =
    large.finish(found.outcome, context) ??
    (await readSmallList('customers', found.outcome, context, maxElements.search))
  dialect.learn({ search: found.form.method, searchBy: found.form.by })
  return { entries: list.read, unreadable: list.unreadable, received: list.received }
}

const maxCompleted = 10

/**
 * Reads those customers by themselves of whom a search shows no packages, or who have another form than an entry: an
 * entry without them would replace a copy that has them. Those who can't be read stay as the search shows them.
 */
async function completed(
  answer: CustomersAnswer,
  readCustomer: ServiceClient['readCustomer'],
  read: Read | undefined,
): Promise<CustomersAnswer> {
  const bare = answer.entries.filter((entry) => !showsItems(entry))
  const uids = [...bare.map(({ customer }) => customer.uid), ...answer.unreadable.map(({ uid }) => uid)]
  const wanted = uids.map((uid) => CustomerUid.safeParse(uid).data).filter((uid) => uid !== undefined)
  const reads = wanted.slice(0, maxCompleted).map((uid) => readCustomer(uid, read).catch(() => null))
  const found = (await Promise.all(reads)).flatMap((one) => (one === null ? [] : [one.entry]))
  const isFound = (uid: string | null): boolean => found.some(({ customer }) => customer.uid === uid)
  return {
    ...answer,
    entries: [...answer.entries.filter((entry) => !isFound(entry.customer.uid)), ...found],
    unreadable: answer.unreadable.filter(({ uid }) => !isFound(uid)),
  }
}

export function createCustomers(
  options: ResourceOptions,
): Pick<ServiceClient, 'customersPage' | 'readCustomer' | 'searchCustomers'> {
  const search: ServiceClient['searchCustomers'] = (query, read) => searchCustomers(options, query, read)
  const readCustomer = createOneCustomer({ ...options, search, createPages: () => createCustomerPages(options) })
  return {
    customersPage: createCustomerPages(options),
    readCustomer,
    searchCustomers: async (query, read) => await completed(await search(query, read), readCustomer, read),
  }
}
