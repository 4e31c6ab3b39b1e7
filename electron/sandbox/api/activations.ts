/** The calls that move money or start a validity (interface 4.9 to 4.13), each with its row in the ledger. */
import { empty, json, jsonText, type Answer } from '../serializers/response.ts'
import { customerText, esimText, itemText } from '../serializers/customerEntry.ts'
import { jsonBody, type ApiRequest } from '../http/request.ts'
import type { Endpoint } from '../http/routes.ts'
import { activate, refund } from '../rules/items.ts'
import { Refusal } from '../rules/refusal.ts'
import { register, topUp, type Sale } from '../rules/selling.ts'
import type { ItemPlace } from '../store/customers.ts'
import type { LedgerRow, MoneyKind } from '../store/ledger.ts'
import type { Store } from '../store/store.ts'
import { registrationOrder, topUpOrder } from './order.ts'

type Subject = Pick<LedgerRow, 'customerUid' | 'itemUid' | 'inventoryItemId' | 'metatag'>
/** `credits`: cents, negative for a purchase. */
type Done = { readonly subject: Subject; readonly answer: Answer; readonly credits: number }

const nobody: Subject = { customerUid: null, itemUid: null, inventoryItemId: null, metatag: null }

function textField(body: unknown, name: string): string | null {
  const value: unknown =
    typeof body === 'object' && body !== null ? Object.entries(body).find(([key]) => key === name)?.[1] : undefined
  return typeof value === 'string' ? value.slice(0, 500) : null
}

/** What a refused call was about, as far as it can be read. */
function asked(request: ApiRequest): Subject {
  const itemUid = request.params.uid ?? null
  if (itemUid !== null) return { ...nobody, itemUid }
  try {
    const body = jsonBody(request)
    return {
      customerUid: textField(body, 'customerUid'),
      itemUid: null,
      inventoryItemId: textField(body, 'inventoryItemId'),
      metatag: textField(body, 'metatag'),
    }
  } catch {
    return nobody
  }
}

/** Runs a money call and writes down what came of it. */
function recorded(store: Store, kind: MoneyKind, request: ApiRequest, run: () => Done): Answer {
  const idempotencyKey = [request.headers['idempotency-key']].flat()[0] ?? null
  const remembered =
    store.variants.idempotency === 'honoured' && idempotencyKey !== null ? `${kind} ${idempotencyKey}` : null
  const repeated = remembered === null ? undefined : store.answered.get(remembered)
  if (repeated !== undefined) return repeated
  const row = { at: new Date(store.clock.now()).toISOString(), kind, idempotencyKey }
  try {
    const { subject, answer, credits } = run()
    store.ledger.add({ ...row, ...subject, executed: true, refusal: null, credits: credits / 100 })
    if (remembered !== null) store.answered.keep(remembered, answer)
    return answer
  } catch (error) {
    if (error instanceof Refusal)
      store.ledger.add({ ...row, ...asked(request), executed: false, refusal: error.code, credits: 0 })
    throw error
  }
}

function sold(store: Store, sale: Sale): Done {
  const { customer, item, esim } = sale
  return {
    subject: { customerUid: customer.uid, itemUid: item.uid, inventoryItemId: item.pack.id, metatag: item.metatag },
    credits: 0 - item.price,
    answer: jsonText(
      `{"status":"success","activatedItem":${itemText(store, item)},"customer":${customerText(store, customer)},"esimProfile":${esim === null ? 'null' : esimText(store, esim)}}`,
    ),
  }
}

function changed({ customer, item }: ItemPlace, answer: Answer, credits: number): Done {
  return {
    credits,
    subject: { customerUid: customer.uid, itemUid: item.uid, inventoryItemId: item.pack.id, metatag: item.metatag },
    answer,
  }
}

function registerEndpoint(store: Store, request: ApiRequest): Answer {
  return recorded(store, 'register', request, () => {
    const { order, email, residence } = registrationOrder(request)
    return sold(store, register(store, order, { email, residence }))
  })
}

function topUpEndpoint(kind: 'topUp' | 'topUpWithProfile'): Endpoint['answer'] {
  return (store, request) =>
    recorded(store, kind, request, () => {
      const { order, customerUid } = topUpOrder(request)
      return sold(store, topUp(store, order, customerUid, kind === 'topUpWithProfile'))
    })
}

function activateEndpoint(store: Store, request: ApiRequest): Answer {
  return recorded(store, 'activate', request, () => {
    const place = activate(store, request.params.uid ?? '')
    const form = store.variants.activateBody
    return changed(
      place,
      form === 'item' ? jsonText(itemText(store, place.item)) : empty(form === 'empty' ? 200 : 204),
      0,
    )
  })
}

function refundEndpoint(store: Store, request: ApiRequest): Answer {
  return recorded(store, 'refund', request, () => {
    const place = refund(store, request.params.uid ?? '')
    const form = store.variants.refundBody
    return changed(
      place,
      form === 'json' ? json({ status: 'success' }) : empty(form === 'empty' ? 200 : 204),
      place.item.price,
    )
  })
}

export const activationEndpoints: readonly Endpoint[] = [
  {
    name: 'register',
    method: 'POST',
    path: '/{segment}/activations/register',
    access: 'token',
    answer: registerEndpoint,
  },
  {
    name: 'topUp',
    method: 'POST',
    path: '/{segment}/activations/top-up',
    access: 'token',
    answer: topUpEndpoint('topUp'),
  },
  {
    name: 'topUpWithProfile',
    method: 'POST',
    path: '/{segment}/activations/top-up-with-profile',
    access: 'token',
    answer: topUpEndpoint('topUpWithProfile'),
  },
  {
    name: 'activate',
    method: 'POST',
    path: '/{segment}/activations/activated-items/:uid/activate',
    access: 'token',
    answer: activateEndpoint,
  },
  {
    name: 'refund',
    method: 'POST',
    path: '/activations/activated-items/:uid/refund',
    access: 'token',
    when: ({ refundPath }) => refundPath !== 'segment',
    answer: refundEndpoint,
  },
  {
    name: 'refund',
    method: 'POST',
    path: '/{segment}/activations/activated-items/:uid/refund',
    access: 'token',
    when: ({ refundPath }) => refundPath !== 'plain',
    answer: refundEndpoint,
  },
]
