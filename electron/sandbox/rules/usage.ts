/** Uses data in the order of interface 3.4, with its effects: first use, alerts and country changes (6.2 to 6.5). */
import { countrySet } from '../store/countrySets.ts'
import { isExpired, remainingBytes, startValidity, type Customer, type Esim, type Item } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { conflict, invalid, unknown } from './refusal.ts'

/** The low-data threshold in bytes (interface 8). */
const lowData = 100 * 1024 * 1024

function touched(store: Store, uid: string): Customer {
  const index = store.customers.indexOf(uid)
  const customer = index === undefined ? undefined : store.customers.touch(index, store.clock.now())
  if (customer === undefined) throw unknown('customer')
  return customer
}

function deviceOf(customer: Customer): Esim {
  const esim = customer.esims.find((one) => one.active && one.state === 'INSTALLED')
  if (esim === undefined) throw conflict('no-installed-esim', 'No eSIM of this customer is installed and enabled.')
  return esim
}

/** Returns the usable packages: the shortest remaining validity first, those without an end last (3.4, rule 1). */
export function usableItems(customer: Customer, now: number): Item[] {
  return customer.items
    .filter(
      (item) =>
        item.refundedAt === null && item.activatedAt !== null && !isExpired(item, now) && remainingBytes(item) > 0,
    )
    .sort((left, right) => (left.expiresAt ?? Infinity) - (right.expiresAt ?? Infinity) || 0)
}

/** Returns the next FIRST_USE package, which is the one with the closest `expiresAt` (3.4, rule 3). */
function nextFirstUse(customer: Customer): Item | undefined {
  return customer.items
    .filter((item) => item.refundedAt === null && item.activatedAt === null && item.mode === 'FIRST_USE')
    .sort((left, right) => (left.expiresAt ?? Infinity) - (right.expiresAt ?? Infinity))[0]
}

function startFirstUse(store: Store, customer: Customer): Item | undefined {
  const item = nextFirstUse(customer)
  if (item === undefined) return undefined
  startValidity(item, store.clock.now())
  store.events.activated(customer, item)
  return item
}

/**
 * Connects to a network of the country (6.5). The first network in the coverage starts a waiting FIRST_USE package
 * (3.2).
 */
export function enterCountry(store: Store, uid: string, country: string): Customer {
  if (!/^[A-Z]{2}$/.test(country)) throw invalid('country is an ISO2 code in capitals.')
  const customer = touched(store, uid)
  const esim = deviceOf(customer)
  connect(store, customer, esim, country)
  return customer
}

function connect(store: Store, customer: Customer, esim: Esim, country: string): void {
  const now = store.clock.now()
  const previousCountry = customer.country
  customer.country = country
  esim.lastSeen = now
  if (previousCountry !== country)
    store.events.emit({
      kind: 'countryChange',
      iccid: esim.iccid,
      imsi: esim.imsi,
      previousCountry,
      newCountry: country,
    })
  const covered = countrySet(customer.setId)?.countries.includes(country) === true
  if (covered && usableItems(customer, now).length === 0) startFirstUse(store, customer)
}

/**
 * Uses data in the customer's current country. A device without one connects in the first country of its set. Returns
 * the bytes used, which are fewer when all packages are empty.
 */
export function useData(store: Store, uid: string, bytes: number): number {
  if (!Number.isFinite(bytes) || bytes < 0) throw invalid('megabytes is a number from 0.')
  const customer = touched(store, uid)
  const esim = deviceOf(customer)
  const covered = countrySet(customer.setId)?.countries ?? []
  if (customer.country === null) connect(store, customer, esim, covered[0] ?? customer.setId)
  else if (!covered.includes(customer.country)) {
    throw conflict('not-covered', `This customer's packages do not work in ${customer.country}.`)
  }
  const now = store.clock.now()
  esim.lastSeen = now
  let left = Math.round(bytes)
  while (left > 0) {
    const item = usableItems(customer, now)[0] ?? startFirstUse(store, customer)
    if (item === undefined) break
    const taken = Math.min(left, remainingBytes(item))
    const totalBefore = customerRemaining(customer, now)
    item.usedBytes += taken
    left -= taken
    alert(store, customer, esim, item, totalBefore, now)
  }
  return Math.round(bytes) - left
}

function customerRemaining(customer: Customer, now: number): number {
  return usableItems(customer, now).reduce((sum, item) => sum + remainingBytes(item), 0)
}

/**
 * Emits `lowBalance` whenever the customer's remaining data falls from above to at most 100 MB (6.3), and
 * `dataConsumption` when the use of one package reaches a threshold, once for each package (6.4).
 */
function alert(store: Store, customer: Customer, esim: Esim, item: Item, before: number, now: number): void {
  const about = { uid: customer.uid, iccid: esim.iccid, imsi: esim.imsi, at: now }
  const balance = remainingBytes(item)
  const usedPercent = (item.usedBytes / item.pack.bytes) * 100
  for (const threshold of store.events.thresholds) {
    if (usedPercent < threshold || item.alerts.includes(threshold)) continue
    item.alerts = [...item.alerts, threshold]
    store.events.emit({
      kind: 'dataConsumption',
      ...about,
      threshold,
      balance,
      originalBalance: item.pack.bytes,
      activatedItemId: item.uid,
    })
  }
  const total = customerRemaining(customer, now)
  if (before > lowData && total <= lowData) store.events.emit({ kind: 'lowBalance', ...about, balance: total })
}
