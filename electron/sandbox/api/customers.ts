/** The endpoints for the list of customers, one customer, and the search (interface 4.6 to 4.8; field notes). */
import { json, jsonText, noRoute, text, type ApiResponse } from '../serializers/response.ts'
import { customerText, entryMembers, entryText, shownCustomer } from '../serializers/customerEntry.ts'
import { problem } from '../serializers/problem.ts'
import { jsonBody, type ApiRequest } from '../http/request.ts'
import type { Endpoint } from '../http/routes.ts'
import { invalid, unknown } from '../rules/refusal.ts'
import type { SearchKey, SearchMode } from '../store/customers.ts'
import type { Store } from '../store/store.ts'
import type { Variants } from '../variants.ts'

const defaultPageSize = 50
/** A response of at most this many entries is built before it is sent; only such a response can be compressed. */
const maxBuffered = { plain: 200, gzip: 2000 }

function wholeNumber(text: string | null | undefined, name: string, fallback: number, min: number): number {
  if (text === null || text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < min) throw invalid(`${name} is a whole number from ${min}.`)
  return value
}

function parseBoolean(text: string | null | undefined, fallback: boolean): boolean {
  return text === null || text === undefined || text === '' ? fallback : text.toLowerCase() !== 'false'
}

/** Generates the customers as JSON, one at a time. */
function* entryTexts(store: Store, indexes: Iterable<number>, now: number, onlyActive: boolean): Generator<string> {
  let separator = ''
  for (const index of indexes) {
    const customer = store.customers.peek(index, now)
    const shown = customer && shownCustomer(customer)
    if (shown === undefined) continue
    yield `${separator}${entryText(store, shown, now, onlyActive)}`
    separator = ','
  }
}

/** What an object around a list reports about it. */
type Totals = { readonly count: number; readonly page: number; readonly size: number }

function* withEnvelope(
  texts: Iterable<string>,
  envelope: Variants['listEnvelope'],
  totals?: Totals,
): Generator<string> {
  if (envelope === 'array') {
    yield '['
    yield* texts
    yield ']'
    return
  }
  yield `{"${envelope === 'object' || envelope === 'twoArrays' ? 'customers' : envelope}":[`
  yield* texts
  yield ']'
  if (envelope === 'twoArrays') yield ',"archived":[{"uid":"archived"}]'
  if (totals !== undefined) {
    const { count, page, size } = totals
    const pages = Math.ceil(count / size)
    yield `,"totalElements":${count},"totalPages":${pages},"number":${page},"size":${size}`
  }
  yield '}'
}

/** Streams long lists while they are generated. */
function listResponse(store: Store, texts: Iterable<string>, count: number): ApiResponse {
  return jsonText(count > maxBuffered[store.variants.gzip ? 'gzip' : 'plain'] ? texts : [...texts].join(''))
}

/** Generates the indexes of the customers at the positions from `from` (inclusive) to `to` (exclusive) of the list. */
function* listIndexes(store: Store, from: number, to: number): Generator<number> {
  const { count } = store.customers
  const newestFirst = store.variants.listOrder === 'newestFirst'
  for (let position = from; position < to; position++) yield newestFirst ? count - 1 - position : position
}

function customers(store: Store, { query }: ApiRequest): ApiResponse {
  const { paging, pageCap, firstPage, listEnvelope, listTotals } = store.variants
  if (paging === 'refused' && query.size > 0) throw invalid('This list takes no parameters.')
  const requestedSize = wholeNumber(query.get('page_size'), 'page_size', defaultPageSize, 1)
  const first = firstPage === 'zeroOrOne' ? 1 : firstPage
  const index = wholeNumber(query.get('page_index'), 'page_index', first, firstPage === 1 ? 1 : 0)
  const onlyActive = parseBoolean(query.get('only_active_profiles'), true)
  const size = pageCap === null ? requestedSize : Math.min(requestedSize, pageCap)
  const count = store.customers.count
  const isWhole = paging === 'ignored' || paging === 'refused'
  const from = isWhole || paging === 'repeats' ? 0 : Math.min(count, size * Math.max(0, index - first))
  const to = isWhole ? count : Math.min(count, from + size)
  return listResponse(
    store,
    withEnvelope(
      entryTexts(store, listIndexes(store, from, to), store.clock.now(), onlyActive),
      listEnvelope,
      listTotals ? { count, page: index, size } : undefined,
    ),
    to - from,
  )
}

function customer(store: Store, { params, query }: ApiRequest): ApiResponse {
  const { customerEnvelope, errorForm } = store.variants
  if (customerEnvelope === 'missing') return noRoute
  if (customerEnvelope === 'notAllowed')
    return problem(errorForm, { status: 405, code: 'method-not-allowed', message: 'Customers are read as a list.' })
  const now = store.clock.now()
  const stored = store.customers.byUid(params.uid ?? '', now)
  const found = stored && shownCustomer(stored)
  if (found === undefined) throw unknown('customer')
  const own = customerText(store, found)
  if (customerEnvelope === 'bare') return jsonText(own)
  const onlyActive = parseBoolean(query.get('only_active_profiles'), false)
  if (customerEnvelope === 'flat')
    return jsonText(`${own.slice(0, -1)},${entryMembers(store, found, now, onlyActive)}}`)
  const entry = entryText(store, found, now, onlyActive)
  switch (customerEnvelope) {
    case 'entry':
      return jsonText(entry)
    case 'array':
      return jsonText(`[${entry}]`)
    case 'inData':
      return jsonText(`{"data":${entry}}`)
    case 'inCustomer':
      return jsonText(`{"customer":${entry}}`)
    case 'inResult':
      return jsonText(`{"result":${entry}}`)
  }
}

const keys: readonly SearchKey[] = ['EMAIL', 'UID', 'ICCID']
const modes: readonly SearchMode[] = ['isExact', 'startsWith', 'contains']

type SearchParams = Readonly<Record<string, string | undefined>>

/** Returns the parameters under their usual names; throws a `Refusal` if the service has other names for them. */
function usualParams(form: Variants['searchParameters'], params: SearchParams): SearchParams {
  if (form === 'searchQuery') return params
  const names = form === 'named' ? (['email', 'uid', 'iccid'] as const) : [form]
  const name = names.find((one) => params[one] !== undefined)
  if (name === undefined) throw invalid(`The search takes ${names.join(' or ')}.`)
  const searchQuery = params[name] ?? ''
  const guessed = searchQuery.includes('@') ? 'EMAIL' : /^\d+$/.test(searchQuery) ? 'ICCID' : 'UID'
  return { searchKey: form === 'named' ? name : guessed, searchQuery }
}

function search(store: Store, requested: SearchParams): ApiResponse {
  const { searchAnswer, searchEnvelope, searchParameters } = store.variants
  if (searchAnswer === 'fails') return text(500, 'Internal Server Error')
  const params = usualParams(searchParameters, requested)
  const key = keys.find((one) => one === (params.searchKey ?? 'EMAIL').toUpperCase())
  const mode = modes.find((one) => one.toLowerCase() === (params.searchMode ?? 'isExact').toLowerCase())
  const query = params.searchQuery ?? ''
  if (key === undefined) throw invalid('searchKey is EMAIL, UID or ICCID.')
  if (mode === undefined) throw invalid('searchMode is isExact, startsWith or contains.')
  if (query === '') throw invalid('searchQuery is missing.')
  const size = wholeNumber(params.pageSize, 'pageSize', defaultPageSize, 1)
  const from = size * wholeNumber(params.pageIndex, 'pageIndex', 0, 0)
  const onlyActive = parseBoolean(params.onlyActiveProfiles, true)
  const now = store.clock.now()
  const found = store.customers.search(key, mode, query, from + size, now).slice(from)
  if (searchAnswer === 'notFound' && found.length === 0) throw unknown('customer')
  return listResponse(store, withEnvelope(entryTexts(store, found, now, onlyActive), searchEnvelope), found.length)
}

/** Converts a text, a number or a boolean to a text, because clients mix their types; refuses any other type. */
function textOf(name: string, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw invalid(`${name} is a text, a number or a boolean.`)
}

function searchByBody(store: Store, request: ApiRequest): ApiResponse {
  const body = jsonBody(request)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('The body is an object.')
  return search(
    store,
    Object.fromEntries(
      Object.entries(body).map(([name, value]): [string, string | undefined] => [name, textOf(name, value)]),
    ),
  )
}

/** The names of the query are an assumption: the sandbox accepts those of the body and those of the list. */
function searchByQuery(store: Store, { query }: ApiRequest): ApiResponse {
  const queryParams = Object.fromEntries(query)
  return search(store, {
    ...queryParams,
    pageSize: queryParams.pageSize ?? queryParams.page_size,
    pageIndex: queryParams.pageIndex ?? queryParams.page_index,
    onlyActiveProfiles: queryParams.onlyActiveProfiles ?? queryParams.only_active_profiles,
  })
}

function profileDomains(store: Store, { params }: ApiRequest): ApiResponse {
  const found = store.customers.byUid(params.uid ?? '', store.clock.now())
  if (found === undefined) throw unknown('customer')
  return json([{ id: found.uid.slice(0, 8), key: found.setId.length === 2 ? 'local' : 'travel' }])
}

export const customerEndpoints: readonly Endpoint[] = [
  { name: 'customers', method: 'GET', path: '/{segment}/activations/customers', access: 'token', handle: customers },
  { name: 'customer', method: 'GET', path: '/{segment}/activations/customers/:uid', access: 'token', handle: customer },
  {
    name: 'search',
    method: 'POST',
    path: '/{segment}/activations/search-customers',
    access: 'token',
    when: ({ search: method }) => method !== 'get',
    handle: searchByBody,
  },
  {
    name: 'search',
    method: 'GET',
    path: '/{segment}/activations/search-customers',
    access: 'token',
    when: ({ search: method }) => method !== 'post',
    handle: searchByQuery,
  },
  {
    name: 'profileDomains',
    method: 'GET',
    path: '/{segment}/activations/customers/:uid/profile-domains',
    access: 'token',
    when: ({ optional }) => optional.includes('profileDomains'),
    handle: profileDomains,
  },
]
