/** Register, top-up and top-up-with-profile (interface 4.9 to 4.11). All checks precede the first change. */
import { countrySet, isWide } from '../store/countrySets.ts'
import { matchingId } from '../store/identifiers.ts'
import type { Package } from '../store/inventory.ts'
import {
  automaticActivation,
  startValidity,
  type ActivationMode,
  type Customer,
  type Esim,
  type Item,
  type Payment,
} from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { conflict, noCredits, refused, unknown } from './refusal.ts'

/** An identifier cannot number more items or profiles of one customer (`store/identifiers.ts`). */
const maxItems = 60_000
const maxEsims = 250

export type Order = {
  readonly inventoryItemId: string
  readonly metatag: string
  readonly mode: ActivationMode
  /** Null when the client gave none. */
  readonly expectedPrice: { readonly value: number; readonly currency: string } | null
}
export type Sale = { readonly customer: Customer; readonly item: Item; readonly esim: Esim | null }
type Person = { readonly email: string | null; readonly residence: string | null }

/** Returns the package that an order names; throws a `Refusal` if the package can't be sold. */
export function requireSellable(store: Store, order: Order): Package {
  const pack = store.inventory.get(order.inventoryItemId)
  if (pack === undefined) throw unknown('inventory item')
  if (!pack.active) throw refused('inventory-item-inactive', 'This inventory item is not active.')
  if (order.mode === 'ON_DEMAND' && !isWide(pack.set) && store.variants.onDemandElsewhere === 'refused') {
    throw refused('activation-mode-not-available', 'ON_DEMAND is available for worldwide and regional packages only.')
  }
  checkPrice(pack, order)
  if (paymentFor(pack) === 'credits' && !store.account.canPay(pack.price))
    throw noCredits('The credits do not cover the price of this package.')
  return pack
}

/**
 * Compares the value in any currency of the package, without the noise of binary fractions: a fraction of a cent is
 * another price.
 */
function checkPrice(pack: Package, order: Order): void {
  if (order.expectedPrice === null) return
  const { value, currency } = order.expectedPrice
  const isSame = (cents: number): boolean => Math.abs(cents / 100 - value) < 1e-9
  if (!pack.retail.some((retail) => retail.currency === currency.toUpperCase() && isSame(retail.cents)))
    throw refused('expected-price-differs', "The expected price differs from the item's retail price.")
}

function paymentFor(pack: Package): Payment {
  if (pack.trait === 'test') return 'free'
  return pack.stock > 0 ? 'stock' : 'credits'
}

function storedMetatag({ variants: { metatagLimit, metatagChange } }: Store, metatag: string): string {
  const kept = metatagLimit === null ? metatag : metatag.slice(0, metatagLimit)
  switch (metatagChange) {
    case 'none':
      return kept
    case 'upperCase':
      return kept.toUpperCase()
    case 'prefixed':
      return `API-${kept}`
    case 'removed':
      return ''
  }
}

function sell(store: Store, pack: Package, order: Order, uid: string, at: number): Item {
  const payment = paymentFor(pack)
  if (pack.trait === 'test' && pack.stock === 0) throw refused('no-test-packages-left', 'No test packages are left.')
  if (pack.stock > 0) pack.stock -= 1
  if (payment === 'credits') store.account.charge(pack.price)
  const item: Item = {
    uid,
    pack,
    metatag: storedMetatag(store, order.metatag),
    mode: order.mode,
    saleAt: at,
    payment,
    channel: 'Reseller API',
    price: payment === 'credits' ? pack.price : 0,
    retail: pack.retail[0] ?? null,
    activatedAt: null,
    expiresAt: at + automaticActivation,
    usedBytes: 0,
    refundedAt: null,
    alerts: [],
    before: null,
    salt: at % 1_000_003,
  }
  if (order.mode === 'NOW') startValidity(item, at)
  return item
}

/** Returns what reads show of a customer whom something is sold to now, or null where they show the sale at once. */
function beforeSale(
  { variants: { shownAfterReads: reads } }: Store,
  customer: Customer | null,
): Customer['beforeSale'] {
  if (reads === 0) return null
  const { items = [], esims = [], beforeSale: earlier = null } = customer ?? {}
  return { reads, items: earlier?.items ?? items.length, esims: earlier?.esims ?? esims.length }
}

export function newEsim(store: Store, index: number, sub: number): Esim {
  return {
    uid: store.ids.uid('esim', index, sub),
    iccid: store.ids.iccid(index, sub),
    imsi: store.ids.imsi(index, sub),
    matchingId: matchingId(index, sub, store.options.seed),
    eid: null,
    state: 'RELEASED',
    active: true,
    lastSeen: null,
    activatedAt: null,
    installations: 0,
    installationError: null,
    salt: index + sub,
  }
}

export function register(store: Store, order: Order, person: Person): Sale {
  const pack = requireSellable(store, order)
  const now = store.clock.now()
  let item: Item | undefined
  const customer = store.customers.add((index) => {
    item = sell(store, pack, order, store.ids.uid('item', index, 0), now)
    return {
      index,
      uid: store.ids.uid('customer', index),
      email: person.email,
      residence: person.residence,
      setId: pack.set.id,
      items: [item],
      esims: [newEsim(store, index, 0)],
      country: null,
      userToken: null,
      beforeSale: beforeSale(store, null),
    }
  })
  if (item === undefined) throw new Error('register sold nothing')
  store.automaticStarts.sold(customer.index, item)
  store.events.activated(customer, item)
  return { customer, item, esim: customer.esims[0] ?? null }
}

export function topUp(store: Store, order: Order, customerUid: string, withProfile: boolean): Sale {
  const index = store.customers.indexOf(customerUid)
  const existing = store.customers.byUid(customerUid, store.clock.now())
  if (index === undefined || existing === undefined) throw unknown('customer')
  const pack = store.inventory.get(order.inventoryItemId)
  if (pack !== undefined && pack.set.id !== existing.setId) {
    throw refused(
      'country-set-differs',
      `This customer belongs to the country set ${countrySet(existing.setId)?.name ?? existing.setId}.`,
    )
  }
  if (existing.items.length >= maxItems || existing.esims.length >= maxEsims)
    throw conflict('too-many', 'This customer has as many items and profiles as the sandbox can number.')
  const checked = requireSellable(store, order)
  const now = store.clock.now()
  const customer = store.customers.touch(index, now)
  if (customer === undefined) throw unknown('customer')
  customer.beforeSale = beforeSale(store, customer)
  const item = sell(store, checked, order, store.ids.uid('item', index, customer.items.length), now)
  customer.items.push(item)
  store.automaticStarts.sold(index, item)
  const esim = withProfile ? newEsim(store, index, customer.esims.length) : null
  if (esim !== null) customer.esims.push(esim)
  store.events.activated(customer, item)
  return { customer, item, esim }
}
