/** Situations of the country in a support call: which cause comes first, on what it rests, what its button does. */
import { describe, expect, test } from 'vitest'
import { CountrySetId } from '#shared/wire/ids.ts'
import { customer } from '../shared/model/customerSamples.ts'
import { at, item, packageOf } from '../shared/model/things.ts'
import { connected, factsOf, gigabytes, idsOf, main, portugal, seen, used } from './cases.ts'

describe('the country', () => {
  const inPortugal = item({ balance: { name: 'Portugal 3 GB', availableBalance: gigabytes(1.5) } })

  test('is not covered: the package for it is sold', () => {
    expect(main(factsOf([inPortugal], [seen(0)], { country: 'JP' }))).toMatchObject({
      id: 'wrongCountry',
      severity: 'danger',
      next: 'wrongCountryPackage',
      doubts: ['coverageFromName'],
      values: { package: { names: ['Portugal 3 GB'] }, country: { code: 'JP' }, fitting: { text: 'Japan 3 GB' } },
      action: { kind: 'sell', country: 'JP', inventoryItemId: 'package-jp' },
    })
  })

  test('is covered by none of several packages: all are named, and what each covers', () => {
    const inJapan = item({ uid: 'item-2', balance: { name: 'Japan 3 GB', availableBalance: gigabytes(1) } })
    const facts = (...items: readonly ReturnType<typeof item>[]) => factsOf(items, [seen(0)], { country: 'AQ' })
    const cause = main(facts(inPortugal, inJapan))
    expect(cause).toMatchObject({
      id: 'wrongCountry',
      headline: 'wrongCountryAllProbably',
      values: { package: { type: 'packages', names: ['Portugal 3 GB', 'Japan 3 GB'] } },
    })
    const coverages = cause.evidence.flatMap(({ field, value }) => (field === 'coverage' ? [value] : []))
    expect(coverages).toEqual([
      { type: 'place', countrySet: 'PT' },
      { type: 'place', countrySet: 'JP' },
    ])
    // Two of one name are named once.
    const alike = main(facts(inPortugal, { ...inPortugal, uid: inJapan.uid }))
    expect(alike).toMatchObject({
      headline: 'wrongCountryAllProbably',
      values: { package: { names: ['Portugal 3 GB'] } },
    })
    expect(alike.evidence.filter(({ field }) => field === 'coverage')).toHaveLength(1)
    // What has ended explains nothing while another one has data.
    const over = item({ uid: inJapan.uid, balance: { name: 'Japan 3 GB', activatedAt: at(-40), expiresAt: at(-10) } })
    expect(main(facts(inPortugal, over))).toMatchObject({ headline: 'wrongCountryProbably' })
    // Where nothing has data, the last one that ended is named.
    const overInPortugal = item({
      uid: 'item-3',
      balance: { name: 'Portugal 3 GB', activatedAt: at(-60), expiresAt: at(-20) },
    })
    const allOver = main(facts(overInPortugal, over))
    expect(allOver).toMatchObject({ headline: 'wrongCountryProbably', values: { package: { names: ['Japan 3 GB'] } } })
    expect(allOver.evidence.filter(({ field }) => field === 'coverage')).toHaveLength(1)
    // One that can't be read may work there.
    const strange = item({ uid: 'item-4', balance: { name: 'Japan 3 GB', activatedAt: 'yesterday' } })
    expect(main(facts(inPortugal, inJapan, strange))).toMatchObject({
      headline: 'wrongCountryProbably',
      severity: 'warn',
      values: { package: { names: ['Portugal 3 GB'] } },
      doubts: expect.arrayContaining(['otherPackageUnknown']),
    })
    const connectivity = [connected({ country: 'AQ' })]
    const reported = main(factsOf([inPortugal, inJapan], [seen(0)], { country: null, connectivity }))
    expect(reported).toMatchObject({ headline: 'wrongCountryAllProbably', severity: 'danger' })
    const last = [{ ...connected({ country: 'AQ' }), connected: false }]
    expect(main(factsOf([inPortugal, inJapan], [seen(0)], { country: null, connectivity: last }))).toMatchObject({
      headline: 'wrongCountryAllAsk',
      answer: 'wrongCountryConfirm',
    })
  })

  test('needs a new eSIM, which the reply says only where a package for it is sold', () => {
    const answer = (country: string, more: Parameters<typeof factsOf>[2] = {}): string =>
      main(factsOf([inPortugal], [seen(0)], { country, ...more })).answer
    expect(answer('JP')).toBe('wrongCountryNewEsim')
    expect(answer('AQ')).toBe('wrongCountry')
    expect(answer('JP', { inventory: null })).toBe('wrongCountry')
  })

  const japan = { uid: 'item-9', balance: { name: 'Japan 3 GB' } }
  const overJapan = { uid: 'item-9', balance: { name: 'Japan 3 GB', availableBalance: gigabytes(0) } }
  const other = (uid: string, sold: Parameters<typeof item>[0] = japan, esims = [seen(0)]) =>
    customer(uid, 'ann@example.com', { activatedItems: [item(sold)], relatedEsims: esims })
  const withOthers = (...samePerson: readonly ReturnType<typeof other>[]) =>
    main(factsOf([inPortugal], [seen(0)], { country: 'JP', context: { samePerson } }))

  test('is covered by another record of the same person', () => {
    expect(withOthers(other('customer-2'))).toMatchObject({
      id: 'wrongCountry',
      next: 'wrongCountryRecord',
      answer: 'wrongCountryRecord',
      values: { place: { countrySet: 'JP' } },
      action: { kind: 'openCustomer', uid: 'customer-2' },
    })
  })

  test('is covered by another record on which nothing is left: its eSIM is there for a new package', () => {
    expect(withOthers(other('customer-2', overJapan))).toMatchObject({
      next: 'wrongCountryRecordOver',
      answer: 'wrongCountry',
      action: { kind: 'openCustomer', uid: 'customer-2' },
    })
    expect(withOthers(other('customer-2', overJapan), other('customer-3'))).toMatchObject({
      next: 'wrongCountryRecord',
      action: { kind: 'openCustomer', uid: 'customer-3' },
    })
  })

  test.each([
    ['without an eSIM', []],
    ['with a failed eSIM', [seen(0, { state: 'ERROR' })]],
    ['with a replaced eSIM', [seen(0, { active: false })]],
  ])('is not covered by another record %s', (_what, esims) => {
    expect(withOthers(other('customer-2', japan, esims))).toMatchObject({
      next: 'wrongCountryPackage',
      answer: 'wrongCountryNewEsim',
    })
  })

  test('that no package covers is still named', () => {
    expect(main(factsOf([inPortugal], [seen(0)], { country: 'AQ' }))).toMatchObject({
      id: 'wrongCountry',
      next: 'wrongCountry',
      action: null,
    })
  })

  test('is known for certain where this desk sold the package', () => {
    const context = { countrySetOf: () => CountrySetId.parse('PT') }
    expect(main(factsOf([inPortugal], [seen(0)], { country: 'JP', context })).doubts).toEqual([])
  })

  test('was reported by an event of a profile in use; what the customer says counts more', () => {
    const visits = [
      { iccid: '8948010000000000017', country: 'PT', at: at(-5) },
      { iccid: '8948010000000000017', country: 'JP', at: at(-1) },
      { iccid: '8948019999999999999', country: 'PT', at: at(-0.5) },
      { iccid: '8948010000000000017', country: 'nowhere', at: at(-0.1) },
    ]
    const facts = factsOf([inPortugal], [seen(0)], { visits })
    expect(main(facts)).toMatchObject({
      id: 'wrongCountry',
      doubts: ['reportedByEvent', 'coverageFromName'],
      evidence: [{ field: 'visited', value: { code: 'JP' }, at: at(-1) }, { field: 'coverage' }],
    })
    expect(main({ ...facts, country: 'PT' }).id).toBe('fine')
  })

  test.each([
    ['an event', { visits: [{ iccid: null, country: 'JP', at: at(-1) }] }],
    ['the last network', { connectivity: [connected({ country: 'JP', connected: false, lastSeen: at(-1) })] }],
  ])('that %s named is asked for, with what follows if it is right', (_source, more) => {
    const cause = (others: Parameters<typeof factsOf>[2] = {}) =>
      main(factsOf([inPortugal], [seen(0)], { ...more, ...others }))
    expect(cause()).toMatchObject({
      id: 'wrongCountry',
      severity: 'warn',
      headline: 'wrongCountryAsk',
      next: 'wrongCountryPackage',
      answer: 'wrongCountryConfirm',
      values: { package: { names: ['Portugal 3 GB'] }, country: { code: 'JP' }, fitting: { text: 'Japan 3 GB' } },
      action: { kind: 'sell', country: 'JP', inventoryItemId: 'package-jp' },
    })
    expect(cause({ context: { samePerson: [other('customer-2')] } })).toMatchObject({
      next: 'wrongCountryRecord',
      answer: 'wrongCountryRecordConfirm',
    })
    expect(cause({ inventory: null }).next).toBe('wrongCountryLook')
    expect(cause({ inventory: [] }).next).toBe('wrongCountry')
    // What the customer says, or the network is at the moment, is no question.
    for (const known of [{ country: 'JP' }, { connectivity: [connected({ country: 'JP' })] }])
      expect(cause(known)).toMatchObject({
        severity: 'danger',
        headline: 'wrongCountryProbably',
        next: 'wrongCountryPackage',
        answer: 'wrongCountryNewEsim',
      })
  })

  test('the service says where the eSIM is connected: that counts before an event, and carries no doubt', () => {
    const visits = [{ iccid: '8948010000000000017', country: 'PT', at: at(-1) }]
    const facts = factsOf([inPortugal], [seen(0)], { visits, connectivity: [connected({ country: 'JP' })] })
    const cause = main(facts)
    expect(cause).toMatchObject({
      id: 'wrongCountry',
      evidence: [{ field: 'connectivity', value: { code: 'JP' }, at: at(0) }, { field: 'coverage' }],
    })
    expect(cause.doubts).not.toContain('reportedByEvent')
    expect(cause.doubts).not.toContain('lastNetwork')
  })

  test('the network that the eSIM has left is a doubt, and one of days ago or without a time says nothing', () => {
    const left = (lastSeen: string | null, value: boolean | null = false) =>
      main(
        factsOf([inPortugal], [seen(0)], {
          connectivity: [connected({ country: 'JP', connected: value, lastSeen })],
        }),
      )
    expect(left(at(-1))).toMatchObject({ id: 'wrongCountry', evidence: [{ field: 'connectivity', at: at(-1) }, {}] })
    expect(left(at(-1)).doubts).toContain('lastNetwork')
    expect(left(at(-1), null).doubts).toContain('lastNetwork')
    expect(left(at(-4)).id).not.toBe('wrongCountry')
    expect(left(null).id).not.toBe('wrongCountry')
  })

  test('a connection in a covered country supports that nothing is wrong, and what the customer says counts first', () => {
    const connectivity = [connected({ country: 'PT' })]
    const cause = main(factsOf([inPortugal], [seen(0)], { connectivity }))
    expect(cause.id).toBe('fine')
    expect(cause.evidence).toContainEqual({ field: 'connectivity', value: { type: 'country', code: 'PT' }, at: at(0) })
    expect(main(factsOf([inPortugal], [seen(0)], { connectivity, country: 'JP' })).id).toBe('wrongCountry')
  })

  test('what the customer says is doubted where something else was reported', () => {
    const say = (country: string, more: Parameters<typeof factsOf>[2]) =>
      main(factsOf([inPortugal], [seen(0)], { ...more, country }))
    const network = { connectivity: [connected({ country: 'IN' })] }
    const typed = { field: 'typedCountry', value: { code: 'JP' } }
    expect(say('JP', network)).toMatchObject({
      id: 'wrongCountry',
      severity: 'warn',
      headline: 'wrongCountryNetwork',
      answer: 'wrongCountryNetwork',
      evidence: [typed, { field: 'connectivity', value: { code: 'IN' }, at: at(0) }, { field: 'coverage' }],
      doubts: ['networkElsewhere', 'coverageFromName'],
      values: { country: { code: 'JP' }, reported: { code: 'IN' } },
    })
    const visits = [{ iccid: null, country: 'IN', at: at(-1) }]
    expect(say('JP', { visits }).doubts).toEqual(['reportElsewhere', 'coverageFromName'])
    expect(say('JP', { connectivity: [connected({ country: 'JP' })] })).toMatchObject({
      evidence: [typed, { field: 'connectivity', value: { code: 'JP' }, at: at(0) }, { field: 'coverage' }],
      doubts: ['coverageFromName'],
    })
    // A cause that the network contradicts is never green.
    expect(say('PT', network)).toMatchObject({ id: 'fine', severity: 'info', next: 'fineThere' })
    expect(say('PT', network).doubts).toContain('networkElsewhere')
    const unnamed = item({ balance: { name: null, availableBalance: gigabytes(1) } })
    expect(main(factsOf([unnamed], [seen(0)], { ...network, country: 'FR' }))).toMatchObject({
      id: 'coverageUnknown',
      doubts: ['networkElsewhere'],
    })
  })

  test('nobody is asked for a country that the network or the customer has named, if a package works there', () => {
    const answer = (more: object, certainty: 'known' | 'probably' = 'known'): object => {
      const facts = factsOf([inPortugal], [seen(0)], more)
      const items = facts.view.items.map((each) => ({ ...each, coverage: { ...each.coverage, certainty } }))
      const { id, answer: sentence, next, values } = main({ ...facts, view: { ...facts.view, items } })
      return { id, sentence, next, country: values['country'] }
    }
    const there = {
      id: 'fine',
      sentence: 'fineThere',
      next: 'fineThere',
      country: { type: 'country', code: 'PT' },
    }
    expect(answer({ connectivity: [connected({ country: 'PT' })] })).toEqual(there)
    expect(answer({ country: 'PT' })).toEqual(there)
    // What is inferred from a name is for the agent, not for the customer.
    expect(answer({ country: 'PT' }, 'probably')).toEqual({ ...there, sentence: 'fine' })
    const asked = { id: 'fine', sentence: 'fine', next: 'fine', country: undefined }
    expect(answer({})).toEqual(asked)
    // The customer may have left the country of the last network or event, and is asked to confirm it.
    const confirmed = { ...there, sentence: 'fineConfirm', next: 'fineConfirm' }
    expect(answer({ connectivity: [connected({ country: 'PT', connected: false, lastSeen: at(-1) })] })).toEqual(
      confirmed,
    )
    expect(answer({ visits: [{ iccid: null, country: 'PT', at: at(-1) }] })).toEqual(confirmed)
    expect(answer({ connectivity: [connected({ country: 'PT' })] }, 'probably')).toEqual({
      ...there,
      sentence: 'fineOnNetwork',
    })
  })

  test('what is left is the data of all packages that can be used', () => {
    const second = { ...inPortugal, uid: 'item-2' }
    const one = main(factsOf([inPortugal], [seen(0)])).evidence.find(({ field }) => field === 'remaining')
    const two = main(factsOf([inPortugal, second], [seen(0)])).evidence.find(({ field }) => field === 'remaining')
    const amount = (evidence: typeof one): number => (evidence?.value?.type === 'size' ? evidence.value.size.value : 0)
    expect(amount(two)).toBe(2 * amount(one))
  })

  test('where the customer is known to be, only the data that works there is reported as left', () => {
    const france = item({ uid: 'item-2', balance: { name: 'France 5 GB', availableBalance: gigabytes(4) } })
    const cause = main(factsOf([france, inPortugal], [seen(0)], { country: 'PT' }))
    expect(cause).toMatchObject({
      id: 'fine',
      values: { left: { size: { value: 1.5 } }, package: { name: 'Portugal 3 GB' } },
    })
  })

  test('is covered, or the coverage is not known', () => {
    expect(main(factsOf([used], [seen(0)], { country: 'FR' })).id).toBe('fine')
    const unnamed = item({ balance: { name: null, availableBalance: gigabytes(1) } })
    expect(main(factsOf([unnamed], [seen(0)], { country: 'FR' })).id).toBe('coverageUnknown')
    const empty = packageOf({ includedCountries: [], countrySet: 'REGION' })
    expect(main(factsOf([used], [seen(0)], { country: 'FR', context: { inventory: [empty] } })).id).toBe(
      'coverageUnknown',
    )
  })

  test('decides before more data of the wrong package is sold', () => {
    const emptyPortugal = item({ balance: { name: 'Portugal 3 GB', availableBalance: gigabytes(0) } })
    expect(idsOf(factsOf([emptyPortugal], [seen(0)], { country: 'JP' }))).toEqual(['wrongCountry', 'usedUp'])
  })

  test('is served by the closest package, and never by a test package or one that is not sold', () => {
    const jp = (id: string, sizeValue: number, more: Parameters<typeof packageOf>[0] = {}) =>
      packageOf({
        id,
        name: id,
        sizeValue,
        countrySet: 'JP',
        includedCountries: ['JP'],
        prices: [{ priceValue: 5, currencyCode: 'USD' }],
        ...more,
      })
    const sold = [
      jp('test', 3, { prices: [{ priceValue: 0, currencyCode: 'USD' }] }),
      jp('inactive', 3, { active: false }),
      jp('large', 20),
      jp('close', 5),
      jp('worldwide', 3, { countrySet: 'WWW', includedCountries: ['JP', 'PT'] }),
    ]
    const facts = factsOf([inPortugal], [seen(0)], { country: 'JP', context: { inventory: [portugal, ...sold] } })
    expect(main(facts).values['fitting']).toEqual({ type: 'text', text: 'close' })
    const suggested = (...sizes: readonly number[]) => {
      const inventory = [portugal, ...sizes.map((size) => jp(`${size} GB`, size))]
      return main(factsOf([inPortugal], [seen(0)], { country: 'JP', context: { inventory } })).values['fitting']
    }
    // A bigger one comes before a smaller one, however near that is.
    expect(suggested(2, 10, 20)).toEqual({ type: 'text', text: '10 GB' })
    expect(suggested(0.05, 1, 2)).toEqual({ type: 'text', text: '2 GB' })
  })

  test('is not served by less than a traveller needs, however small the package at home is', () => {
    const jp = (sizeValue: number) =>
      packageOf({
        id: `${sizeValue} GB`,
        name: `${sizeValue} GB`,
        sizeValue,
        countrySet: 'JP',
        includedCountries: ['JP'],
        prices: [{ priceValue: 5, currencyCode: 'USD' }],
      })
    const home = { name: 'Portugal 0.5 GB', sizeValue: 0.5 }
    const small = item({ balance: { name: home.name, size: gigabytes(home.sizeValue) } })
    const inventory = [packageOf({ ...portugal, ...home }), jp(0.05), jp(0.5), jp(1), jp(3)]
    const facts = factsOf([small], [seen(0)], { country: 'JP', context: { inventory } })
    expect(main(facts)).toMatchObject({ id: 'wrongCountry', values: { fitting: { type: 'text', text: '1 GB' } } })
  })
})
