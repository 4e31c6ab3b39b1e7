/**
 * The optional endpoints for sales history, one item, the correction of a customer, and connectivity (field notes).
 * Their shapes are assumptions.
 */
import { z } from 'zod'
import { json, jsonText, type ApiResponse } from '../serializers/response.ts'
import { customerText, entryText, itemText } from '../serializers/customerEntry.ts'
import { day, hour } from '../clock.ts'
import { instant } from '../serializers/values.ts'
import { jsonBody, type ApiRequest } from '../http/request.ts'
import type { Endpoint } from '../http/routes.ts'
import { portalStatus } from '../rules/items.ts'
import { invalid, unknown } from '../rules/refusal.ts'
import { isEmailLike } from './order.ts'
import type { CustomerItem } from '../store/customers.ts'
import { channels, type Item } from '../store/records.ts'
import type { Variants } from '../variants.ts'
import type { Store } from '../store/store.ts'

/** The history states the status that the portal shows, where this variant of the service states a status at all. */
function soldText(store: Store, { customer, item }: CustomerItem): string {
  const status = store.variants.refundResult === 'status' ? `"status":"${portalStatus({ item })}",` : ''
  const sold = itemText(store, item, status)
  return `${sold.slice(0, -1)},"customerUid":"${customer.uid}","customer":${customerText(store, customer)}}`
}

function timeOf(text: string | null, name: string, fallback: number): number {
  if (text === null || text === '') return fallback
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw invalid(`${name} is an ISO 8601 date.`)
  return time
}

/** Returns the last instant of a period. A date alone means its whole day, unless the variant is set otherwise. */
function endOf({ variants: { historyEnd } }: Store, text: string | null): number {
  const time = timeOf(text, 'to', Infinity)
  const isDate = text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text)
  return isDate && historyEnd === 'wholeDay' ? time + day - 1 : time
}

function* sales(store: Store, from: number, to: number): Generator<CustomerItem> {
  const now = store.clock.now()
  const removed = store.variants.refundResult === 'removed'
  for (let index = 0; index < store.customers.count; index++) {
    const customer = store.customers.peek(index, now)
    for (const item of customer?.items ?? []) {
      const shown = item.saleAt >= from && item.saleAt <= to && !(removed && item.refundedAt !== null)
      if (customer !== undefined && shown) yield { customer, item }
    }
  }
}

/** Returns the function that gives the value by which an item is sorted. */
type SortKey = (store: Store) => (item: Item) => number

/** Sorts by a property of the item itself. */
const by =
  (value: (item: Item) => number): SortKey =>
  () =>
    value

/** Returns the rank of each text, so that a sale is sorted by a number whatever it is sorted by. */
function ranksOf(texts: Iterable<string>): ReadonlyMap<string, number> {
  const distinct = [...new Set(texts)].sort((left, right) => left.localeCompare(right))
  return new Map(distinct.map((text, rank) => [text, rank]))
}

const channelRanks = ranksOf(channels)
const sortKeys: Readonly<Record<string, SortKey>> = {
  DATE: by(({ saleAt }) => saleAt),
  SALESDATE: by(({ saleAt }) => saleAt),
  NAME: ({ inventory }) => {
    const ranks = ranksOf(inventory.packages.map(({ name }) => name))
    return ({ pack }) => ranks.get(pack.name) ?? 0
  },
  VOLUME: by(({ pack }) => pack.bytes),
  VALIDITY: by(({ pack }) => pack.validity ?? Number.MAX_VALUE),
  PRICE: by(({ price }) => price),
  // An item without a retail price is sorted by the one that is shown.
  RETAILPRICE:
    ({ variants: { absentObjects } }) =>
    ({ retail, pack }) =>
      retail?.cents ?? (absentObjects === 'given' ? pack.price : -1),
  SALESCHANNEL: by(({ channel }) => channelRanks.get(channel) ?? 0),
}

/** More items than any customer can have, so that a customer and one of its items fit into one number. */
const itemStride = 65_536

/** Sorts the sales. It stores only two numbers for each, and generates the customers a second time for the response. */
function* sorted(
  store: Store,
  entries: Iterable<CustomerItem>,
  keyOf: (item: Item) => number,
  direction: 1 | -1,
): Generator<CustomerItem> {
  const positions: number[] = []
  const sortValues: number[] = []
  for (const { customer, item } of entries) {
    positions.push(customer.index * itemStride + customer.items.indexOf(item))
    sortValues.push(keyOf(item))
  }
  const order = Uint32Array.from(positions.keys()).sort(
    (left, right) => direction * ((sortValues[left] ?? 0) - (sortValues[right] ?? 0)) || left - right,
  )
  const now = store.clock.now()
  for (const at of order) {
    const entry = positions[at] ?? 0
    const customer = store.customers.peek(Math.floor(entry / itemStride), now)
    const item = customer?.items[entry % itemStride]
    if (customer !== undefined && item !== undefined) yield { customer, item }
  }
}

function* listText(store: Store, entries: Iterable<CustomerItem>): Generator<string> {
  let separator = '['
  for (const entry of entries) {
    yield `${separator}${soldText(store, entry)}`
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

/** Responds with a bare array, in the order of the list, or sorted if the query requests it. */
function history(store: Store, { query }: ApiRequest): ApiResponse {
  const entries = sales(store, timeOf(query.get('from'), 'from', -Infinity), endOf(store, query.get('to')))
  const sortBy = query.get('sort_by') ?? (query.get('sort_dir') === null ? null : 'DATE')
  if (sortBy === null) return jsonText(listText(store, entries))
  const key = sortKeys[sortBy.toUpperCase()]
  if (key === undefined) throw invalid(`sort_by is one of ${Object.keys(sortKeys).join(', ')}.`)
  return jsonText(
    listText(store, sorted(store, entries, key(store), query.get('sort_dir')?.toUpperCase() === 'DESC' ? -1 : 1)),
  )
}

function item(store: Store, { params }: ApiRequest): ApiResponse {
  const entry = store.customers.byItem(params.uid ?? '', store.clock.now())
  const removed = store.variants.refundResult === 'removed' && entry?.item.refundedAt !== null
  if (entry === undefined || removed) throw unknown('activated item')
  return jsonText(soldText(store, entry))
}

const Correction = z.looseObject({
  customerEmail: z.string().max(320).nullish(),
  countryOfResidence: z.string().max(64).nullish(),
})

function correctCustomer(store: Store, request: ApiRequest): ApiResponse {
  const parsed = Correction.safeParse(jsonBody(request))
  if (!parsed.success) throw invalid('customerEmail and countryOfResidence are texts.')
  const { customerEmail, countryOfResidence } = parsed.data
  if (typeof customerEmail === 'string' && customerEmail !== '' && !isEmailLike(customerEmail))
    throw invalid('customerEmail is not an e-mail address.')
  const now = store.clock.now()
  const index = store.customers.indexOf(request.params.uid ?? '')
  const customer = index === undefined ? undefined : store.customers.touch(index, now)
  if (customer === undefined) throw unknown('customer')
  if (customerEmail !== undefined) customer.email = customerEmail === '' ? null : customerEmail
  if (countryOfResidence !== undefined) customer.residence = countryOfResidence
  return jsonText(entryText(store, customer, now, false))
}

/** A device counts as connected for this long after it was seen. */
const connectedFor = 6 * hour

function connectivity(store: Store, { params }: ApiRequest): ApiResponse {
  const entry = store.customers.byIccid(params.iccid ?? '', store.clock.now())
  if (entry === undefined) throw unknown('eSIM profile')
  const { esim, customer } = entry
  const wasSeenLately = esim.lastSeen !== null && store.clock.now() - esim.lastSeen <= connectedFor
  return json({
    iccid: esim.iccid,
    imsi: esim.imsi,
    connected: esim.state === 'INSTALLED' && wasSeenLately,
    country: customer.country,
    lastSeen: esim.lastSeen === null ? null : instant(esim.lastSeen, esim.salt),
  })
}

const hasEndpoint =
  (name: Variants['optional'][number]) =>
  ({ optional }: Variants): boolean =>
    optional.includes(name)

export const historyEndpoints: readonly Endpoint[] = [
  {
    name: 'history',
    method: 'GET',
    path: '/{segment}/activations/activated-items',
    access: 'token',
    when: hasEndpoint('history'),
    handle: history,
  },
  {
    name: 'item',
    method: 'GET',
    path: '/{segment}/activations/activated-items/:uid',
    access: 'token',
    when: hasEndpoint('item'),
    handle: item,
  },
  {
    name: 'customerCorrection',
    method: 'PUT',
    path: '/{segment}/activations/customers/:uid',
    access: 'token',
    when: hasEndpoint('customerCorrection'),
    handle: correctCustomer,
  },
  {
    name: 'connectivity',
    method: 'GET',
    path: '/{segment}/esim/:iccid/status/connectivity',
    access: 'token',
    when: hasEndpoint('connectivity'),
    handle: connectivity,
  },
]
