/** The endpoints that move money or start a validity (interface 4.9 to 4.13). Each call adds a row to the ledger. */
import { answerIn, type AnswerFormName, type AnswerSubject, type Operation } from '../serializers/answerForms.ts'
import { jsonText, type ApiResponse } from '../serializers/response.ts'
import { customerText, entryText, esimText, itemText } from '../serializers/customerEntry.ts'
import { jsonBody, type ApiRequest } from '../http/request.ts'
import type { Endpoint } from '../http/routes.ts'
import { activate, refund, requireActivatable, requireRefundable } from '../rules/items.ts'
import { Refusal } from '../rules/refusal.ts'
import { register, requireSellable, topUp, type Order, type Sale } from '../rules/selling.ts'
import type { CustomerItem } from '../store/customers.ts'
import type { LedgerRow, MoneyKind } from '../store/ledger.ts'
import type { Customer, Item } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { registrationOrder, topUpOrder } from './order.ts'

type Target = Pick<LedgerRow, 'customerUid' | 'itemUid' | 'inventoryItemId' | 'metatag'>
type Outcome = {
  /** Whether something was changed. A call that was answered without that is no refusal either. */
  readonly executed: boolean
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
    const { executed, target, response, credits } = run()
    const refusal = executed ? null : 'not-executed'
    store.ledger.add({ ...row, ...target, executed, refusal, credits: credits / 100 })
    if (cacheKey !== null) store.idempotencyCache.set(cacheKey, response)
    return response
  } catch (error) {
    if (error instanceof Refusal)
      store.ledger.add({ ...row, ...requestedTarget(request), executed: false, refusal: error.code, credits: 0 })
    throw error
  }
}

const objectOf = (json: string): Readonly<Record<string, unknown>> => JSON.parse(json) as Record<string, unknown>

function saleText(store: Store, { customer, item, esim }: Sale): string {
  return (
    `{"status":"success","activatedItem":${itemText(store, item)},` +
    `"customer":${customerText(store, customer)},` +
    `"esimProfile":${esim === null ? 'null' : esimText(store, esim)}}`
  )
}

/** The forms whose text is at hand, without objects that exist only to be written. */
const usualForms: Readonly<Partial<Record<Operation, AnswerFormName>>> = { activate: 'item', purchase: 'full' }

/** What the call was about, and its answer in the usual form. */
type About = {
  readonly operation: Operation
  readonly customer: Customer | undefined
  readonly item: Item | undefined
  readonly itemBefore: Item | undefined
  readonly usual: string
}

function answered(store: Store, { operation, customer, item, itemBefore, usual }: About): ApiResponse {
  const { refundAnswer, activateAnswer, purchaseAnswer } = store.variants
  const { form } = { refund: refundAnswer, activate: activateAnswer, purchase: purchaseAnswer }[operation]
  if (form === usualForms[operation]) return jsonText(usual)
  const now = store.clock.now()
  const itemJson = (one: Item | undefined): AnswerSubject['item'] =>
    one === undefined ? {} : objectOf(itemText(store, one))
  const { status, type, body } = answerIn(form, {
    operation,
    sale: operation === 'purchase' && item !== undefined ? objectOf(usual) : undefined,
    item: itemJson(item),
    itemBefore: itemJson(itemBefore),
    customer: customer === undefined ? {} : objectOf(customerText(store, customer)),
    // An entry counts as a read, so only the forms that show it make it.
    get entry() {
      return customer === undefined ? {} : objectOf(entryText(store, customer, now, false))
    },
  })
  return { status, type, body, ...(status === 303 && { headers: { location: '/moved' } }) }
}

/** Sells what was ordered, or checks only that it can be sold where the service does not do what it answers. */
function sellOrNot(store: Store, order: Order, customerUid: string | null, sell: () => Sale): Outcome {
  if (!store.variants.purchaseAnswer.executes) {
    const pack = requireSellable(store, order)
    const customer = customerUid === null ? undefined : store.customers.byUid(customerUid, store.clock.now())
    const about: About = { operation: 'purchase', customer, item: undefined, itemBefore: undefined, usual: '' }
    return {
      executed: false,
      target: { customerUid, itemUid: null, inventoryItemId: pack.id, metatag: order.metatag },
      credits: 0,
      response: answered(store, about),
    }
  }
  const sale = sell()
  const { customer, item } = sale
  return {
    executed: true,
    target: { customerUid: customer.uid, itemUid: item.uid, inventoryItemId: item.pack.id, metatag: order.metatag },
    credits: 0 - item.price,
    response: answered(store, {
      operation: 'purchase',
      customer,
      item,
      itemBefore: item,
      usual: saleText(store, sale),
    }),
  }
}

/** Changes an item, or checks only that it can be changed where the service does not do what it answers. */
function changeOrNot(
  store: Store,
  operation: 'refund' | 'activate',
  uid: string,
  rules: {
    readonly require: (store: Store, uid: string) => CustomerItem
    readonly change: (store: Store, uid: string) => CustomerItem
  },
): Outcome {
  const { refundAnswer, activateAnswer } = store.variants
  const { executes: executed } = operation === 'refund' ? refundAnswer : activateAnswer
  const itemBefore = { ...rules.require(store, uid).item }
  const { customer, item } = (executed ? rules.change : rules.require)(store, uid)
  return {
    executed,
    target: { customerUid: customer.uid, itemUid: item.uid, inventoryItemId: item.pack.id, metatag: item.metatag },
    credits: executed && operation === 'refund' ? item.price : 0,
    response: answered(store, { operation, customer, item, itemBefore, usual: itemText(store, item) }),
  }
}

function registerEndpoint(store: Store, request: ApiRequest): ApiResponse {
  return withLedgerRow(store, 'register', request, () => {
    const { order, email, residence } = registrationOrder(store.variants, request)
    return sellOrNot(store, order, null, () => register(store, order, { email, residence }))
  })
}

function topUpEndpoint(kind: 'topUp' | 'topUpWithProfile'): Endpoint['handle'] {
  return (store, request) =>
    withLedgerRow(store, kind, request, () => {
      const { order, customerUid } = topUpOrder(store.variants, request)
      return sellOrNot(store, order, customerUid, () => topUp(store, order, customerUid, kind === 'topUpWithProfile'))
    })
}

function activateEndpoint(store: Store, request: ApiRequest): ApiResponse {
  return withLedgerRow(store, 'activate', request, () =>
    changeOrNot(store, 'activate', request.params.uid ?? '', { require: requireActivatable, change: activate }),
  )
}

function refundEndpoint(store: Store, request: ApiRequest): ApiResponse {
  return withLedgerRow(store, 'refund', request, () =>
    changeOrNot(store, 'refund', request.params.uid ?? '', { require: requireRefundable, change: refund }),
  )
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
