/**
 * A second, small implementation of the service's rules (interface 2.6, 3, 4.9 to 4.13, 6, 8), written only from the
 * interface, that the sandbox is compared with. It models one customer and the reseller's account.
 */

export const day = 86_400_000
const megabyte = 1024 * 1024

export type Mode = 'NOW' | 'FIRST_USE' | 'ON_DEMAND'
export type ProfileState = 'RELEASED' | 'INSTALLED' | 'DISABLED' | 'ERROR'
export type DeviceAct = 'install' | 'fail' | 'disable' | 'enable' | 'uninstall' | 'replace'

/** Money in cents, data in bytes, times in milliseconds. */
export interface Pack {
  readonly id: string
  readonly set: string
  readonly countries: readonly string[]
  readonly bytes: number
  /** Milliseconds, or `null` if the validity has no end. */
  readonly validity: number | null
  readonly price: number
  /** USD. */
  readonly retail: number | null
  readonly retailInEuro: number | null
  readonly active: boolean
  readonly test: boolean
}

export interface Item {
  uid: string
  readonly pack: Pack
  readonly mode: Mode
  readonly metatag: string
  readonly soldAt: number
  readonly paidWith: 'credits' | 'stock' | 'nothing'
  startedAt: number | null
  used: number
  refunded: boolean
  /** The thresholds of consumption that were reported. Each is reported once for each package. */
  readonly alerts: Set<number>
}

export interface Profile {
  uid: string
  iccid: string
  state: ProfileState
  replaced: boolean
  installations: number
}

export interface Order {
  readonly pack: Pack
  readonly mode: Mode
  readonly metatag: string
  readonly expected: { readonly cents: number; readonly currency: string } | null
}

export type Alert =
  | { readonly kind: 'esimStatus'; readonly profile: Profile; readonly state: ProfileState }
  | {
      readonly kind: 'balanceActivation'
      readonly item: Item
      readonly startedAt: number
      readonly endsAt: number | null
    }
  | { readonly kind: 'lowBalance'; readonly balance: number }
  | { readonly kind: 'dataConsumption'; readonly item: Item; readonly threshold: number; readonly balance: number }
  | { readonly kind: 'countryChange'; readonly before: string | null; readonly after: string }

export interface InitialState {
  readonly now: number
  readonly credits: number
  readonly automatic: { readonly threshold: number; readonly amount: number } | null
  readonly refundsThisMonth: number
  readonly refundsAllowed: number
  readonly stock: ReadonlyMap<string, number>
  /** Whether support gives a new profile in place of the old one, or releases the same one. */
  readonly replacesWithNew: boolean
  readonly thresholds: readonly number[]
}

const month = (time: number): string => new Date(time).toISOString().slice(0, 7)

export class Model {
  now: number
  credits: number
  set: string | null = null
  countries: readonly string[] = []
  country: string | null = null
  readonly items: Item[] = []
  readonly profiles: Profile[] = []
  readonly alerts: Alert[] = []
  readonly stock: Map<string, number>
  readonly #refunds: Map<string, number>
  readonly #given: InitialState

  constructor(given: InitialState) {
    this.#given = given
    this.now = given.now
    this.credits = given.credits
    this.stock = new Map(given.stock)
    this.#refunds = new Map([[month(given.now), given.refundsThisMonth]])
  }

  // Queries

  endOf({ startedAt, pack }: Item): number | null {
    return startedAt === null || pack.validity === null ? null : startedAt + pack.validity
  }

  latestStart({ soldAt }: Item): number {
    return soldAt + 90 * day
  }

  left({ pack, used }: Item): number {
    return pack.bytes - used
  }

  isExpired(item: Item): boolean {
    const end = this.endOf(item)
    return end !== null && end <= this.now
  }

  total(): number {
    return this.items
      .filter((item) => !item.refunded && !this.isExpired(item))
      .reduce((sum, item) => sum + this.left(item), 0)
  }

  /** Returns active packages with data in the order of use: shortest remaining validity first (3.4, rule 1). */
  usable(): Item[] {
    const ends = (item: Item): number => this.endOf(item) ?? Number.MAX_VALUE
    return this.items
      .filter((item) => item.startedAt !== null && !item.refunded && !this.isExpired(item) && this.left(item) > 0)
      .sort((a, b) => ends(a) - ends(b))
  }

  installed(): Profile | undefined {
    return this.profiles.find(({ state, replaced }) => state === 'INSTALLED' && !replaced)
  }

  // Actions of the reseller. Each returns whether it was executed; a refused action changes nothing.

  register(order: Order): boolean {
    if (!this.#canSell(order)) return false
    this.set = order.pack.set
    this.countries = order.pack.countries
    this.#sell(order)
    this.profiles.push({ uid: '', iccid: '', state: 'RELEASED', replaced: false, installations: 0 })
    return true
  }

  topUp(order: Order, withProfile: boolean): boolean {
    if (order.pack.set !== this.set || !this.#canSell(order)) return false
    this.#sell(order)
    if (withProfile) this.profiles.push({ uid: '', iccid: '', state: 'RELEASED', replaced: false, installations: 0 })
    return true
  }

  activate(item: Item): boolean {
    if (item.refunded || item.startedAt !== null) return false
    this.#start(item, this.now)
    return true
  }

  refund(item: Item): boolean {
    const count = this.#refunds.get(month(this.now)) ?? 0
    const allowed =
      item.paidWith === 'credits' && !this.isExpired(item) && item.used === 0 && count < this.#given.refundsAllowed
    if (item.refunded || !allowed) return false
    item.refunded = true
    this.credits += item.pack.price
    this.#refunds.set(month(this.now), count + 1)
    return true
  }

  // Events of the device

  device(profile: Profile, act: DeviceAct): boolean {
    if (profile.replaced) return false
    if (act === 'replace') return this.#replace(profile)
    const [from, to] = moves[act]
    if (!from.includes(profile.state) || (act === 'install' && profile.installations === 5)) return false
    if (act === 'install') profile.installations += 1
    this.#become(profile, to, act)
    return true
  }

  enter(country: string): boolean {
    if (this.installed() === undefined) return false
    if (this.country !== country) this.alerts.push({ kind: 'countryChange', before: this.country, after: country })
    this.country = country
    if (this.countries.includes(country) && this.usable().length === 0) this.#startFirstUse()
    return true
  }

  /** Returns the used bytes, or `null` if no data can be used here. */
  use(bytes: number): number | null {
    const [first] = this.countries
    if (this.installed() === undefined || first === undefined) return null
    if (this.country === null) this.enter(first)
    else if (!this.countries.includes(this.country)) return null
    let wanted = bytes
    while (wanted > 0) {
      const item = this.usable()[0] ?? this.#startFirstUse()
      if (item === undefined) break
      const piece = Math.min(wanted, this.left(item))
      const before = this.#active()
      item.used += piece
      wanted -= piece
      this.#alert(item, before)
    }
    return bytes - wanted
  }

  /** Advances the time. Items that have waited 90 days start at that date, in their order. */
  advance(milliseconds: number): void {
    this.now += milliseconds
    const due = this.items.filter(
      (item) => item.startedAt === null && !item.refunded && this.latestStart(item) <= this.now,
    )
    for (const item of due.sort((a, b) => this.latestStart(a) - this.latestStart(b)))
      this.#start(item, this.latestStart(item))
  }

  // Internals

  #paidWith({ id, test }: Pack): Item['paidWith'] {
    if (test) return 'nothing'
    return (this.stock.get(id) ?? 0) > 0 ? 'stock' : 'credits'
  }

  #canSell({ pack, mode, metatag, expected }: Order): boolean {
    if (metatag === '') return false
    if (!pack.active || (mode === 'ON_DEMAND' && pack.countries.length === 1)) return false
    const retail = expected?.currency === 'EUR' ? pack.retailInEuro : pack.retail
    if (expected !== null && (retail === null || expected.cents !== retail)) return false
    if (pack.test && (this.stock.get(pack.id) ?? 0) === 0) return false
    return this.#paidWith(pack) !== 'credits' || pack.price <= this.credits
  }

  #sell({ pack, mode, metatag }: Order): void {
    const paidWith = this.#paidWith(pack)
    const stock = this.stock.get(pack.id) ?? 0
    if (stock > 0) this.stock.set(pack.id, stock - 1)
    if (paidWith === 'credits') this.#pay(pack.price)
    const item: Item = {
      uid: '',
      pack,
      mode,
      metatag,
      soldAt: this.now,
      paidWith,
      startedAt: null,
      used: 0,
      refunded: false,
      alerts: new Set(),
    }
    this.items.push(item)
    if (mode === 'NOW') this.#start(item, this.now)
  }

  #pay(cents: number): void {
    this.credits -= cents
    const { automatic } = this.#given
    while (automatic !== null && this.credits < automatic.threshold) this.credits += automatic.amount
  }

  #start(item: Item, at: number): void {
    item.startedAt = at
    this.alerts.push({ kind: 'balanceActivation', item, startedAt: at, endsAt: this.endOf(item) })
  }

  #startFirstUse(): Item | undefined {
    const waiting = this.items.filter(
      ({ mode, startedAt, refunded }) => mode === 'FIRST_USE' && startedAt === null && !refunded,
    )
    const item = waiting.sort((a, b) => this.latestStart(a) - this.latestStart(b))[0]
    if (item !== undefined) this.#start(item, this.now)
    return item
  }

  #become(profile: Profile, state: ProfileState, act: DeviceAct): void {
    profile.state = state
    if (isReported.has(act)) this.alerts.push({ kind: 'esimStatus', profile, state })
  }

  #replace(profile: Profile): boolean {
    if (!this.#given.replacesWithNew) {
      profile.installations = 0
      profile.state = 'RELEASED'
      return true
    }
    profile.replaced = true
    const fresh: Profile = { uid: '', iccid: '', state: 'RELEASED', replaced: false, installations: 0 }
    this.profiles.push(fresh)
    return true
  }

  #active(): number {
    return this.usable().reduce((sum, item) => sum + this.left(item), 0)
  }

  #alert(item: Item, before: number): void {
    for (const threshold of this.#given.thresholds) {
      if (item.alerts.has(threshold) || item.used * 100 < threshold * item.pack.bytes) continue
      item.alerts.add(threshold)
      this.alerts.push({ kind: 'dataConsumption', item, threshold, balance: this.left(item) })
    }
    const balance = this.#active()
    if (before > 100 * megabyte && balance <= 100 * megabyte) this.alerts.push({ kind: 'lowBalance', balance })
  }
}

/** An installation, also a failed one, and a removal (interface 6.1). */
const isReported: ReadonlySet<DeviceAct> = new Set(['install', 'fail', 'uninstall'])

const moves: Readonly<
  Record<Exclude<DeviceAct, 'replace'>, readonly [from: readonly ProfileState[], to: ProfileState]>
> = {
  install: [['RELEASED'], 'INSTALLED'],
  fail: [['RELEASED'], 'ERROR'],
  disable: [['INSTALLED'], 'DISABLED'],
  enable: [['DISABLED'], 'INSTALLED'],
  uninstall: [['INSTALLED', 'DISABLED'], 'RELEASED'],
}
