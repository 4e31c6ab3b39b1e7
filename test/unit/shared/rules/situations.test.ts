/**
 * One test for each situation of a support call: which cause comes first, what it rests on, and what its button does.
 */
import { describe, expect, test } from 'vitest'
import type { Cause } from '#shared/rules/cause.ts'
import { holdingsOf, type VerdictFacts } from '#shared/rules/facts.ts'
import { verdictOf } from '#shared/rules/verdict.ts'
import { CountrySetId } from '#shared/wire/ids.ts'
import { customer } from '../model/customerSamples.ts'
import { at, item, now, packageOf, waiting } from '../model/things.ts'
import { connected, factsOf, idsOf, operation, portugal, released, seen } from './cases.ts'

const main = (facts: VerdictFacts): Cause => verdictOf(facts)[0]
const gigabytes = (sizeValue: number) => ({ sizeValue, sizeUnit: 'GB' })
const used = item({ balance: { availableBalance: gigabytes(1.5) } })
const usedUp = item({ balance: { availableBalance: gigabytes(0) } })
const ended = item({ balance: { expiresAt: at(-10), availableBalance: { sizeValue: 70, sizeUnit: 'MB' } } })

describe('the eSIM', () => {
  test('was never installed: the QR code is sent', () => {
    const facts = factsOf([item()], [released()])
    expect(main(facts)).toMatchObject({
      id: 'notInstalled',
      severity: 'danger',
      section: '3.1',
      action: { kind: 'sendQr', esimUid: facts.view.esims[0]?.uid },
      evidence: [
        { field: 'esimState', value: { text: 'RELEASED' } },
        { field: 'lastSeen', value: null },
      ],
    })
  })

  test('was sold just now: that it is not installed is said calmly for an hour, and not longer', () => {
    const sold = (hours: number) => item({ salesDate: at(-hours / 24) })
    const fresh = factsOf([sold(0.02)], [released()])
    expect(main(fresh)).toMatchObject({
      id: 'soldJustNow',
      severity: 'info',
      answer: 'notInstalled',
      action: { kind: 'sendQr', esimUid: fresh.view.esims[0]?.uid },
    })
    expect(main(fresh).evidence.map(({ field }) => field)).toEqual(['esimState', 'lastSeen', 'sold'])
    expect(idsOf(fresh)).not.toContain('notInstalled')
    expect(main(factsOf([sold(0.9)], [released()])).id).toBe('soldJustNow')
    expect(main(factsOf([sold(1.1)], [released()])).id).toBe('notInstalled')
    // Whoever had a package before had the time to install the eSIM.
    expect(main(factsOf([sold(0.02), sold(48)], [released()])).id).toBe('notInstalled')
    expect(main(factsOf([item({ salesDate: null })], [released()])).id).toBe('notInstalled')
    // A profile that was installed and removed is no new one, and another one that can't be read is a doubt.
    expect(main(factsOf([sold(0.02)], [released({ lastSeen: at(-0.01) })])).id).toBe('removed')
    const unsure = factsOf([sold(0.02)], [released(), released({ iccid: '8948010000000000033', state: 'ASLEEP' })])
    expect(main(unsure)).toMatchObject({ id: 'soldJustNow', severity: 'warn', doubts: ['otherEsimUnknown'] })
  })

  test('was removed from the device: the limit of installations is named', () => {
    expect(main(factsOf([used], [released({ lastSeen: at(-6) })]))).toMatchObject({
      id: 'removed',
      values: { max: { count: 5 } },
      action: { kind: 'sendQr' },
    })
  })

  test('was never on a network', () => {
    expect(main(factsOf([item()], [seen(0, { lastSeen: null })]))).toMatchObject({ id: 'neverSeen', severity: 'warn' })
  })

  test.each([
    ['data was used', factsOf([used], [seen(0, { lastSeen: null })])],
    [
      'the service says that it is connected',
      factsOf([item()], [seen(0, { lastSeen: null })], { connectivity: [connected({ country: 'FR' })] }),
    ],
    [
      'an event named a country',
      factsOf([item()], [seen(0, { lastSeen: null })], {
        visits: [{ iccid: '8948010000000000017', country: 'FR', at: at(-1) }],
      }),
    ],
  ])('is not said to have never been on a network if %s', (_why, facts) => {
    expect(idsOf(facts)).toEqual(['unclear'])
  })

  test('failed to install: a new one is needed', () => {
    expect(main(factsOf([item()], [seen(0, { state: 'ERROR', lastSeen: null })]))).toMatchObject({
      id: 'esimError',
      severity: 'danger',
      action: { kind: 'ticket', question: 'replaceEsim' },
    })
  })

  test('is switched off in the device', () => {
    expect(main(factsOf([used], [seen(1, { state: 'DISABLED' })]))).toMatchObject({ id: 'disabled', action: null })
  })

  test('has a state that the desk does not know, or none', () => {
    expect(main(factsOf([item()], [seen(0, { state: 'HIBERNATING' })]))).toMatchObject({
      id: 'esimUnknown',
      severity: 'warn',
      values: { state: { text: 'HIBERNATING' } },
    })
    expect(main(factsOf([item()], [seen(0, { state: null })]))).toMatchObject({ id: 'esimStateMissing' })
  })

  test('is missing, or every profile was replaced', () => {
    expect(main(factsOf([item()], []))).toMatchObject({ id: 'noEsim', action: { question: 'missingEsim' } })
    expect(main(factsOf([item()], [seen(0, { active: false })]))).toMatchObject({ id: 'esimsReplaced' })
  })
})

describe('the packages', () => {
  test('are used up: more data is sold', () => {
    expect(main(factsOf([usedUp], [seen(0)]))).toMatchObject({
      id: 'usedUp',
      severity: 'danger',
      values: { package: { name: 'Europe 3 GB' } },
      doubts: [],
      action: { kind: 'topUp' },
    })
  })

  test('are low at the threshold of the service', () => {
    const low = (sizeValue: number) =>
      factsOf([item({ balance: { availableBalance: { sizeValue, sizeUnit: 'MB' } } })], [seen(0)])
    expect(main(low(85))).toMatchObject({
      id: 'lowData',
      values: { left: { size: { value: 85, unit: 'MB' } } },
      action: { kind: 'topUp' },
    })
    expect(main(low(100)).id).toBe('lowData')
    expect(main(low(101)).id).toBe('fine')
  })

  test('are not low while another one starts by itself, and the next one is activated where it waits', () => {
    const low = item({ balance: { availableBalance: { sizeValue: 85, sizeUnit: 'MB' } } })
    expect(main(factsOf([low, waiting('FIRST_USE', { uid: 'next' })], [seen(0)])).id).toBe('fine')
    expect(main(factsOf([low, waiting('ON_DEMAND', { uid: 'next' })], [seen(0)]))).toMatchObject({
      id: 'lowData',
      action: { kind: 'activate', itemUid: 'next' },
    })
  })

  test('have ended, with or without data', () => {
    expect(main(factsOf([ended], [seen(9)]))).toMatchObject({
      id: 'expiredWithData',
      values: { day: { at: at(-10) }, left: { size: { value: 70, unit: 'MB' } } },
      action: { kind: 'topUp' },
    })
    const empty = item({ balance: { expiresAt: at(-10), availableBalance: gigabytes(0) } })
    expect(main(factsOf([empty], [seen(9)])).id).toBe('expired')
  })

  test('have ended since the customer was read', () => {
    const facts = factsOf([item({ balance: { expiresAt: at(0.01) } })], [seen(0)])
    expect(main(facts).id).toBe('fine')
    expect(main({ ...facts, now: now + 60 * 60 * 1000 }).id).toBe('expiredWithData')
  })

  test('wait for somebody to activate them', () => {
    const onDemand = waiting('ON_DEMAND', { uid: 'on-demand' })
    expect(main(factsOf([onDemand, { ...onDemand, uid: 'second' }], [seen(0)]))).toMatchObject({
      id: 'waitingActivation',
      values: { left: { size: { value: 6, unit: 'GB' } } },
      action: { kind: 'activate', itemUid: 'on-demand' },
    })
  })

  test('are not started where they are proven not to work', () => {
    const onDemand = waiting('ON_DEMAND', { uid: 'on-demand', balance: { name: 'Portugal 3 GB' } })
    const elsewhere = {
      id: 'waitingActivation',
      action: null,
      next: 'waitingElsewhere',
      answer: 'waitingElsewhere',
      values: { country: { code: 'JP' }, package: { name: 'Portugal 3 GB' } },
    }
    const found = (items: readonly unknown[], changes: Parameters<typeof factsOf>[2]) =>
      verdictOf(factsOf(items, [seen(0)], changes)).find(({ id }) => /waitingActivation/i.test(id))
    expect(found([onDemand], { country: 'JP' })).toMatchObject(elsewhere)
    expect(found([onDemand], { connectivity: [connected({ country: 'JP' })] })).toMatchObject(elsewhere)
    expect(found([onDemand], { country: 'PT' })).toMatchObject({ action: { itemUid: 'on-demand' } })
    // Beside a package whose coverage is not known, so that the customer is not simply in the wrong country.
    const unnamed = item({ uid: 'unnamed', balance: { name: null, availableBalance: gigabytes(1) } })
    expect(found([unnamed, onDemand], { country: 'JP' })).toMatchObject({ ...elsewhere, id: 'otherWaitingActivation' })
    const second = waiting('ON_DEMAND', { uid: 'second', balance: { name: 'Japan 3 GB' } })
    expect(found([onDemand, second], { country: 'JP' })).toMatchObject({ action: { itemUid: 'second' } })
    const low = item({ balance: { name: null, availableBalance: { sizeValue: 85, sizeUnit: 'MB' } } })
    expect(
      verdictOf(factsOf([low, onDemand], [seen(0)], { country: 'JP' })).find(({ id }) => id === 'lowData'),
    ).toMatchObject({ action: { kind: 'topUp' } })
  })

  test.each([
    ['an event named', { visits: [{ iccid: null, country: 'JP', at: at(-2.5) }] }],
    ['the last network was in', { connectivity: [connected({ country: 'JP', connected: false, lastSeen: at(-1) })] }],
  ])('can be started once the customer was asked whether they are in the country that %s', (_why, more) => {
    const onDemand = waiting('ON_DEMAND', { uid: 'on-demand', balance: { name: 'Portugal 3 GB' } })
    const activate = { kind: 'activate', itemUid: 'on-demand' }
    const causes = verdictOf(factsOf([onDemand], [seen(0)], more))
    expect(causes.find(({ id }) => id === 'waitingActivation')).toMatchObject({
      action: activate,
      next: 'waitingConfirm',
      answer: 'waitingConfirm',
      values: { country: { code: 'JP' }, package: { name: 'Portugal 3 GB' } },
    })
    const low = item({ balance: { name: null, availableBalance: { sizeValue: 85, sizeUnit: 'MB' } } })
    const lowCauses = verdictOf(factsOf([low, onDemand], [seen(0)], more))
    expect(lowCauses.find(({ id }) => id === 'lowData')).toMatchObject({ action: activate })
  })

  test('are not started while an operation on them is open', () => {
    const onDemand = waiting('ON_DEMAND', { uid: 'on-demand' })
    const facts = factsOf([onDemand], [seen(0)], { context: { lockedItems: new Set([onDemand.uid]) } })
    expect(main(facts)).toMatchObject({ id: 'waitingActivation', action: null })
  })

  test('wait for their first use although the eSIM was seen, or because it was not', () => {
    const firstUse = waiting('FIRST_USE')
    expect(main(factsOf([firstUse], [seen(1)]))).toMatchObject({
      id: 'waitingUseSeen',
      doubts: ['coverageFromName'],
    })
    expect(main(factsOf([firstUse], [seen(3)])).id).toBe('waitingUseUnseen')
    expect(main(factsOf([{ ...firstUse, salesDate: null }], [seen(1)])).id).toBe('waitingUse')
  })

  const european = { context: { countrySetOf: () => CountrySetId.parse('EUROPE') } }
  const unnamed = { balance: { name: null } }
  const lately = (country: string) => ({ visits: [{ iccid: null, country, at: at(-0.1) }] })
  const before = (country: string) => ({
    connectivity: [connected({ country, connected: false, lastSeen: at(-0.1) })],
  })
  const onNetwork = (country: string) => ({ connectivity: [connected({ country })] })

  test.each([
    ['no country is known', {}, {}, 'waitingUseSeen', 'elsewhere'],
    // Where it works the country explains nothing. What is inferred from a name is not told to the customer.
    ['the network is where it works', {}, { ...onNetwork('DE'), ...european }, 'waitingUseThere', 'startsThere'],
    ['the network is where it probably works', {}, onNetwork('DE'), 'waitingUseThere', 'startsByItself'],
    ['the customer is where it works', {}, { country: 'DE', ...european }, 'waitingUseThere', 'startsThere'],
    ['an event named a country where it works', {}, lately('DE'), 'waitingUseThereConfirm', 'startsConfirm'],
    ['the last network was where it works', {}, before('DE'), 'waitingUseThereConfirm', 'startsConfirm'],
    // Where that is not known the customer may be outside.
    ['the network is where it may not work', unnamed, onNetwork('JP'), 'waitingUseConfirm', 'elsewhereConfirm'],
    ['an event named a country where it may not work', unnamed, lately('JP'), 'waitingUseConfirm', 'elsewhereConfirm'],
    ['the customer is where it may not work', unnamed, { country: 'JP' }, 'coverageUnknown', 'whichCountry'],
  ] as const)('wait for their first use although %s', (_why, item, more, next, answer) => {
    expect(main(factsOf([waiting('FIRST_USE', item)], [seen(1)], more))).toMatchObject({
      id: 'waitingUseSeen',
      next,
      answer,
      ...('country' in more || 'connectivity' in more || 'visits' in more ? { values: { country: {} } } : {}),
    })
  })

  test('wait for their first use where one of them does not work', () => {
    const portuguese = waiting('FIRST_USE', { uid: 'pt', balance: { name: 'Portugal 3 GB' } })
    const onDemand = waiting('ON_DEMAND', { uid: 'jp', balance: { name: 'Japan 3 GB' } })
    const firstUse = waiting('FIRST_USE', { uid: 'jp', balance: { name: 'Japan 3 GB' } })
    const found = (items: readonly unknown[], more: Parameters<typeof factsOf>[2]) =>
      main(factsOf(items, [seen(1)], more))
    const isElsewhere = { next: 'waitingUseElsewhere', answer: 'startsByItself', values: { country: { code: 'JP' } } }
    expect(found([portuguese, onDemand], { country: 'JP' })).toMatchObject(isElsewhere)
    expect(found([portuguese, onDemand], onNetwork('JP'))).toMatchObject(isElsewhere)
    expect(found([portuguese, onDemand], lately('JP'))).toMatchObject({ next: 'waitingUseConfirm' })
    // Of several the one that works there is the one that should have started.
    expect(found([portuguese, firstUse], { country: 'JP' })).toMatchObject({
      next: 'waitingUseThere',
      values: { package: { name: 'Japan 3 GB' } },
    })
  })

  test('were refunded, or never sold', () => {
    expect(main(factsOf([item({ status: 'Refunded' })], [seen(0)])).id).toBe('refunded')
    expect(main(factsOf([], [released()])).id).toBe('nothingSold')
  })

  test('have a state that cannot be read', () => {
    const strange = item({ balance: { activatedAt: 'yesterday' } })
    expect(main(factsOf([strange], [seen(0)]))).toMatchObject({ id: 'packageUnknown', severity: 'warn' })
    expect(idsOf(factsOf([strange, { ...used, uid: 'item-2' }], [seen(0)]))).toEqual(['fine', 'otherPackageUnknown'])
  })

  test('are slower after their high-speed volume', () => {
    const policy = (interval: string) => ({
      extendedDataPolicy: {
        type: 'standard',
        resetType: 'timeInterval',
        interval,
        fixedTime: '00:00',
        throttleSpeed: '512 KB/s',
        totalHighSpeedVolume: gigabytes(1),
      },
    })
    const withPolicy = (interval: string) =>
      main(factsOf([used], [seen(0)], { context: { inventory: [packageOf(policy(interval))] } }))
    expect(withPolicy('24h')).toMatchObject({
      id: 'throttledDaily',
      severity: 'info',
      doubts: ['policyFromName'],
      values: { volume: { size: { value: 1, unit: 'GB' } }, speed: { text: '512 KB/s' }, time: { text: '00:00' } },
    })
    expect(withPolicy('72h').id).toBe('throttled')
    const ambiguous = [packageOf(policy('24h')), packageOf({ id: 'other' })]
    expect(main(factsOf([used], [seen(0)], { context: { inventory: ambiguous } })).id).toBe('fine')
  })

  test('are not certainly finished if the desk keeps only some of them, or the total says otherwise', () => {
    expect(main(factsOf([usedUp], [seen(0)], { entry: { omittedItems: 3 } })).doubts).toEqual(['packagesOmitted'])
    expect(main(factsOf([usedUp], [seen(0)], { entry: { totalAvailableBalance: gigabytes(2) } })).doubts).toEqual([
      'totalDiffers',
    ])
  })
})

describe('the country', () => {
  const inPortugal = item({ balance: { name: 'Portugal 3 GB', availableBalance: gigabytes(1.5) } })

  test('is not covered: the package for it is sold', () => {
    expect(main(factsOf([inPortugal], [seen(0)], { country: 'JP' }))).toMatchObject({
      id: 'wrongCountry',
      severity: 'danger',
      next: 'wrongCountryPackage',
      doubts: ['coverageFromName'],
      values: { package: { name: 'Portugal 3 GB' }, country: { code: 'JP' }, fitting: { text: 'Japan 3 GB' } },
      action: { kind: 'sell', country: 'JP', inventoryItemId: 'package-jp' },
    })
  })

  test('needs a new eSIM, which the customer is told only where a package for it is sold', () => {
    const answer = (country: string, more: Parameters<typeof factsOf>[2] = {}): string =>
      main(factsOf([inPortugal], [seen(0)], { country, ...more })).answer
    expect(answer('JP')).toBe('wrongCountryNewEsim')
    expect(answer('AQ')).toBe('wrongCountry')
    expect(answer('JP', { inventory: null })).toBe('wrongCountry')
  })

  test('is covered by another record of the same person', () => {
    const other = customer('customer-2', 'ann@example.com', {
      activatedItems: [item({ uid: 'item-9', balance: { name: 'Japan 3 GB' } })],
    })
    expect(main(factsOf([inPortugal], [seen(0)], { country: 'JP', context: { samePerson: [other] } }))).toMatchObject({
      id: 'wrongCountry',
      next: 'wrongCountryRecord',
      values: { place: { countrySet: 'JP' } },
      action: { kind: 'openCustomer', uid: 'customer-2' },
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
      values: { package: { name: 'Portugal 3 GB' }, country: { code: 'JP' }, fitting: { text: 'Japan 3 GB' } },
      action: { kind: 'sell', country: 'JP', inventoryItemId: 'package-jp' },
    })
    const other = customer('customer-2', 'ann@example.com', {
      activatedItems: [item({ uid: 'item-9', balance: { name: 'Japan 3 GB' } })],
    })
    expect(cause({ context: { samePerson: [other] } }).next).toBe('wrongCountryRecord')
    expect(cause({ inventory: null }).next).toBe('wrongCountryLook')
    expect(cause({ inventory: [] }).next).toBe('wrongCountry')
    // What the customer says, or the network is at the moment, is no question.
    for (const known of [{ country: 'JP' }, { connectivity: [connected({ country: 'JP' })] }])
      expect(cause(known)).toMatchObject({
        severity: 'danger',
        headline: 'wrongCountry',
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
    const told = { field: 'typedCountry', value: { code: 'JP' } }
    expect(say('JP', network)).toMatchObject({
      id: 'wrongCountry',
      evidence: [told, { field: 'connectivity', value: { code: 'IN' }, at: at(0) }, { field: 'coverage' }],
      doubts: ['networkElsewhere', 'coverageFromName'],
      values: { country: { code: 'JP' }, reported: { code: 'IN' } },
    })
    const visits = [{ iccid: null, country: 'IN', at: at(-1) }]
    expect(say('JP', { visits }).doubts).toEqual(['reportElsewhere', 'coverageFromName'])
    expect(say('JP', { connectivity: [connected({ country: 'JP' })] })).toMatchObject({
      evidence: [told, { field: 'coverage' }],
      doubts: ['coverageFromName'],
    })
    // Nothing is green that the network contradicts.
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
    // Where the last network or an event was, the customer may be no longer, and is asked to confirm it.
    const confirmed = { ...there, sentence: 'fineConfirm', next: 'fineConfirm' }
    expect(answer({ connectivity: [connected({ country: 'PT', connected: false, lastSeen: at(-1) })] })).toEqual(
      confirmed,
    )
    expect(answer({ visits: [{ iccid: null, country: 'PT', at: at(-1) }] })).toEqual(confirmed)
    expect(answer({ connectivity: [connected({ country: 'PT' })] }, 'probably')).toEqual({
      ...there,
      sentence: 'fineConfirm',
    })
  })

  test('what is left is the data of all packages that can be used', () => {
    const second = { ...inPortugal, uid: 'item-2' }
    const one = main(factsOf([inPortugal], [seen(0)])).evidence.find(({ field }) => field === 'remaining')
    const two = main(factsOf([inPortugal, second], [seen(0)])).evidence.find(({ field }) => field === 'remaining')
    const amount = (evidence: typeof one): number => (evidence?.value?.type === 'size' ? evidence.value.size.value : 0)
    expect(amount(two)).toBe(2 * amount(one))
  })

  test('where the customer is known to be, only the data that works there is told as left', () => {
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

test('an unconfirmed operation comes first and is checked', () => {
  const open = operation()
  expect(main(factsOf([used], [seen(0)], { operations: [open] }))).toMatchObject({
    id: 'unconfirmed',
    severity: 'warn',
    values: { operation: { kind: 'refund' }, package: { name: 'Europe 3 GB' } },
    action: { kind: 'check', operationId: open.id },
  })
  for (const state of ['CONFIRMED', 'REJECTED', 'NOT_SENT', 'NOT_APPLIED', 'SENDING'] as const)
    expect(main(factsOf([used], [seen(0)], { operations: [operation({ state })] })).id).toBe('fine')
  expect(main(factsOf([used], [seen(0)], { operations: [operation({ current: false })] })).action).toBeNull()
})

test('a device that is not on the list matters until the eSIM is installed', () => {
  const device = { name: 'Nokia 3310', listed: false }
  expect(main(factsOf([item()], [released()], { device }))).toMatchObject({
    id: 'deviceNotListed',
    doubts: ['deviceListIncomplete'],
  })
  expect(main(factsOf([item()], [released()], { device: { ...device, listed: true } })).id).toBe('notInstalled')
  expect(main(factsOf([used], [seen(0)], { device })).id).toBe('fine')
})

test('an eSIM that was not on a network for days is named with the day', () => {
  expect(main(factsOf([used], [seen(4)]))).toMatchObject({ id: 'notSeenLately', values: { day: { at: at(-4) } } })
  expect(main(factsOf([used], [seen(2)])).id).toBe('fine')
})

test('all is well with an eSIM that was seen and a package with data; a saved copy is never green', () => {
  expect(main(factsOf([used], [seen(0.1)]))).toMatchObject({
    id: 'fine',
    severity: 'ok',
    values: { left: { size: { value: 1.5, unit: 'GB' } } },
  })
  expect(main(factsOf([used], [seen(0.1)], { context: { source: 'directory' } })).severity).toBe('info')
})

test('nothing is claimed about packages and profiles that could not be read at all', () => {
  const broken = { uid: 'item-9', balance: 'none' }
  expect(idsOf(factsOf([usedUp, broken], [seen(0)]))).toEqual(['packageUnknown'])
  expect(idsOf(factsOf([broken], [seen(0)]))).toEqual(['packageUnknown'])
  expect(main(factsOf([used, broken], [seen(0)]))).toMatchObject({ id: 'fine', severity: 'info' })
  expect(idsOf(factsOf([used], [{ uid: 7, iccid: [] }]))).toEqual(['unclear'])
})

test.each([
  ['an eSIM failed', factsOf([used], [seen(0.1), released({ state: 'ERROR' })]), 'otherEsimError'],
  [
    'a package cannot be read',
    factsOf([used, item({ uid: 'item-2', balance: { activationMode: 'LATER', activatedAt: null } })], [seen(0.1)]),
    'otherPackageUnknown',
  ],
])('it is not green while %s', (_what, facts, also) => {
  expect(idsOf(facts)).toEqual(['fine', also])
  expect(main(facts).severity).toBe('info')
})

test('no package is said to be missing while the inventory is', () => {
  const facts = factsOf([used], [seen(0)], { inventory: null, country: 'JP' })
  expect(main(facts)).toMatchObject({ id: 'wrongCountry', next: 'wrongCountryLook', action: null })
})

test.each([
  ['days ago', [at(-5)], [used]],
  [
    'before a package in use was started by its use',
    [at(-2)],
    [item({ balance: { activationMode: 'FIRST_USE', activatedAt: at(-1) } })],
  ],
] as const)('an event from %s says nothing about where the customer is', (_when, [time], items) => {
  const visits = [{ iccid: null, country: 'JP', at: time }]
  expect(idsOf(factsOf(items, [seen(0)], { visits }))).not.toContain('wrongCountry')
})

test.each(['NOW', 'ON_DEMAND'])('a package that was started by hand (%s) leaves where the customer is', (mode) => {
  const items = [item({ balance: { activationMode: mode, activatedAt: at(-0.01) } })]
  const visits = [{ iccid: null, country: 'JP', at: at(-0.1) }]
  expect(main(factsOf(items, [seen(0)], { visits })).id).toBe('wrongCountry')
})

test('an eSIM is not certainly missing on the device while another one is unknown', () => {
  const other = seen(1, { state: 'ASLEEP', iccid: '8948010000000000025' })
  expect(verdictOf(factsOf([item()], [released(), other])).find(({ id }) => id === 'notInstalled')).toMatchObject({
    severity: 'warn',
    doubts: ['otherEsimUnknown'],
  })
})

test('an eSIM whose data was used up was on a network', () => {
  expect(idsOf(factsOf([usedUp, waiting('FIRST_USE')], [seen(0, { lastSeen: null })]))).not.toContain('neverSeen')
})

test('an unconfirmed refund is not called an order', () => {
  const operations = [operation({ kind: 'refund', state: 'UNKNOWN' })]
  expect(main(factsOf([item()], [seen(0)], { operations }))).toMatchObject({ id: 'unconfirmed', answer: 'refundOpen' })
})

test('what can be used is the least that there is while a package can’t be read', () => {
  const { view } = factsOf([item()], [])
  expect(holdingsOf(view, now).unreadable).toBe(false)
  expect(holdingsOf({ ...view, omittedItems: 1 }, now).unreadable).toBe(true)
})
