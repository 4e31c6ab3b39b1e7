/** Situations of the packages in a support call: which cause comes first, on what it rests, what its button does. */
import { describe, expect, test } from 'vitest'
import { verdictOf } from '../../../renderer/rules/verdict.ts'
import { CountrySetId } from '#shared/wire/ids.ts'
import { at, item, now, packageOf, waiting } from '../shared/model/things.ts'
import { connected, ended, endsIn, factsOf, gigabytes, idsOf, main, released, seen, used, usedUp } from './cases.ts'

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

  const endedEmpty = item({ balance: { expiresAt: at(-10), availableBalance: gigabytes(0) } })
  test.each([
    ['usedUp', usedUp, 'usedUp'],
    ['expired', endedEmpty, 'expired'],
    ['expiredWithData', ended, 'expired'],
  ] as const)('do not work at once again where the eSIM is on no device: %s', (id, over, answer) => {
    const found = (esims: readonly unknown[], entry = {}) =>
      verdictOf(factsOf([over], esims, { entry })).find((cause) => cause.id === id)
    const notInstalled = { next: 'topUpNotInstalled', answer: `${answer}NotInstalled`, action: { kind: 'topUp' } }
    expect(found([released()])).toMatchObject(notInstalled)
    expect(found([released()])?.evidence.map(({ field }) => field)).toEqual([
      'remaining',
      id === 'usedUp' ? 'ends' : 'ended',
      'esimState',
      'lastSeen',
    ])
    expect(found([released(), seen(0, { active: false })])).toMatchObject(notInstalled)
    expect(found([released(), released({ lastSeen: at(-20) })])).toMatchObject(notInstalled)
    // It may not be installed again, so a package is sold once it is.
    expect(found([released({ lastSeen: at(-20) })])).toMatchObject({
      next: 'topUpRemoved',
      answer: `${answer}NotInstalled`,
      values: { max: { count: 5 } },
      action: { kind: 'sendQr' },
    })
    const installed = found([seen(0), released()])
    expect(installed).toMatchObject({ next: id, answer, action: { kind: 'topUp' } })
    expect(installed?.evidence).toHaveLength(2)
  })

  test.each([
    ['usedUp', usedUp, 'usedUpNotOn'],
    ['expired', endedEmpty, 'expired'],
    ['expiredWithData', ended, 'expired'],
  ] as const)('are sold again without a promise where no eSIM is certainly on: %s', (id, over, answer) => {
    const found = (esims: readonly unknown[], entry = {}) =>
      verdictOf(factsOf([over], esims, { entry })).find((cause) => cause.id === id)
    const notOn = { next: 'topUpNotOn', answer, action: { kind: 'topUp' } }
    for (const state of ['DISABLED', 'HIBERNATING', null]) {
      expect(found([seen(0, { state })])).toMatchObject(notOn)
      expect(found([released(), seen(0, { state })])).toMatchObject(notOn)
    }
    // A package on an eSIM that has failed, or on none, can't be used.
    const noEsim = { next: 'topUpNoEsim', action: null }
    expect(found([seen(0, { state: 'ERROR' })])).toMatchObject({ ...noEsim, answer: 'esimError' })
    expect(found([])).toMatchObject({ ...noEsim, answer: 'weAsk' })
    expect(found([seen(0, { active: false })])).toMatchObject({ ...noEsim, answer: 'weAsk' })
  })

  test('have ended since the customer was read', () => {
    const facts = factsOf([endsIn(0.01)], [seen(0)])
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
    // Where it works the country explains nothing. What is inferred from a name is not in the reply.
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
