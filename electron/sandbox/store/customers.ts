/**
 * All customers: the seeded ones, made when they are asked for, under an overlay of those that were touched or
 * registered since. What `peek` gives is to be read only; `touch` gives the one to change.
 */
import type { Identifiers } from './identifiers.ts'
import { settle, type Customer, type Esim, type Item } from './records.ts'
import type { Seeder } from './seed.ts'

export type SearchKey = 'EMAIL' | 'UID' | 'ICCID'
export type SearchMode = 'isExact' | 'startsWith' | 'contains'
export type ItemPlace = { readonly customer: Customer; readonly item: Item }
export type EsimPlace = { readonly customer: Customer; readonly esim: Esim }

const noDates: ReadonlySet<number> = new Set()

export class Customers {
  readonly #seeder: Seeder
  readonly #ids: Identifiers
  readonly #seeded: number
  readonly #touched = new Map<number, Customer>()
  #count: number

  constructor(seeder: Seeder, ids: Identifiers, seeded: number) {
    this.#seeder = seeder
    this.#ids = ids
    this.#seeded = seeded
    this.#count = seeded
  }

  get count(): number {
    return this.#count
  }

  /** How many there were at the start; their indexes come first. */
  get seeded(): number {
    return this.#seeded
  }

  get touchedCount(): number {
    return this.#touched.size
  }

  touchedOnes(): IterableIterator<Customer> {
    return this.#touched.values()
  }

  /** Dates of automatic activation that a seeded customer was made with, each once. */
  seededDates(index: number): ReadonlySet<number> {
    if (!this.#seeder.archetype(index).items.some(({ phase }) => phase === 'waiting')) return noDates
    return new Set(
      this.#seeder
        .customer(index)
        .items.flatMap(({ activatedAt, expiresAt }) => (activatedAt === null && expiresAt !== null ? [expiresAt] : [])),
    )
  }

  archetypeName(index: number): string | null {
    return index < this.#seeded ? this.#seeder.archetype(index).name : null
  }

  /** For reading; as of `now`. */
  peek(index: number, now: number): Customer | undefined {
    if (index < 0 || index >= this.#count || !Number.isInteger(index)) return undefined
    const known = this.#touched.get(index)
    const customer = known ?? this.#seeder.customer(index)
    for (const item of customer.items) settle(item, now)
    return customer
  }

  /** For changing: from now on it is kept. */
  touch(index: number, now: number): Customer | undefined {
    const customer = this.peek(index, now)
    if (customer !== undefined) this.#touched.set(index, customer)
    return customer
  }

  add(make: (index: number) => Customer): Customer {
    const customer = make(this.#count)
    this.#touched.set(customer.index, customer)
    this.#count += 1
    return customer
  }

  indexOf(uid: string): number | undefined {
    const place = this.#ids.place('customer', uid)
    return place !== undefined && place.sub === 0 && place.index < this.#count ? place.index : undefined
  }

  byUid(uid: string, now: number): Customer | undefined {
    const index = this.indexOf(uid)
    return index === undefined ? undefined : this.peek(index, now)
  }

  byItem(uid: string, now: number): ItemPlace | undefined {
    const place = this.#ids.place('item', uid)
    const customer = place === undefined ? undefined : this.peek(place.index, now)
    const item = customer?.items.find((one) => one.uid === uid)
    return customer === undefined || item === undefined ? undefined : { customer, item }
  }

  byEsim(uid: string, now: number): EsimPlace | undefined {
    const place = this.#ids.place('esim', uid)
    const customer = place === undefined ? undefined : this.peek(place.index, now)
    const esim = customer?.esims.find((one) => one.uid === uid)
    return customer === undefined || esim === undefined ? undefined : { customer, esim }
  }

  byIccid(iccid: string, now: number): EsimPlace | undefined {
    const place = this.#ids.placeOfIccid(iccid)
    const customer = place === undefined ? undefined : this.peek(place.index, now)
    const esim = customer?.esims.find((one) => one.iccid === iccid)
    return customer === undefined || esim === undefined ? undefined : { customer, esim }
  }

  /** Indexes of the customers that match, in their order; no more than `limit`. */
  search(key: SearchKey, mode: SearchMode, query: string, limit: number, now: number): number[] {
    if (mode === 'isExact' && key !== 'EMAIL') {
      const index = key === 'UID' ? this.indexOf(query) : this.byIccid(query, now)?.customer.index
      return index === undefined ? [] : [index]
    }
    const wanted = query.toLowerCase()
    const matches = (text: string): boolean =>
      mode === 'isExact' ? text === wanted : mode === 'startsWith' ? text.startsWith(wanted) : text.includes(wanted)
    const found: number[] = []
    for (let index = 0; index < this.#count && found.length < limit; index++) {
      if (this.#has(key, index, matches)) found.push(index)
    }
    return found
  }

  /** Looks at what a search looks at, without making the whole customer. */
  #has(key: SearchKey, index: number, matches: (text: string) => boolean): boolean {
    if (key === 'UID') return matches(this.#ids.uid('customer', index))
    const known = this.#touched.get(index)
    if (key === 'EMAIL') {
      const email = known === undefined ? this.#seeder.email(index) : known.email
      return email !== null && matches(email.toLowerCase())
    }
    if (known !== undefined) return known.esims.some((esim) => matches(esim.iccid))
    return this.#seeder.archetype(index).esims.some((_, sub) => matches(this.#ids.iccid(index, sub)))
  }
}
