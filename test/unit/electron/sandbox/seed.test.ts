import { describe, expect, it } from 'vitest'
import { WireCustomerEntry } from '#shared/wire/customer.ts'
import { entryText } from '../../../../electron/sandbox/serializers/customerEntry.ts'
import { createStore, type Store, type StoreOptions } from '../../../../electron/sandbox/store/store.ts'
import { archetypes } from '../../../../electron/sandbox/store/archetypes.ts'
import { countrySet } from '../../../../electron/sandbox/store/countrySets.ts'
import { personOf } from '../../../../electron/sandbox/store/seed.ts'
import type { Customer } from '../../../../electron/sandbox/store/records.ts'

const startAt = Date.UTC(2026, 8, 1, 12)
const storeWith = (more: Partial<StoreOptions> = {}): Store =>
  createStore({
    customers: 3000,
    seed: 1,
    segment: 'service',
    clientId: 'id',
    clientSecret: 'secret',
    variants: {},
    startAt,
    credits: 0,
    ...more,
  })

function all(store: Store, now = startAt): Customer[] {
  return Array.from({ length: store.customers.count }, (_, index) => store.customers.peek(index, now)).filter(
    (one) => one !== undefined,
  )
}

function luhn(digits: string): number {
  return (
    [...digits]
      .reverse()
      .reduce(
        (sum, digit, at) =>
          sum + (at % 2 === 0 ? Number(digit) : Number(digit) * 2 > 9 ? Number(digit) * 2 - 9 : Number(digit) * 2),
        0,
      ) % 10
  )
}

describe('a seeded customer', () => {
  it('is the same for the same seed, index and time, for any number of customers', () => {
    expect(storeWith({ customers: 10 }).customers.peek(7, startAt)).toEqual(
      storeWith({ customers: 3000 }).customers.peek(7, startAt),
    )
  })

  it('was last on a network of a country, covered unless it waits for its first use, exactly if it was ever seen', () => {
    const store = storeWith()
    let atHome = 0
    for (const { country, esims, items, setId } of all(store)) {
      expect(country === null).toBe(esims.every(({ lastSeen }) => lastSeen === null))
      if (country === null) continue
      const waits =
        items.length > 0 && items.every(({ mode, activatedAt }) => mode === 'FIRST_USE' && activatedAt === null)
      expect(countrySet(setId)?.countries.includes(country)).toBe(!waits)
      atHome += Number(waits)
    }
    expect(atHome).toBeGreaterThan(0)
  })

  it('differs for another seed', () => {
    expect(storeWith({ seed: 2 }).customers.peek(7, startAt)?.uid).not.toBe(storeWith().customers.peek(7, startAt)?.uid)
  })

  it('is found by its uid, its items and its ICCIDs, for any seed', () => {
    for (const seed of [0, 1, -5, 4_000_000_000]) {
      const store = storeWith({ seed, customers: 1_000_000 })
      for (const index of [0, 1, 999, 123_456, 999_999]) {
        const customer = store.customers.peek(index, startAt)
        expect(store.customers.indexOf(customer?.uid ?? '')).toBe(index)
        for (const item of customer?.items ?? [])
          expect(store.customers.byItem(item.uid, startAt)?.item.uid).toBe(item.uid)
        for (const esim of customer?.esims ?? [])
          expect(store.customers.byIccid(esim.iccid, startAt)?.esim.uid).toBe(esim.uid)
      }
    }
  })

  it('is not found by a text that only resembles an identifier', () => {
    const store = storeWith()
    const { uid, esims } = store.customers.peek(3, startAt) ?? { uid: '', esims: [] }
    expect(store.customers.indexOf(uid.toUpperCase())).toBeUndefined()
    expect(store.customers.indexOf(`${uid.slice(0, -1)}${uid.endsWith('0') ? '1' : '0'}`)).toBeUndefined()
    expect(store.customers.byItem(uid, startAt)).toBeUndefined()
    expect(store.customers.byIccid(esims[0]?.imsi ?? '', startAt)).toBeUndefined()
  })
})

describe('the seeded customers together', () => {
  const store = storeWith()
  const customers = all(store)

  it('have unique identifiers, ICCIDs of 19 or 20 digits with a valid check digit, and IMSIs of 15 digits', () => {
    const esims = customers.flatMap((customer) => customer.esims)
    for (const { iccid, imsi } of esims) {
      expect(iccid).toMatch(/^89\d{17,18}$/)
      expect(luhn(iccid)).toBe(0)
      expect(imsi).toMatch(/^\d{15}$/)
    }
    expect(new Set(esims.map((esim) => esim.iccid.length))).toEqual(new Set([19, 20]))
    expect(new Set(esims.map((esim) => esim.iccid)).size).toBe(esims.length)
    expect(new Set(customers.flatMap((customer) => customer.items.map((item) => item.uid))).size).toBe(
      customers.flatMap((customer) => customer.items).length,
    )
  })

  it('all match the wire schemas', () => {
    for (const customer of customers) WireCustomerEntry.parse(JSON.parse(entryText(store, customer, startAt, false)))
  })

  it('cover every archetype at the beginning of the list', () => {
    expect(
      new Set(customers.slice(0, archetypes.length).map((customer) => store.customers.archetypeName(customer.index)))
        .size,
    ).toBe(archetypes.length)
    const second = customers.slice(archetypes.length, 2 * archetypes.length)
    const names = second.map((customer) => store.customers.archetypeName(customer.index))
    for (const name of ['installedFiveTimes', 'installationForbidden', 'verificationFailed', 'otherDevice'])
      expect(names).toContain(name)
  })

  it('share a person in about one of twelve cases, with the same e-mail and other country sets', () => {
    const persons = new Map<number, Customer[]>()
    for (const customer of customers)
      persons.set(personOf(customer.index), [...(persons.get(personOf(customer.index)) ?? []), customer])
    const several = [...persons.values()].filter((list) => list.length > 1)
    expect(persons.size / several.length).toBeGreaterThan(10)
    expect(persons.size / several.length).toBeLessThan(14)
    for (const list of several) {
      expect(new Set(list.map((customer) => customer.email)).size).toBe(1)
      expect(new Set(list.map((customer) => customer.setId)).size).toBe(list.length)
    }
    expect(several.some((list) => list.length === 3)).toBe(true)
  })

  it('include unusual ones: no e-mail, emoji, right-to-left text', () => {
    const emails = customers.map((customer) => customer.email)
    expect(emails).toContain(null)
    expect(emails.some((email) => /\p{Emoji_Presentation}/u.test(email ?? ''))).toBe(true)
    expect(emails.some((email) => /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(email ?? ''))).toBe(true)
  })

  it('have times with 0, 3 and 5 fractional digits, and 50 MB as 0.05 GB', () => {
    const text = customers.map((customer) => entryText(store, customer, startAt, false)).join()
    for (const digits of [/:\d\dZ/, /:\d\d\.\d{3}Z/, /:\d\d\.\d{5}Z/]) expect(text).toMatch(digits)
    expect(text).toContain(
      '"size":{"sizeValue":50,"sizeUnit":"MB"},"availableBalance":{"sizeValue":0.05,"sizeUnit":"GB"}',
    )
  })

  it('obey the rules: sold before activated, activated in the past, inactive for at most 90 days', () => {
    for (const item of customers.flatMap((customer) => customer.items)) {
      expect(item.saleAt).toBeLessThanOrEqual(startAt)
      if (item.activatedAt === null) expect(item.expiresAt).toBeGreaterThan(startAt)
      else expect(item.activatedAt).toBeGreaterThanOrEqual(item.saleAt)
      expect(item.usedBytes).toBeLessThanOrEqual(item.pack.bytes)
    }
  })
})
