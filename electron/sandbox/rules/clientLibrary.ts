/**
 * Activation through the client library (interface 4.14, 6.6, 6.4b). The reseller's server approves each activation;
 * the first one of a user creates a customer, whose e-mail the reseller's server supplies. Nothing is sold before the
 * approval.
 */
import { randomUUID } from 'node:crypto'
import { installationErrors, type Customer, type Esim } from '../store/records.ts'
import type { MoneyKind } from '../store/ledger.ts'
import type { Store } from '../store/store.ts'
import { refused, unknown } from './refusal.ts'
import { register, requireSellable, topUp, type Order, type Sale } from './selling.ts'

type LibraryOrder = { readonly inventoryItemId: string; readonly userToken: string; readonly metatag: string }

/** A profile as the client library returns it (interface 2.9). */
type LibraryProfile = {
  readonly id: string
  readonly state: string
  readonly imsi: string
  readonly iccid: string
  readonly isValidEsimProfile: boolean
  readonly isInstalled: boolean
}

function libraryProfile({ uid, state, imsi, iccid }: Esim): LibraryProfile {
  return { id: uid, state, imsi, iccid, isValidEsimProfile: true, isInstalled: state === 'INSTALLED' }
}

function field(text: string, name: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
      ? Object.entries(value).find(([key]) => key === name)?.[1]
      : undefined
  } catch {
    return undefined
  }
}

function customersOf(store: Store, userToken: string): Customer[] {
  return [...store.customers.touchedCustomers()].filter((customer) => customer.userToken === userToken)
}

export async function libraryActivate(
  store: Store,
  { inventoryItemId, userToken, metatag }: LibraryOrder,
): Promise<unknown> {
  const order: Order = { inventoryItemId, metatag, mode: 'NOW', expectedPrice: null }
  requireSellable(store, order)
  const activationId = randomUUID()
  const approval = await store.webhooks.request('activationRequest', {
    inventoryItemId,
    userToken,
    metaTag: metatag,
    activationId,
  })
  if (approval?.status !== 200 || field(approval.body, 'returnCode') !== 'SUCCESS') {
    const { code, message } = installationErrors.unverified
    throw refused(code, message)
  }
  const setId = store.inventory.get(inventoryItemId)?.set.id
  const existing = customersOf(store, userToken).find((customer) => customer.setId === setId)
  const sale =
    existing === undefined
      ? register(store, order, { email: null, residence: null })
      : topUp(store, order, existing.uid, false)
  if (existing === undefined) await notifyRegistration(store, sale.customer, userToken)
  recordSale(store, existing === undefined ? 'register' : 'topUp', sale)
  const esim = sale.esim ?? sale.customer.esims.find((profile) => profile.active)
  if (esim === undefined) throw unknown('eSIM profile')
  return { activationId, customerUid: sale.customer.uid, itemUid: sale.item.uid, profile: libraryProfile(esim) }
}

function recordSale(store: Store, kind: MoneyKind, { customer, item }: Sale): void {
  store.ledger.add({
    at: new Date(item.saleAt).toISOString(),
    kind,
    executed: true,
    refusal: null,
    customerUid: customer.uid,
    itemUid: item.uid,
    inventoryItemId: item.pack.id,
    metatag: item.metatag,
    idempotencyKey: null,
    credits: (0 - item.price) / 100,
  })
}

async function notifyRegistration(store: Store, customer: Customer, userToken: string): Promise<void> {
  customer.userToken = userToken
  const reply = await store.webhooks.request('customerRegistration', {
    userToken,
    uid: customer.uid,
    customerUid: customer.uid,
  })
  const email = reply?.status === 200 ? field(reply.body, 'email') : undefined
  if (typeof email === 'string' && email.length <= 320) customer.email = email
}

/** Returns all active profiles of a user (`getAllProfiles`). */
export function libraryProfiles(store: Store, userToken: string): { readonly profiles: readonly LibraryProfile[] } {
  return {
    profiles: customersOf(store, userToken).flatMap((customer) =>
      customer.esims.filter((esim) => esim.active).map(libraryProfile),
    ),
  }
}

/** Returns one profile by its uid (`getProfile`). */
export function libraryProfileOf(store: Store, uid: string): LibraryProfile {
  const found = store.customers.byEsim(uid, store.clock.now())
  if (found === undefined) throw unknown('eSIM profile')
  return libraryProfile(found.esim)
}
