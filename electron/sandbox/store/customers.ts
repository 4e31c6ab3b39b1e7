/**
 * All customers: the seeded ones, which are generated on demand, and an overlay of those that were changed or
 * registered later. `peek` returns a customer for reading only; `touch` returns one that may be changed.
 */
import type { Identifiers } from './identifiers.ts'
import { applyAutomaticActivation, type Customer, type Esim, type Item } from './records.ts'
import type { Seeder } from './seed.ts'

export type SearchKey = 'EMAIL' | 'UID' | 'ICCID'
export type SearchMode = 'isExact' | 'startsWith' | 'contains'
export type CustomerItem = { readonly customer: Customer; readonly item: Item }
type CustomerEsim = { readonly customer: Customer; readonly esim: Esim }

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

  /** The number of seeded customers, which have the lowest indexes. */
  get seeded(): number {
    return this.#seeded
  }

  get touchedCount(): number {
    return this.#touched.size
  }

  touchedCustomers(): IterableIterator<Customer> {
    return this.#touched.values()
  }

  /** Returns the distinct dates of automatic activation of a seeded customer. */
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

  /** Returns a customer for reading, as of `now`. */
  peek(index: number, now: number): Customer | undefined {
    if (index < 0 || index >= this.#count || !Number.isInteger(index)) return undefined
    const touched = this.#touched.get(index)
    const customer = touched ?? this.#seeder.customer(index)
    for (const item of customer.items) applyAutomaticActivation(item, now)
    return customer
  }

  /** Returns a customer for changes, and stores it from now on. */
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
    const locator = this.#ids.locator('customer', uid)
    return locator !== undefined && locator.sub === 0 && locator.index < this.#count ? locator.index : undefined
  }

  byUid(uid: string, now: number): Customer | undefined {
    const index = this.indexOf(uid)
    return index === undefined ? undefined : this.peek(index, now)
  }

  byItem(uid: string, now: number): CustomerItem | undefined {
    const locator = this.#ids.locator('item', uid)
    const customer = locator === undefined ? undefined : this.peek(locator.index, now)
    const item = customer?.items.find((one) => one.uid === uid)
    return customer === undefined || item === undefined ? undefined : { customer, item }
  }

  byEsim(uid: string, now: number): CustomerEsim | undefined {
    const locator = this.#ids.locator('esim', uid)
    const customer = locator === undefined ? undefined : this.peek(locator.index, now)
    const esim = customer?.esims.find((one) => one.uid === uid)
    return customer === undefined || esim === undefined ? undefined : { customer, esim }
  }

  byIccid(iccid: string, now: number): CustomerEsim | undefined {
    const locator = this.#ids.locateIccid(iccid)
    const customer = locator === undefined ? undefined : this.peek(locator.index, now)
    const esim = customer?.esims.find((one) => one.iccid === iccid)
    return customer === undefined || esim === undefined ? undefined : { customer, esim }
  }

  /** Returns the indexes of at most `limit` customers that match, in ascending order. */
  search(key: SearchKey, mode: SearchMode, query: string, limit: number, now: number): number[] {
    if (mode === 'isExact' && key !== 'EMAIL') {
      const index = key === 'UID' ? this.indexOf(query) : this.byIccid(query, now)?.customer.index
      return index === undefined ? [] : [index]
    }
    const needle = query.toLowerCase()
    const matches = (text: string): boolean =>
      mode === 'isExact' ? text === needle : mode === 'startsWith' ? text.startsWith(needle) : text.includes(needle)
    const found: number[] = []
    for (let index = 0; index < this.#count && found.length < limit; index++) {
      if (this.#matches(key, index, matches)) found.push(index)
    }
    return found
  }

  /** Tests only the searched property, without generating the whole customer. */
  #matches(key: SearchKey, index: number, matches: (text: string) => boolean): boolean {
    if (key === 'UID') return matches(this.#ids.uid('customer', index))
    const touched = this.#touched.get(index)
    if (key === 'EMAIL') {
      const email = touched === undefined ? this.#seeder.email(index) : touched.email
      return email !== null && matches(email.toLowerCase())
    }
    if (touched !== undefined) return touched.esims.some((esim) => matches(esim.iccid))
    return this.#seeder.archetype(index).esims.some((_, sub) => matches(this.#ids.iccid(index, sub)))
  }
}
