/** Register, top-up and top-up-with-profile (interface 4.9 to 4.11): all checks first, then everything at once. */
import { countrySet, isWide } from '../store/country-sets.ts'
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
import type { World } from '../store/store.ts'
import { conflict, noCredits, refused, unknown } from './refusal.ts'

/** What an identifier has room for (world/identifiers.ts). */
const mostItems = 60_000
const mostEsims = 250

export type Order = {
  readonly inventoryItemId: string
  readonly metatag: string
  readonly mode: ActivationMode
  /** Cents, with its currency; null when none was given. */
  readonly expectedPrice: { readonly cents: number; readonly currency: string } | null
}
export type Sale = { readonly customer: Customer; readonly item: Item; readonly esim: Esim | null }
export type Person = { readonly email: string | null; readonly residence: string | null }

/** The package that an order names, or why it can't be sold. */
export function sellable(world: World, order: Order): Package {
  const pack = world.inventory.get(order.inventoryItemId)
  if (pack === undefined) throw unknown('inventory item')
  if (!pack.active) throw refused('inventory-item-inactive', 'This inventory item is not active.')
  if (order.mode === 'ON_DEMAND' && !isWide(pack.set) && world.variants.onDemandElsewhere === 'refused') {
    throw refused('activation-mode-not-available', 'ON_DEMAND is available for worldwide and regional packages only.')
  }
  checkPrice(pack, order)
  if (paymentFor(pack) === 'credits' && !world.account.canPay(pack.price))
    throw noCredits('The credits do not cover the price of this package.')
  return pack
}

function checkPrice(pack: Package, order: Order): void {
  if (order.expectedPrice === null) return
  const { cents, currency } = order.expectedPrice
  if (currency !== 'USD' || pack.retail !== cents)
    throw refused('expected-price-differs', "The expected price differs from the item's retail price.")
}

function paymentFor(pack: Package): Payment {
  if (pack.trait === 'test') return 'free'
  return pack.stock > 0 ? 'stock' : 'credits'
}

function sell(world: World, pack: Package, order: Order, uid: string, at: number): Item {
  const payment = paymentFor(pack)
  if (pack.trait === 'test' && pack.stock === 0) throw refused('no-test-packages-left', 'No test packages are left.')
  if (pack.stock > 0) pack.stock -= 1
  if (payment === 'credits') world.account.charge(pack.price)
  const limit = world.variants.metatagLimit
  const item: Item = {
    uid,
    pack,
    metatag: limit === null ? order.metatag : order.metatag.slice(0, limit),
    mode: order.mode,
    saleAt: at,
    payment,
    channel: 'Reseller API',
    price: payment === 'credits' ? pack.price : 0,
    retail: pack.retail,
    activatedAt: null,
    expiresAt: at + automaticActivation,
    usedBytes: 0,
    refundedAt: null,
    alerts: [],
    grain: at % 1_000_003,
  }
  if (order.mode === 'NOW') startValidity(item, at)
  return item
}

export function newEsim(world: World, index: number, sub: number): Esim {
  return {
    uid: world.ids.uid('esim', index, sub),
    iccid: world.ids.iccid(index, sub),
    imsi: world.ids.imsi(index, sub),
    matchingId: matchingId(index, sub, world.options.seed),
    eid: null,
    state: 'RELEASED',
    active: true,
    lastSeen: null,
    activatedAt: null,
    installations: 0,
    grain: index + sub,
  }
}

export function tellActivation(world: Pick<World, 'happenings'>, customer: Customer, item: Item): void {
  if (item.activatedAt === null) return
  world.happenings.tell({
    kind: 'balanceActivation',
    uid: customer.uid,
    activatedItem: item.uid,
    activatedAt: item.activatedAt,
    expiresAt: item.expiresAt,
  })
}

export function register(world: World, order: Order, person: Person): Sale {
  const pack = sellable(world, order)
  const now = world.clock.now()
  let item: Item | undefined
  const customer = world.customers.add((index) => {
    item = sell(world, pack, order, world.ids.uid('item', index, 0), now)
    return {
      index,
      uid: world.ids.uid('customer', index),
      email: person.email,
      residence: person.residence,
      setId: pack.set.id,
      items: [item],
      esims: [newEsim(world, index, 0)],
      country: null,
      userToken: null,
    }
  })
  if (item === undefined) throw new Error('register sold nothing')
  world.waiting.sold(customer.index, item)
  tellActivation(world, customer, item)
  return { customer, item, esim: customer.esims[0] ?? null }
}

export function topUp(world: World, order: Order, customerUid: string, withProfile: boolean): Sale {
  const index = world.customers.indexOf(customerUid)
  const known = world.customers.byUid(customerUid, world.clock.now())
  if (index === undefined || known === undefined) throw unknown('customer')
  const pack = world.inventory.get(order.inventoryItemId)
  if (pack !== undefined && pack.set.id !== known.setId) {
    throw refused(
      'country-set-differs',
      `This customer belongs to the country set ${countrySet(known.setId)?.name ?? known.setId}.`,
    )
  }
  if (known.items.length >= mostItems || known.esims.length >= mostEsims)
    throw conflict('too-many', 'This customer has as many items and profiles as the sandbox can number.')
  const checked = sellable(world, order)
  const now = world.clock.now()
  const customer = world.customers.touch(index, now)
  if (customer === undefined) throw unknown('customer')
  const item = sell(world, checked, order, world.ids.uid('item', index, customer.items.length), now)
  customer.items.push(item)
  world.waiting.sold(index, item)
  const esim = withProfile ? newEsim(world, index, customer.esims.length) : null
  if (esim !== null) customer.esims.push(esim)
  tellActivation(world, customer, item)
  return { customer, item, esim }
}
