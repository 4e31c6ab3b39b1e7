/**
 * A customer with more entries than the desk keeps: what is kept and counted, and that a missing package then proves
 * nothing.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxEsims, maxPackages, WireCustomerEntry, WireListedCustomer } from '#shared/wire/customer.ts'
import { esim, item } from '../model/customerSamples.ts'

const soldOn = (day: number): string => new Date(Date.UTC(2026, 0, 1) - day * 86_400_000).toISOString()
const entryOf = (activatedItems: readonly unknown[], relatedEsims: readonly unknown[] = []) =>
  WireCustomerEntry.parse({ customer: { uid: 'c1' }, activatedItems, relatedEsims })

test('a customer within the limits is read unchanged and in the order of the service', () => {
  const entry = entryOf(
    [item('b', { salesDate: soldOn(9) }), item('a', { salesDate: soldOn(1) })],
    [esim('1', { active: false }), esim('2')],
  )
  expect(entry.activatedItems.map(({ uid }) => uid)).toEqual(['b', 'a'])
  expect(entry.relatedEsims.map(({ iccid }) => iccid)).toEqual(['1', '2'])
  expect([entry.itemsListed, entry.omittedItems, entry.omittedEsims]).toEqual([true, undefined, undefined])
})

test('the packages that were sold last are kept, and the others are counted', () => {
  const entry = entryOf([
    { uid: 'never sold' },
    ...Array.from({ length: maxPackages + 10 }, (_, at) =>
      item(`i${String(at)}`, { salesDate: soldOn(at) }),
    ).toReversed(),
  ])
  expect(entry.activatedItems).toHaveLength(maxPackages)
  expect(entry.activatedItems[0]?.uid).toBe('i0')
  expect(entry.omittedItems).toBe(11)
  expect(entry.itemsListed).toBe(false)
})

test('profiles in use are kept before inactive ones, and the others are counted', () => {
  const inactive = Array.from({ length: maxEsims + 5 }, (_, at) => esim(`old${String(at)}`, { active: false }))
  const entry = entryOf([], [...inactive, esim('in-use', { active: true }), esim('unknown', { active: null })])
  expect(entry.relatedEsims.slice(0, 3).map(({ iccid }) => iccid)).toEqual(['in-use', 'unknown', 'old0'])
  expect(entry.relatedEsims).toHaveLength(maxEsims)
  expect(entry.omittedEsims).toBe(7)
  expect(entry.itemsListed).toBe(true)
})

test('an entry that is parsed again counts the same', () => {
  const once = entryOf(
    Array.from({ length: maxPackages + 3 }, (_, at) => item(`i${String(at)}`, { salesDate: soldOn(at) })),
  )
  expect(WireCustomerEntry.parse(JSON.parse(JSON.stringify(once)))).toEqual(once)
})

test('an entry of a list is read as any other, also where parts of it are wrong or in another order', () => {
  const wrong = fc.record({
    member: fc.constantFrom('uid', 'salesDate', 'balance', 'size', 'iccid', 'email', 'customer', 'active', 'more'),
    value: fc.oneof(fc.jsonValue(), fc.constant(undefined)),
  })
  /** Replaces or adds a member wherever an object has it, and then turns the order of all members around. */
  const changed = (value: unknown, { member, value: other }: { member: string; value: unknown }): unknown => {
    if (Array.isArray(value)) return value.map((one) => changed(one, { member, value: other }))
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(value).map(([name, inside]) => [
      name,
      name === member ? other : changed(inside, { member, value: other }),
    ])
    return Object.fromEntries([...members, ...(member === 'more' ? [[member, other]] : [])].toReversed())
  }
  const entry = {
    customer: { uid: 'c1', email: 'a@example.com' },
    totalAvailableBalance: { value: 1, unit: 'GB' },
    activatedItems: [item('a', { salesDate: soldOn(1) }), item('b')],
    relatedEsims: [esim('1'), esim('2', { active: false })],
  }
  const read = (schema: typeof WireCustomerEntry, given: unknown): string => {
    const { data, error } = schema.safeParse(given)
    return JSON.stringify([data, error?.issues])
  }
  fc.assert(
    fc.property(fc.array(wrong, { maxLength: 3 }), (changes) => {
      const given = changes.reduce<unknown>(changed, entry)
      expect(read(WireListedCustomer, given)).toBe(read(WireCustomerEntry, given))
    }),
    { numRuns: 500 },
  )
  for (const given of [
    null,
    1,
    [],
    {},
    { customer: null },
    JSON.parse('{"customer":{"uid":"c1"},"__proto__":{"a":1}}'),
  ])
    expect(read(WireListedCustomer, given)).toBe(read(WireCustomerEntry, given))
})
