/** Sales history, one item, correction of a customer, connectivity: optional endpoints (field notes); their shapes are chosen. */
import { z } from 'zod'
import { json, jsonText, type Answer } from '../serializers/response.ts'
import { customerText, entryText, itemText } from '../serializers/customerEntry.ts'
import { instant } from '../serializers/values.ts'
import { jsonBody, type ApiRequest } from '../http/request.ts'
import type { Endpoint } from '../http/routes.ts'
import { invalid, unknown } from '../rules/refusal.ts'
import { isEmailLike } from './order.ts'
import type { ItemPlace } from '../store/customers.ts'
import type { Item } from '../store/records.ts'
import type { Variants } from '../variants.ts'
import type { Store } from '../store/store.ts'

function soldText(store: Store, { customer, item }: ItemPlace): string {
  return `${itemText(store, item).slice(0, -1)},"customerUid":"${customer.uid}","customer":${customerText(store, customer)}}`
}

function timeOf(text: string | null, name: string, otherwise: number): number {
  if (text === null || text === '') return otherwise
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw invalid(`${name} is an ISO 8601 date.`)
  return time
}

function* sales(store: Store, from: number, to: number): Generator<ItemPlace> {
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

/** What is sorted by, as a number. Any other name is the date of the sale. */
type Key = (store: Store) => (item: Item) => number
const salesDate: Key =
  () =>
  ({ saleAt }) =>
    saleAt
const keys: Readonly<Record<string, Key>> = {
  PRICE:
    () =>
    ({ price }) =>
      price,
  NAME: ({ inventory }) => {
    const names = [...new Set(inventory.packages.map(({ name }) => name))].sort((left, right) =>
      left.localeCompare(right),
    )
    const ranks = new Map(names.map((name, rank) => [name, rank]))
    return ({ pack }) => ranks.get(pack.name) ?? 0
  },
}

/** More than a customer can have items. */
const parts = 65_536

/** The same places in another order: two numbers of each are kept, and the customers are made again on the way out. */
function* sorted(
  store: Store,
  places: Iterable<ItemPlace>,
  keyOf: (item: Item) => number,
  direction: 1 | -1,
): Generator<ItemPlace> {
  const found: number[] = []
  const by: number[] = []
  for (const { customer, item } of places) {
    found.push(customer.index * parts + customer.items.indexOf(item))
    by.push(keyOf(item))
  }
  const order = Uint32Array.from(found.keys()).sort(
    (left, right) => direction * ((by[left] ?? 0) - (by[right] ?? 0)) || left - right,
  )
  const now = store.clock.now()
  for (const at of order) {
    const place = found[at] ?? 0
    const customer = store.customers.peek(Math.floor(place / parts), now)
    const item = customer?.items[place % parts]
    if (customer !== undefined && item !== undefined) yield { customer, item }
  }
}

function* listText(store: Store, places: Iterable<ItemPlace>): Generator<string> {
  let before = '['
  for (const place of places) {
    yield `${before}${soldText(store, place)}`
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

/** A bare array: in the list's order, or sorted when that is asked for. */
function history(store: Store, { query }: ApiRequest): Answer {
  const places = sales(store, timeOf(query.get('from'), 'from', -Infinity), timeOf(query.get('to'), 'to', Infinity))
  const asked = query.get('sort_by') ?? (query.get('sort_dir') === null ? null : 'SALESDATE')
  if (asked === null) return jsonText(listText(store, places))
  const key = keys[asked.toUpperCase()] ?? salesDate
  return jsonText(
    listText(store, sorted(store, places, key(store), query.get('sort_dir')?.toUpperCase() === 'DESC' ? -1 : 1)),
  )
}

function item(store: Store, { params }: ApiRequest): Answer {
  const place = store.customers.byItem(params.uid ?? '', store.clock.now())
  const removed = store.variants.refundResult === 'removed' && place?.item.refundedAt !== null
  if (place === undefined || removed) throw unknown('activated item')
  return jsonText(soldText(store, place))
}

const Correction = z.looseObject({
  customerEmail: z.string().max(320).nullish(),
  countryOfResidence: z.string().max(64).nullish(),
})

function correct(store: Store, request: ApiRequest): Answer {
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

function connectivity(store: Store, { params }: ApiRequest): Answer {
  const place = store.customers.byIccid(params.iccid ?? '', store.clock.now())
  if (place === undefined) throw unknown('eSIM profile')
  const { esim, customer } = place
  return json({
    iccid: esim.iccid,
    imsi: esim.imsi,
    connected: esim.state === 'INSTALLED' && esim.lastSeen !== null,
    country: customer.country,
    lastSeen: esim.lastSeen === null ? null : instant(esim.lastSeen, esim.salt),
  })
}

const has =
  (name: Variants['optional'][number]) =>
  ({ optional }: Variants): boolean =>
    optional.includes(name)

export const historyEndpoints: readonly Endpoint[] = [
  {
    name: 'history',
    method: 'GET',
    path: '/{segment}/activations/activated-items',
    access: 'token',
    when: has('history'),
    answer: history,
  },
  {
    name: 'item',
    method: 'GET',
    path: '/{segment}/activations/activated-items/:uid',
    access: 'token',
    when: has('item'),
    answer: item,
  },
  {
    name: 'customerCorrection',
    method: 'PUT',
    path: '/{segment}/activations/customers/:uid',
    access: 'token',
    when: has('customerCorrection'),
    answer: correct,
  },
  {
    name: 'connectivity',
    method: 'GET',
    path: '/{segment}/esim/:iccid/status/connectivity',
    access: 'token',
    when: has('connectivity'),
    answer: connectivity,
  },
]
