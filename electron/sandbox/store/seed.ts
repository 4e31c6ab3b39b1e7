/**
 * Generates the customer at an index from the seed, the index and the start time. The sandbox stores a customer only
 * once it is changed. About one person in twelve has two or three customers with the same e-mail and different country
 * sets.
 */
import { day, hour, minute } from '../clock.ts'
import { Prng, mix, tenDigits } from '../prng.ts'
import { archetypeOf, type Archetype, type EsimPlan, type ItemPlan } from './archetypes.ts'
import { countrySet, countrySets, everyCountry, isWide } from './countrySets.ts'
import { emailOf } from './emails.ts'
import { matchingId, type Identifiers } from './identifiers.ts'
import type { Inventory, Package } from './inventory.ts'
import { automaticActivation, type Customer, type Esim, type Item } from './records.ts'

/**
 * Customers of one person: in each block, the customers from `secondFrom` and from `thirdFrom` are the second and third
 * ones of the persons at the start of the block.
 */
const blockSize = 120
const secondFrom = 60
const thirdFrom = 90
const secondCount = 9
const thirdCount = 2

const ticketOnlyBefore = Date.UTC(2024, 11, 6)

/** Returns the index of the first customer of the same person: this one, or an earlier one. */
export function personOf(index: number): number {
  const position = index % blockSize
  if (position >= secondFrom && position < secondFrom + secondCount) return index - secondFrom
  if (position >= thirdFrom && position < thirdFrom + thirdCount) return index - thirdFrom
  return index
}

const popular = ['EUROPE', 'EUROPE', 'EUROPE', 'EUROPE', 'TR', 'TR', 'US', 'US', 'JP', 'TH', 'WWW', 'WWW', 'APAC']

export class Seeder {
  readonly #seed: number
  readonly #origin: number
  readonly #ids: Identifiers
  readonly #inventory: Inventory
  readonly #setsByKind: Readonly<Record<'any' | 'wide', readonly string[]>>
  readonly #setsByTrait = new Map<string, readonly string[]>()

  constructor(seed: number, origin: number, ids: Identifiers, inventory: Inventory) {
    this.#seed = seed
    this.#origin = origin
    this.#ids = ids
    this.#inventory = inventory
    const wide = countrySets.filter(isWide).map((set) => set.id)
    this.#setsByKind = {
      any: [...popular, ...countrySets.map((set) => set.id)],
      wide: ['EUROPE', 'EUROPE', 'WWW', ...wide],
    }
    for (const trait of ['unlimited', 'huge', 'years', 'daily', 'tiny', 'test'] as const) {
      this.#setsByTrait.set(
        trait,
        inventory.setsWith(trait).map((set) => set.id),
      )
    }
  }

  email(index: number): string | null {
    return emailOf(this.#seed, personOf(index))
  }

  archetype(index: number): Archetype {
    return archetypeOf(index, mix(this.#seed ^ 0x0a2c, index))
  }

  countrySetOf(index: number): string {
    const archetype = this.archetype(index)
    const trait = archetype.items.find((plan) => plan.trait !== undefined)?.trait
    const list = (trait === undefined ? undefined : this.#setsByTrait.get(trait)) ?? this.#setsByKind[archetype.sets]
    const usedSets = this.#takenSets(index)
    const start = mix(this.#seed ^ 0x5e75, index)
    for (let step = 0; step < list.length; step++) {
      const found = list[(start + step) % list.length]
      if (found !== undefined && !usedSets.includes(found)) return found
    }
    return list[0] ?? 'WWW'
  }

  #takenSets(index: number): readonly string[] {
    const person = personOf(index)
    if (person === index) return []
    const first = this.countrySetOf(person)
    return index - person === thirdFrom ? [first, this.countrySetOf(person + secondFrom)] : [first]
  }

  customer(index: number): Customer {
    const prng = new Prng(mix(this.#seed, index))
    const archetype = this.archetype(index)
    const setId = this.countrySetOf(index)
    const items = archetype.items.map((plan, sub) => this.#item(prng, index, sub, setId, plan))
    const firstSale = items.reduce((first, item) => Math.min(first, item.saleAt), this.#origin - 10 * minute)
    const esims = archetype.esims.map((plan, sub) => this.#esim(prng, index, sub, plan, firstSale))
    return {
      index,
      uid: this.#ids.uid('customer', index),
      email: this.email(index),
      residence: null,
      setId,
      items,
      esims,
      country: esims.every(({ lastSeen }) => lastSeen === null) ? null : lastCountry(prng, setId, archetype),
      userToken: null,
      beforeSale: null,
    }
  }

  #item(prng: Prng, index: number, sub: number, setId: string, plan: ItemPlan): Item {
    const pack = this.#package(prng, setId, plan)
    const payment = plan.payment ?? 'credits'
    const mode = plan.mode ?? 'NOW'
    const times = this.#times(prng, plan, pack)
    return {
      uid: this.#ids.uid('item', index, sub),
      pack,
      metatag: metatag(prng, index),
      mode,
      payment,
      channel: payment === 'stock' ? 'Portal' : 'Reseller API',
      price: payment === 'credits' ? pack.price : 0,
      retail: pack.retail[0] ?? null,
      usedBytes: usedBytes(prng, plan, pack),
      refundedAt: null,
      alerts: [],
      before: null,
      salt: prng.bits(),
      ...times,
    }
  }

  #package(prng: Prng, setId: string, plan: ItemPlan): Package {
    const list = this.#inventory.of(setId, plan.trait ?? 'standard')
    if (plan.old === true) return list[list.length - 1] ?? prng.pick(list)
    return prng.pick(list)
  }

  #times(prng: Prng, plan: ItemPlan, pack: Package): Pick<Item, 'saleAt' | 'activatedAt' | 'expiresAt'> {
    const validity = pack.validity ?? 400 * day
    const end = (from: number): number | null => (pack.validity === null ? null : from + pack.validity)
    if (plan.phase === 'waiting') {
      const saleAt = Math.floor(
        this.#origin - prng.between(5 * minute, plan.mode === 'ON_DEMAND' ? 60 * day : 75 * day) * prng.fraction(),
      )
      return { saleAt, activatedAt: null, expiresAt: saleAt + automaticActivation }
    }
    if (plan.old === true) {
      const activatedAt = Math.floor(ticketOnlyBefore - prng.between(day, 90 * day))
      return { saleAt: activatedAt, activatedAt, expiresAt: end(activatedAt) }
    }
    const age = {
      fresh: () => prng.between(2 * minute, Math.min(3 * day, validity * 0.6)) * prng.fraction(),
      part: () => validity * prng.between(0.03, 0.93),
      low: () => validity * prng.between(0.4, 0.95),
      empty: () => validity * prng.between(0.2, 0.98),
      expired: () => validity + prng.between(hour, 150 * day),
    }[plan.phase]()
    const activatedAt = Math.floor(this.#origin - age)
    const saleAt = plan.mode === 'FIRST_USE' ? activatedAt - Math.floor(prng.between(hour, 40 * day)) : activatedAt
    return { saleAt, activatedAt, expiresAt: end(activatedAt) }
  }

  #esim(prng: Prng, index: number, sub: number, plan: EsimPlan, firstSale: number): Esim {
    const age =
      plan.seen === 'now'
        ? prng.between(minute, 6 * hour)
        : plan.seen === 'lately'
          ? prng.between(6 * hour, 9 * day)
          : prng.between(10 * day, 120 * day)
    const lastSeen = plan.seen === undefined ? null : Math.max(firstSale + minute, Math.floor(this.#origin - age))
    return {
      uid: this.#ids.uid('esim', index, sub),
      iccid: this.#ids.iccid(index, sub),
      imsi: this.#ids.imsi(index, sub),
      matchingId: matchingId(index, sub, this.#seed),
      eid: plan.state !== 'RELEASED' && prng.oneIn(3) ? eid(prng) : null,
      state: plan.state,
      active: plan.replaced !== true,
      lastSeen,
      activatedAt: plan.state === 'RELEASED' && prng.oneIn(2) ? null : firstSale,
      installations: installationsOf(prng, plan),
      installationError: plan.error ?? null,
      salt: prng.bits(),
    }
  }
}

/** A country that no country set covers. */
const uncoveredCountry = 'BN'

/**
 * Returns the country of the last network. It is covered, unless all packages wait for their first use: a network in
 * the coverage would have started one of them.
 */
function lastCountry(prng: Prng, setId: string, { items }: Archetype): string {
  const covered = countrySet(setId)?.countries ?? []
  const isAtHome = items.length > 0 && items.every(({ phase, mode }) => phase === 'waiting' && mode === 'FIRST_USE')
  if (!isAtHome) return prng.pick(covered)
  const others = [...everyCountry].filter((code) => !covered.includes(code))
  return others.length === 0 ? uncoveredCountry : prng.pick(others)
}

/** A profile that was seen on a network was installed, also if it was removed later. */
function installationsOf(prng: Prng, { state, seen, installations }: EsimPlan): number {
  if (installations !== undefined) return installations
  const wasInstalled = state === 'INSTALLED' || state === 'DISABLED' || seen !== undefined
  return wasInstalled ? 1 + prng.below(2) : 0
}

function usedBytes(prng: Prng, plan: ItemPlan, pack: Package): number {
  const megabyte = 1024 * 1024
  if (plan.phase === 'part') return Math.floor(pack.bytes * prng.between(0.04, 0.88))
  if (plan.phase === 'low') return Math.floor(pack.bytes - Math.min(prng.between(12, 95) * megabyte, pack.bytes * 0.3))
  if (plan.phase === 'empty') return pack.bytes
  if (plan.phase === 'expired') return Math.floor(pack.bytes * prng.between(0.1, 1))
  return 0
}

function metatag(prng: Prng, index: number): string {
  const number = 10_000 + index
  const kind = prng.below(20)
  if (kind < 9) return `order-${number}`
  if (kind < 14) return `WEB-${prng.bits().toString(36).toUpperCase().padStart(7, '0')}`
  if (kind < 17) return `txn_${prng.bits().toString(16).padStart(8, '0')}${prng.bits().toString(16).padStart(8, '0')}`
  if (kind === 17) return `Sommerferien Müller & Co. #${number}`
  return kind === 18 ? 'my-shop' : ''
}

function eid(prng: Prng): string {
  return `8904903200${tenDigits(prng.bits())}00${tenDigits(prng.bits())}`
}
