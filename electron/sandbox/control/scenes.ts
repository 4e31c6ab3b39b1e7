/**
 * Prepares the customers of the tour and of the training. Each is a new customer, so that a scene is the same whenever
 * it is prepared, and what was done in an earlier one does not matter.
 */
import { hour } from '../clock.ts'
import { Fault } from '../faults.ts'
import { unknown } from '../rules/refusal.ts'
import { applyDeviceAction } from '../rules/device.ts'
import { register, topUp, type Sale } from '../rules/selling.ts'
import { enterCountry, useData } from '../rules/usage.ts'
import type { Package } from '../store/inventory.ts'
import type { ActivationMode } from '../store/records.ts'
import type { Store } from '../store/store.ts'

type Scene = {
  readonly customerUid: string
  readonly email: string
  readonly itemUid: string
  readonly iccid: string
  /** The country where the customer's device is, or null before its first network. */
  readonly country: string | null
}

type Sold = Omit<Scene, 'country'>

const megabyte = 1024 * 1024
/** The customers have had time to install what they bought. */
const soldBefore = 3 * hour
/** So little that the service shows the package as unused and yet refuses its refund (interface 4.13). */
const hiddenUse = 2 * megabyte

function packageOf(store: Store, setId: string, gigabytes: number): Package {
  const found = store.inventory
    .of(setId, 'standard')
    .find(({ sizeValue, sizeUnit }) => sizeValue === gigabytes && sizeUnit === 'GB')
  if (found === undefined) throw unknown('package of this scene')
  return found
}

/** Sells one package from credits. The sale is made up, so the credits are as many afterwards as before. */
function sellOne(
  store: Store,
  pack: Package,
  mode: ActivationMode,
  sell: (order: Parameters<typeof register>[1]) => Sale,
): Sale {
  const { stock } = pack
  pack.stock = 0
  store.account.credits += pack.price
  try {
    return sell({ inventoryItemId: pack.id, metatag: 'training', mode, expectedPrice: null })
  } finally {
    pack.stock = stock
  }
}

function newCustomer(store: Store, name: string, setId: string): Sold {
  const email = `${name}.${String(store.customers.count + 1)}@example.org`
  const pack = packageOf(store, setId, 3)
  const { customer, item, esim } = sellOne(store, pack, 'NOW', (order) =>
    register(store, order, { email, residence: 'DE' }),
  )
  if (esim === null) throw unknown('eSIM profile')
  item.saleAt -= soldBefore
  item.activatedAt = item.saleAt
  return { customerUid: customer.uid, email, itemUid: item.uid, iccid: esim.iccid }
}

const scenes: Readonly<Record<string, (store: Store) => Scene>> = {
  tour(store) {
    const sold = newCustomer(store, 'hannah.weber', 'EUROPE')
    sellOne(store, packageOf(store, 'EUROPE', 5), 'ON_DEMAND', (order) => topUp(store, order, sold.customerUid, false))
    return { ...sold, country: null }
  },
  noData(store) {
    const sold = newCustomer(store, 'jonas.schneider', 'EUROPE')
    applyDeviceAction(store, sold.iccid, 'install')
    enterCountry(store, sold.customerUid, 'DE')
    useData(store, sold.customerUid, packageOf(store, 'EUROPE', 3).bytes)
    return { ...sold, country: 'DE' }
  },
  wrongCountry(store) {
    const sold = newCustomer(store, 'camille.moreau', 'PT')
    applyDeviceAction(store, sold.iccid, 'install')
    enterCountry(store, sold.customerUid, 'JP')
    return { ...sold, country: 'JP' }
  },
  notInstalled: (store) => ({ ...newCustomer(store, 'oliver.brown', 'EUROPE'), country: null }),
  twoEsims(store) {
    const sold = newCustomer(store, 'marta.nowak', 'EUROPE')
    applyDeviceAction(store, sold.iccid, 'install')
    enterCountry(store, sold.customerUid, 'PL')
    useData(store, sold.customerUid, 400 * megabyte)
    const { item, esim } = sellOne(store, packageOf(store, 'EUROPE', 5), 'FIRST_USE', (order) =>
      topUp(store, order, sold.customerUid, true),
    )
    if (esim === null) throw unknown('eSIM profile')
    return { ...sold, itemUid: item.uid, iccid: esim.iccid, country: 'PL' }
  },
  refundRefused(store) {
    const sold = newCustomer(store, 'sofia.bianchi', 'EUROPE')
    applyDeviceAction(store, sold.iccid, 'install')
    enterCountry(store, sold.customerUid, 'IT')
    useData(store, sold.customerUid, hiddenUse)
    return { ...sold, country: 'IT' }
  },
  unconfirmedRefund(store) {
    const sold = newCustomer(store, 'lars.andersson', 'EUROPE')
    store.faults.set([Fault.parse({ endpoint: 'refund', kind: 'dropBefore', where: sold.itemUid })])
    return { ...sold, country: null }
  },
}

export function prepareScene(store: Store, name: string): Scene {
  const prepare = Object.hasOwn(scenes, name) ? scenes[name] : undefined
  if (prepare === undefined) throw unknown('scene')
  return prepare(store)
}
