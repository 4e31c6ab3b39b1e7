/** Sales history, one item, correction of a customer, connectivity: optional endpoints (field notes); their shapes are chosen. */
import { z } from 'zod'
import { json, jsonText, type Answer } from '../answers/answer.ts'
import { customerAnswer, entryText, itemAnswer } from '../answers/customer-entry.ts'
import { instant } from '../answers/shapes.ts'
import { jsonBody, type ApiRequest } from '../http/request.ts'
import type { Endpoint } from '../http/routes.ts'
import { invalid, unknown } from '../rules/refusal.ts'
import { isEmailLike } from './order.ts'
import type { ItemPlace } from '../world/customers.ts'
import type { Variants } from '../variants.ts'
import type { World } from '../world/world.ts'

const block = 64 * 1024

function soldItem(world: World, { customer, item }: ItemPlace): Record<string, unknown> {
  return { ...itemAnswer(world, item), customerUid: customer.uid, customer: customerAnswer(world, customer) }
}

function timeOf(text: string | null, name: string, otherwise: number): number {
  if (text === null || text === '') return otherwise
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw invalid(`${name} is an ISO 8601 date.`)
  return time
}

function* sales(world: World, from: number, to: number): Generator<ItemPlace> {
  const now = world.clock.now()
  const removed = world.variants.refundResult === 'removed'
  for (let index = 0; index < world.customers.count; index++) {
    const customer = world.customers.peek(index, now)
    for (const item of customer?.items ?? []) {
      const shown = item.saleAt >= from && item.saleAt <= to && !(removed && item.refundedAt !== null)
      if (customer !== undefined && shown) yield { customer, item }
    }
  }
}

const orders: Readonly<Record<string, (left: ItemPlace, right: ItemPlace) => number>> = {
  SALESDATE: (left, right) => left.item.saleAt - right.item.saleAt,
  PRICE: (left, right) => left.item.price - right.item.price,
  NAME: (left, right) => left.item.pack.name.localeCompare(right.item.pack.name),
}

function* listText(world: World, places: Iterable<ItemPlace>): Generator<string> {
  let text = '['
  let first = true
  for (const place of places) {
    text += `${first ? '' : ','}${JSON.stringify(soldItem(world, place))}`
    first = false
    if (text.length > block) {
      yield text
      text = ''
    }
  }
  yield `${text}]`
}

/** A bare array: in the list's order, or sorted when that is asked for. */
function history(world: World, { query }: ApiRequest): Answer {
  const places = sales(world, timeOf(query.get('from'), 'from', -Infinity), timeOf(query.get('to'), 'to', Infinity))
  const asked = query.get('sort_by') ?? (query.get('sort_dir') === null ? null : 'SALESDATE')
  if (asked === null) return jsonText(listText(world, places))
  const order = orders[asked.toUpperCase()] ?? orders.SALESDATE
  const direction = query.get('sort_dir')?.toUpperCase() === 'DESC' ? -1 : 1
  return jsonText(listText(world, [...places].sort((left, right) => direction * (order?.(left, right) ?? 0))))
}

function item(world: World, { params }: ApiRequest): Answer {
  const place = world.customers.byItem(params.uid ?? '', world.clock.now())
  const removed = world.variants.refundResult === 'removed' && place?.item.refundedAt !== null
  if (place === undefined || removed) throw unknown('activated item')
  return json(soldItem(world, place))
}

const Correction = z.looseObject({ customerEmail: z.string().max(320).nullish(), countryOfResidence: z.string().max(64).nullish() })

function correct(world: World, request: ApiRequest): Answer {
  const parsed = Correction.safeParse(jsonBody(request))
  if (!parsed.success) throw invalid('customerEmail and countryOfResidence are texts.')
  const { customerEmail, countryOfResidence } = parsed.data
  if (typeof customerEmail === 'string' && customerEmail !== '' && !isEmailLike(customerEmail)) throw invalid('customerEmail is not an e-mail address.')
  const now = world.clock.now()
  const index = world.customers.indexOf(request.params.uid ?? '')
  const customer = index === undefined ? undefined : world.customers.touch(index, now)
  if (customer === undefined) throw unknown('customer')
  if (customerEmail !== undefined) customer.email = customerEmail === '' ? null : customerEmail
  if (countryOfResidence !== undefined) customer.residence = countryOfResidence
  return jsonText(entryText(world, customer, now, false))
}

function connectivity(world: World, { params }: ApiRequest): Answer {
  const place = world.customers.byIccid(params.iccid ?? '', world.clock.now())
  if (place === undefined) throw unknown('eSIM profile')
  const { esim, customer } = place
  return json({
    iccid: esim.iccid,
    imsi: esim.imsi,
    connected: esim.state === 'INSTALLED' && esim.lastSeen !== null,
    country: customer.country,
    lastSeen: esim.lastSeen === null ? null : instant(esim.lastSeen, esim.grain),
  })
}

const has = (name: Variants['optional'][number]) => ({ optional }: Variants): boolean => optional.includes(name)

export const historyEndpoints: readonly Endpoint[] = [
  { name: 'history', method: 'GET', path: '/{segment}/activations/activated-items', access: 'token', when: has('history'), answer: history },
  { name: 'item', method: 'GET', path: '/{segment}/activations/activated-items/:uid', access: 'token', when: has('item'), answer: item },
  { name: 'customerCorrection', method: 'PUT', path: '/{segment}/activations/customers/:uid', access: 'token', when: has('customerCorrection'), answer: correct },
  { name: 'connectivity', method: 'GET', path: '/{segment}/esim/:iccid/status/connectivity', access: 'token', when: has('connectivity'), answer: connectivity },
]
