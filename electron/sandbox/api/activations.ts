/** The endpoints that move money or start a validity (interface 4.9 to 4.13). Each call adds a row to the ledger. */
import { empty, json, jsonText, type ApiResponse } from '../serializers/response.ts'
import { customerText, esimText, itemText } from '../serializers/customerEntry.ts'
import { jsonBody, type ApiRequest } from '../http/request.ts'
import type { Endpoint } from '../http/routes.ts'
import { activate, refund } from '../rules/items.ts'
import { Refusal } from '../rules/refusal.ts'
import { register, topUp, type Sale } from '../rules/selling.ts'
import type { CustomerItem } from '../store/customers.ts'
import type { LedgerRow, MoneyKind } from '../store/ledger.ts'
import type { Store } from '../store/store.ts'
import { registrationOrder, topUpOrder } from './order.ts'

type Target = Pick<LedgerRow, 'customerUid' | 'itemUid' | 'inventoryItemId' | 'metatag'>
type Outcome = {
  readonly target: Target
  readonly response: ApiResponse
  /** The change of the credits in cents; negative for a purchase. */
  readonly credits: number
}

const noTarget: Target = { customerUid: null, itemUid: null, inventoryItemId: null, metatag: null }

function textField(body: unknown, name: string): string | null {
  const value: unknown =
    typeof body === 'object' && body !== null ? Object.entries(body).find(([key]) => key === name)?.[1] : undefined
  return typeof value === 'string' ? value.slice(0, 500) : null
}

/** Returns the target of a refused call, as far as its path or body can be read. */
function requestedTarget(request: ApiRequest): Target {
  const itemUid = request.params.uid ?? null
  if (itemUid !== null) return { ...noTarget, itemUid }
  try {
    const body = jsonBody(request)
    return {
      customerUid: textField(body, 'customerUid'),
      itemUid: null,
      inventoryItemId: textField(body, 'inventoryItemId'),
      metatag: textField(body, 'metatag'),
    }
  } catch {
    return noTarget
  }
}

/** Runs a call that moves money, and adds a row with its outcome to the ledger. */
function withLedgerRow(store: Store, kind: MoneyKind, request: ApiRequest, run: () => Outcome): ApiResponse {
  const idempotencyKey = [request.headers['idempotency-key']].flat()[0] ?? null
  const cacheKey =
    store.variants.idempotency === 'honoured' && idempotencyKey !== null ? `${kind} ${idempotencyKey}` : null
  const cached = cacheKey === null ? undefined : store.idempotencyCache.get(cacheKey)
  if (cached !== undefined) return cached
  const row = { at: new Date(store.clock.now()).toISOString(), kind, idempotencyKey }
  try {
    const { target, response, credits } = run()
    store.ledger.add({ ...row, ...target, executed: true, refusal: null, credits: credits / 100 })
    if (cacheKey !== null) store.idempotencyCache.set(cacheKey, response)
    return response
  } catch (error) {
    if (error instanceof Refusal)
      store.ledger.add({ ...row, ...requestedTarget(request), executed: false, refusal: error.code, credits: 0 })
    throw error
  }
}

function saleOutcome(store: Store, sale: Sale): Outcome {
  const { customer, item, esim } = sale
  return {
    target: { customerUid: customer.uid, itemUid: item.uid, inventoryItemId: item.pack.id, metatag: item.metatag },
    credits: 0 - item.price,
    response: jsonText(
      `{"status":"success","activatedItem":${itemText(store, item)},` +
        `"customer":${customerText(store, customer)},` +
        `"esimProfile":${esim === null ? 'null' : esimText(store, esim)}}`,
    ),
  }
}

function changeOutcome({ customer, item }: CustomerItem, response: ApiResponse, credits: number): Outcome {
  return {
    credits,
    target: { customerUid: customer.uid, itemUid: item.uid, inventoryItemId: item.pack.id, metatag: item.metatag },
    response,
  }
}

function registerEndpoint(store: Store, request: ApiRequest): ApiResponse {
  return withLedgerRow(store, 'register', request, () => {
    const { order, email, residence } = registrationOrder(request)
    return saleOutcome(store, register(store, order, { email, residence }))
  })
}

function topUpEndpoint(kind: 'topUp' | 'topUpWithProfile'): Endpoint['handle'] {
  return (store, request) =>
    withLedgerRow(store, kind, request, () => {
      const { order, customerUid } = topUpOrder(request)
      return saleOutcome(store, topUp(store, order, customerUid, kind === 'topUpWithProfile'))
    })
}

function activateEndpoint(store: Store, request: ApiRequest): ApiResponse {
  return withLedgerRow(store, 'activate', request, () => {
    const changed = activate(store, request.params.uid ?? '')
    const form = store.variants.activateBody
    return changeOutcome(
      changed,
      form === 'item' ? jsonText(itemText(store, changed.item)) : empty(form === 'empty' ? 200 : 204),
      0,
    )
  })
}

function refundEndpoint(store: Store, request: ApiRequest): ApiResponse {
  return withLedgerRow(store, 'refund', request, () => {
    const changed = refund(store, request.params.uid ?? '')
    const form = store.variants.refundBody
    return changeOutcome(
      changed,
      form === 'json' ? json({ status: 'success' }) : empty(form === 'empty' ? 200 : 204),
      changed.item.price,
    )
  })
}

export const activationEndpoints: readonly Endpoint[] = [
  {
    name: 'register',
    method: 'POST',
    path: '/{segment}/activations/register',
    access: 'token',
    handle: registerEndpoint,
  },
  {
    name: 'topUp',
    method: 'POST',
    path: '/{segment}/activations/top-up',
    access: 'token',
    handle: topUpEndpoint('topUp'),
  },
  {
    name: 'topUpWithProfile',
    method: 'POST',
    path: '/{segment}/activations/top-up-with-profile',
    access: 'token',
    handle: topUpEndpoint('topUpWithProfile'),
  },
  {
    name: 'activate',
    method: 'POST',
    path: '/{segment}/activations/activated-items/:uid/activate',
    access: 'token',
    handle: activateEndpoint,
  },
  {
    name: 'refund',
    method: 'POST',
    path: '/activations/activated-items/:uid/refund',
    access: 'token',
    when: ({ refundPath }) => refundPath !== 'segment',
    handle: refundEndpoint,
  },
  {
    name: 'refund',
    method: 'POST',
    path: '/{segment}/activations/activated-items/:uid/refund',
    access: 'token',
    when: ({ refundPath }) => refundPath !== 'plain',
    handle: refundEndpoint,
  },
]
