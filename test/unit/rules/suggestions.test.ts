/** In which countries packages work, and which other record or package is suggested for a country. */
import { describe, expect, test } from 'vitest'
import { inventoryRow } from '#shared/model/package/inventoryRow.ts'
import { covers } from '#shared/model/package/coverage.ts'
import { isOutside, packageFor } from '../../../renderer/rules/coverage.ts'
import { CountrySetId, ItemUid } from '#shared/wire/ids.ts'
import { customer } from '../shared/model/customerSamples.ts'
import { item, packageOf, waiting } from '../shared/model/things.ts'
import { connected, ended, factsOf, main, released, seen, used, usedUp } from './cases.ts'

const portuguese = item({ balance: { name: 'Portugal 3 GB' } })
const set = (countrySet: string) => CountrySetId.parse(countrySet)

describe('a country', () => {
  test.each([
    ['is covered by a list that contains it', 'known', 'EUROPE', ['DE', 'FR'], 'yes'],
    ['is not covered by a list without it', 'known', 'EUROPE', ['DE'], 'no'],
    ['is covered by the set of that country, of which no list is known', 'known', 'FR', [], 'yes'],
    ['may be covered by another set of which no list is known', 'known', 'EUROPE', [], 'unknown'],
    ['may be covered by a package of which nothing is known', 'unknown', null, [], 'unknown'],
    ['may be covered by a package whose coverage is unknown, whatever is listed', 'unknown', 'FR', ['FR'], 'unknown'],
  ] as const)('%s', (_what, certainty, countrySet, countries, answer) => {
    const coverage = { certainty, countrySet: countrySet === null ? null : set(countrySet), countries: [...countries] }
    expect(covers(coverage, 'FR')).toBe(answer)
    expect(isOutside(coverage, 'FR')).toBe(answer === 'no')
    // A customer whose country is not known is not outside the coverage.
    expect(isOutside(coverage, null)).toBe(false)
  })

  test('is covered by a package that this desk sold for it, although the inventory has no such package any more', () => {
    const context = { countrySetOf: () => set('AQ') }
    expect(main(factsOf([used], [seen(0)], { country: 'AQ', context }))).toMatchObject({
      id: 'fine',
      next: 'fineThere',
      answer: 'fineThere',
    })
  })

  test('is covered only probably if one of the packages was recognised by its name', () => {
    const context = { countrySetOf: (uid: ItemUid) => (uid === portuguese.uid ? set('PT') : null) }
    const items = [portuguese, { ...portuguese, uid: ItemUid.parse('item-2') }]
    expect(main(factsOf(items, [seen(0)], { country: 'JP', context }))).toMatchObject({
      id: 'wrongCountry',
      doubts: ['coverageFromName'],
    })
  })
})

describe('a package that waits', () => {
  const named = (known: Parameters<typeof factsOf>[2]) => {
    const unknown = waiting('ON_DEMAND', { uid: 'unknown', balance: { name: null } })
    const portugal = waiting('ON_DEMAND', { uid: 'portugal', balance: { name: 'Portugal 3 GB' } })
    return main(factsOf([portugal, unknown], [seen(0)], known))
  }

  test('is taken in the order of use while it is not known where the customer is', () => {
    expect(named({})).toMatchObject({ id: 'waitingActivation', action: { itemUid: 'portugal' } })
  })

  test('comes after one that may work where the customer is', () => {
    expect(named({ country: 'JP' })).toMatchObject({ id: 'waitingActivation', action: { itemUid: 'unknown' } })
    expect(named({ connectivity: [connected({ country: 'JP' })] })).toMatchObject({ action: { itemUid: 'unknown' } })
  })
})

describe('another record of the same person', () => {
  const other = (uid: string, name: string) =>
    customer(uid, 'ann@example.com', {
      activatedItems: [item({ uid: `of ${uid}`, balance: { name } })],
      relatedEsims: [seen(0)],
    })
  const found = (country: string, more: Parameters<typeof factsOf>[2] = {}) =>
    main(factsOf([portuguese], [seen(0)], { country, ...more }))

  test('is suggested with a package of a region with the country', () => {
    expect(found('FR', { context: { samePerson: [other('customer-2', 'Europe 3 GB')] } })).toMatchObject({
      id: 'wrongCountry',
      values: { place: { type: 'place', countrySet: 'EUROPE' } },
      action: { kind: 'openCustomer', uid: 'customer-2', countrySet: 'EUROPE' },
    })
  })

  test('is not suggested with a package of another country', () => {
    const samePerson = [other('customer-2', 'Portugal 3 GB'), other('customer-3', 'Europe 3 GB')]
    expect(found('JP', { context: { samePerson } })).toMatchObject({
      id: 'wrongCountry',
      next: 'wrongCountryReplace',
      action: { kind: 'refundAndReplace', inventoryItemId: 'package-jp' },
    })
  })

  test.each([null, []])('is suggested with a package of that country, also if the inventory is %o', (inventory) => {
    const samePerson = [other('customer-2', 'Japan 3 GB')]
    expect(found('JP', { inventory, context: { samePerson } })).toMatchObject({
      next: 'wrongCountryRecord',
      action: { kind: 'openCustomer', uid: 'customer-2', countrySet: 'JP' },
    })
  })

  test.each([
    ['used up', usedUp, 'usedUp'],
    ['expired', ended, 'expiredWithData'],
    ['refunded', item({ status: 'Refunded' }), 'refunded'],
  ])('is looked at before anything is sold to somebody whose package is %s', (_what, own, id) => {
    const context = { samePerson: [other('customer-2', 'Europe 3 GB')] }
    const looked = {
      id,
      next: 'otherRecord',
      answer: 'otherRecord',
      action: { kind: 'openCustomer', uid: 'customer-2', countrySet: 'EUROPE' },
    }
    for (const esim of [seen(0), released()]) expect(main(factsOf([own], [esim], { context }))).toMatchObject(looked)
    expect(main(factsOf([own], [seen(0)], { context, country: 'FR' }))).toMatchObject(looked)
  })

  test('is looked at where nothing was sold', () => {
    const context = { samePerson: [other('customer-2', 'Europe 3 GB')] }
    expect(main(factsOf([], [seen(0)], { context }))).toMatchObject({ id: 'nothingSold', next: 'otherRecord' })
  })

  test('is not looked at for another country, without an eSIM, or if nothing is left there', () => {
    const next = (record: ReturnType<typeof other>, country: string | null = null) =>
      main(factsOf([usedUp], [seen(0)], { context: { samePerson: [record] }, country })).next
    const record = other('customer-2', 'Europe 3 GB')
    expect(next(record)).toBe('otherRecord')
    expect(next(record, 'JP')).not.toBe('otherRecord')
    expect(next({ ...record, relatedEsims: [] })).toBe('usedUp')
    expect(next({ ...record, activatedItems: [usedUp] })).toBe('usedUp')
  })
})

test('where nothing is sold for the country, the package and the country are named all the same', () => {
  const { values, next, action } = main(factsOf([portuguese], [seen(0)], { country: 'AQ' }))
  expect({ values, next, action }).toEqual({
    values: { package: { type: 'packages', names: ['Portugal 3 GB'] }, country: { type: 'country', code: 'AQ' } },
    next: 'wrongCountry',
    action: null,
  })
})

test('the package that is suggested has the smallest coverage, although another one is closer in size', () => {
  const sold = (id: string, parts: Parameters<typeof packageOf>[0] = {}) =>
    inventoryRow(
      packageOf({
        id,
        countrySet: 'JP',
        includedCountries: ['JP'],
        prices: [{ priceValue: 5, currencyCode: 'USD' }],
        ...parts,
      }),
    )
  const gb = (sizeValue: number) => sold(`${String(sizeValue)} GB`, { sizeValue })
  const like = { size: { value: 3, unit: 'GB' } }
  /** In whichever order the packages are listed. */
  const suggested = (...rows: readonly ReturnType<typeof sold>[]) => {
    const ids = [rows, rows.toReversed()].map((listed) => packageFor(listed, 'JP', like)?.id)
    expect(ids[1]).toBe(ids[0])
    return ids[0]
  }
  const region = sold('region', { countrySet: 'ASIA', includedCountries: ['JP', 'KR'] })
  const world = sold('world', { countrySet: 'WWW', includedCountries: ['JP', 'PT'] })

  expect(suggested(gb(20), region)).toBe('20 GB')
  expect(suggested(gb(20), world)).toBe('20 GB')
  expect(suggested(region, world)).toBe('region')
  const unknown = sold('unknown', { sizeUnit: 'parsecs' })
  expect(suggested(unknown, gb(20))).toBe('20 GB')
  expect(suggested(unknown, gb(1))).toBe('1 GB')
  expect(suggested(unknown)).toBe('unknown')
})
