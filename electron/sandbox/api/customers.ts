/** The list of customers, one customer, and the search (interface 4.6 to 4.8; field notes). */
import { json, jsonText, type Answer } from '../serializers/response.ts'
import { entryText } from '../serializers/customerEntry.ts'
import { jsonBody, type ApiRequest } from '../http/request.ts'
import type { Endpoint } from '../http/routes.ts'
import { invalid, unknown } from '../rules/refusal.ts'
import type { SearchKey, SearchMode } from '../store/customers.ts'
import type { Store } from '../store/store.ts'

const defaultPageSize = 50
/** Entries of an answer that is made before it is sent; only those are packed. */
const whole = { plain: 200, gzip: 2000 }

function wholeNumber(text: string | null | undefined, name: string, otherwise: number, least: number): number {
  if (text === null || text === undefined || text === '') return otherwise
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < least) throw invalid(`${name} is a whole number from ${least}.`)
  return value
}

function truth(text: string | null | undefined, otherwise: boolean): boolean {
  return text === null || text === undefined || text === '' ? otherwise : text.toLowerCase() !== 'false'
}

/** Customers as JSON, one by one. */
function* entryTexts(store: Store, indexes: Iterable<number>, now: number, onlyActive: boolean): Generator<string> {
  let before = ''
  for (const index of indexes) {
    const customer = store.customers.peek(index, now)
    if (customer === undefined) continue
    yield `${before}${entryText(store, customer, now, onlyActive)}`
    before = ','
  }
}

function* enveloped(texts: Iterable<string>, envelope: 'array' | 'object'): Generator<string> {
  yield envelope === 'object' ? '{"customers":[' : '['
  yield* texts
  yield envelope === 'object' ? ']}' : ']'
}

/** Long lists go out as they are made. */
function listAnswer(store: Store, texts: Iterable<string>, count: number): Answer {
  return jsonText(count > whole[store.variants.gzip ? 'gzip' : 'plain'] ? texts : [...texts].join(''))
}

/** The customers at the places `from` up to `to` of the list. */
function* listed(store: Store, from: number, to: number): Generator<number> {
  const { count } = store.customers
  const newestFirst = store.variants.listOrder === 'newestFirst'
  for (let place = from; place < to; place++) yield newestFirst ? count - 1 - place : place
}

function customers(store: Store, { query }: ApiRequest): Answer {
  const { paging, pageCap } = store.variants
  const asked = wholeNumber(query.get('page_size'), 'page_size', defaultPageSize, 1)
  const index = wholeNumber(query.get('page_index'), 'page_index', 0, 0)
  const onlyActive = truth(query.get('only_active_profiles'), true)
  const size = pageCap === null ? asked : Math.min(asked, pageCap)
  const count = store.customers.count
  const from = paging === 'ignored' ? 0 : Math.min(count, size * index)
  const to = paging === 'ignored' ? count : Math.min(count, from + size)
  return listAnswer(
    store,
    enveloped(entryTexts(store, listed(store, from, to), store.clock.now(), onlyActive), store.variants.listEnvelope),
    to - from,
  )
}

function customer(store: Store, { params }: ApiRequest): Answer {
  const now = store.clock.now()
  const found = store.customers.byUid(params.uid ?? '', now)
  if (found === undefined) throw unknown('customer')
  return jsonText(entryText(store, found, now, false))
}

const keys: readonly SearchKey[] = ['EMAIL', 'UID', 'ICCID']
const modes: readonly SearchMode[] = ['isExact', 'startsWith', 'contains']

type Wanted = Readonly<Record<string, string | undefined>>

function search(store: Store, wanted: Wanted): Answer {
  const key = keys.find((one) => one === (wanted.searchKey ?? 'EMAIL').toUpperCase())
  const mode = modes.find((one) => one.toLowerCase() === (wanted.searchMode ?? 'isExact').toLowerCase())
  const query = wanted.searchQuery ?? ''
  if (key === undefined) throw invalid('searchKey is EMAIL, UID or ICCID.')
  if (mode === undefined) throw invalid('searchMode is isExact, startsWith or contains.')
  if (query === '') throw invalid('searchQuery is missing.')
  const size = wholeNumber(wanted.pageSize, 'pageSize', defaultPageSize, 1)
  const from = size * wholeNumber(wanted.pageIndex, 'pageIndex', 0, 0)
  const onlyActive = truth(wanted.onlyActiveProfiles, true)
  const now = store.clock.now()
  const found = store.customers.search(key, mode, query, from + size, now).slice(from)
  return listAnswer(
    store,
    enveloped(entryTexts(store, found, now, onlyActive), store.variants.searchEnvelope),
    found.length,
  )
}

/** Numbers and booleans may come as texts and the other way round; what is none of them is refused. */
function plain(name: string, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw invalid(`${name} is a text, a number or a boolean.`)
}

function searchByBody(store: Store, request: ApiRequest): Answer {
  const body = jsonBody(request)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('The body is an object.')
  return search(
    store,
    Object.fromEntries(
      Object.entries(body).map(([name, value]): [string, string | undefined] => [name, plain(name, value)]),
    ),
  )
}

/** The query's names are chosen: those of the body, or those of the list. */
function searchByQuery(store: Store, { query }: ApiRequest): Answer {
  const given = Object.fromEntries(query)
  return search(store, {
    ...given,
    pageSize: given.pageSize ?? given.page_size,
    pageIndex: given.pageIndex ?? given.page_index,
    onlyActiveProfiles: given.onlyActiveProfiles ?? given.only_active_profiles,
  })
}

function profileDomains(store: Store, { params }: ApiRequest): Answer {
  const found = store.customers.byUid(params.uid ?? '', store.clock.now())
  if (found === undefined) throw unknown('customer')
  return json([{ id: found.uid.slice(0, 8), key: found.setId.length === 2 ? 'local' : 'travel' }])
}

export const customerEndpoints: readonly Endpoint[] = [
  { name: 'customers', method: 'GET', path: '/{segment}/activations/customers', access: 'token', answer: customers },
  { name: 'customer', method: 'GET', path: '/{segment}/activations/customers/:uid', access: 'token', answer: customer },
  {
    name: 'search',
    method: 'POST',
    path: '/{segment}/activations/search-customers',
    access: 'token',
    when: ({ search: how }) => how !== 'get',
    answer: searchByBody,
  },
  {
    name: 'search',
    method: 'GET',
    path: '/{segment}/activations/search-customers',
    access: 'token',
    when: ({ search: how }) => how !== 'post',
    answer: searchByQuery,
  },
  {
    name: 'profileDomains',
    method: 'GET',
    path: '/{segment}/activations/customers/:uid/profile-domains',
    access: 'token',
    when: ({ optional }) => optional.includes('profileDomains'),
    answer: profileDomains,
  },
]
