/** What the rules of the packages say in cases that are rare: what can't be read, what is small, what has no policy. */
import { describe, expect, test } from 'vitest'
import type { CauseId } from '../../../renderer/rules/cause.ts'
import { verdictOf } from '../../../renderer/rules/verdict.ts'
import { at, item, packageOf, waiting } from '../shared/model/things.ts'
import { connected, ended, factsOf, gigabytes, idsOf, main, released, seen, used, usedUp } from './cases.ts'

type Changes = Parameters<typeof factsOf>[2]

const find = (id: CauseId, ...facts: Parameters<typeof factsOf>) =>
  verdictOf(factsOf(...facts)).find((cause) => cause.id === id)
const megabytes = (sizeValue: number) => ({ sizeValue, sizeUnit: 'MB' })

describe('a package that has ended', () => {
  test('explains alone why nothing works if it is still valid, although another one has ended', () => {
    expect(idsOf(factsOf([{ ...usedUp, uid: 'item-2' }, ended], [seen(0)]))).toEqual(['usedUp'])
  })

  test('is named without a day if it has no end', () => {
    const endless = item({ balance: { availableBalance: gigabytes(0), expiresAt: null } })
    const cause = main(factsOf([endless], [seen(0)]))
    expect(cause).toMatchObject({ id: 'usedUp', evidence: [{ field: 'remaining' }, { field: 'ends', value: null }] })
    expect(Object.keys(cause.values)).toEqual(['package', 'left'])
  })

  test('is replaced, if the eSIM was removed, once that is installed again, whatever became of a failed one', () => {
    const failed = seen(0, { state: 'ERROR' })
    const removed = released({ lastSeen: at(-20) })
    expect(find('usedUp', [usedUp], [failed, removed])).toMatchObject({
      next: 'topUpRemoved',
      action: { kind: 'sendQr', esimUid: 'esim-8948010000000000025' },
    })
  })

  test('is replaced without a promise if the desk does not keep all of the eSIMs', () => {
    expect(find('usedUp', [usedUp], [seen(0, { active: false })], { entry: { omittedEsims: 2 } })).toMatchObject({
      next: 'topUpNotOn',
      answer: 'usedUpNotOn',
      action: { kind: 'topUp' },
    })
  })
})

describe('a package that could not be read at all', () => {
  const broken = (uid: string | null) => ({ uid, balance: 'none' })

  test('is named as far as it is known, and asked for', () => {
    const nameless = { uid: null, balance: { name: 'Europe 3 GB' } }
    const [cause, ...others] = verdictOf(factsOf([nameless], [seen(0)]))
    expect(others).toEqual([])
    expect(cause).toMatchObject({
      id: 'packageUnknown',
      severity: 'warn',
      values: { package: { type: 'package', name: 'Europe 3 GB' } },
      evidence: [{ field: 'packageState', value: null, at: null }],
      action: { kind: 'ticket', question: 'packageState', esimUid: null, itemUid: null },
    })
  })

  test('is a cause of its own, which its uid distinguishes if it is known', () => {
    const items = [broken('item-8'), broken('item-9'), broken(null), broken(null)]
    const keys = verdictOf(factsOf(items, [seen(0)])).map(({ key }) => key)
    expect(new Set(keys).size).toBe(4)
    expect(keys[0]).toContain('item-8')
    expect(keys[1]).toContain('item-9')
  })

  test('leaves open whether anything starts, as does a package that waits for its use', () => {
    const onDemand = waiting('ON_DEMAND', { uid: 'on-demand' })
    const firstUse = waiting('FIRST_USE', { uid: 'first-use' })
    const strange = item({ uid: 'strange', balance: { activatedAt: 'yesterday' } })
    for (const items of [
      [broken('item-9')],
      [firstUse],
      [firstUse, strange],
      [firstUse, broken('item-9')],
      [used, broken('item-9')],
    ]) {
      const ids = idsOf(factsOf([onDemand, ...items], [seen(0)]))
      expect(ids).toContain('otherWaitingActivation')
      expect(ids).not.toContain('waitingActivation')
    }
  })
})

test('a package whose state can’t be read rests on the mode that it has, or on none', () => {
  const strange = (activationMode: string | null) => item({ balance: { activatedAt: 'yesterday', activationMode } })
  const mode = (text: string) => ({ field: 'packageState', value: { type: 'text', text }, at: null })
  expect(main(factsOf([strange('LATER')], [seen(0)])).evidence[0]).toEqual(mode('LATER'))
  expect(main(factsOf([strange(null)], [seen(0)])).evidence[0]).toEqual(mode(''))
})

describe('a package that waits for somebody', () => {
  const onDemand = waiting('ON_DEMAND', { balance: { name: 'Portugal 3 GB' } })
  const doubts = (changes: Changes) => find('waitingActivation', [onDemand], [seen(0)], changes)?.doubts

  test('is not certainly the only one if the desk does not keep all of the packages', () => {
    expect(doubts({})).toEqual([])
    expect(doubts({ entry: { omittedItems: 2 } })).toEqual(['packagesOmitted'])
  })

  test('is part of the customer’s total, which is no doubt', () => {
    expect(doubts({ entry: { totalAvailableBalance: gigabytes(3) } })).toEqual([])
  })

  test('and does not work where the customer is, says why that may be wrong', () => {
    expect(doubts({ country: 'JP' })).toEqual(['coverageFromName'])
    expect(doubts({ country: 'JP', entry: { omittedItems: 2 } })).toEqual(['coverageFromName', 'packagesOmitted'])
    const network = { connectivity: [connected({ country: 'IN' })] }
    expect(doubts({ country: 'JP', ...network })).toEqual(['networkElsewhere', 'coverageFromName'])
  })

  test('and does not work where the customer is, rests on the country, the coverage and what is left', () => {
    expect(find('waitingActivation', [onDemand], [seen(0)], { country: 'JP' })?.evidence).toMatchObject([
      { field: 'typedCountry', value: { type: 'country', code: 'JP' } },
      { field: 'coverage', value: { type: 'place', countrySet: 'PT' } },
      { field: 'remaining', value: { type: 'size', size: { value: 3, unit: 'GB' } } },
      { field: 'startsBy', value: { type: 'day', at: at(88) } },
    ])
  })
})

describe('little data', () => {
  const of = (uid: string, size: number, left: number) =>
    item({ uid, balance: { name: null, size: megabytes(size), availableBalance: megabytes(left) } })

  test('is not low if it is all that was sold', () => {
    expect(main(factsOf([of('small', 50, 50)], [seen(0)])).id).toBe('noDataUsed')
  })

  test('is not low while one of several packages is not', () => {
    const [small, low] = [of('small', 50, 50), of('low', 3072, 20)]
    expect(main(factsOf([low], [seen(0)])).id).toBe('lowData')
    expect(main(factsOf([small, low], [seen(0)])).id).toBe('fine')
    expect(main(factsOf([low, small], [seen(0)])).id).toBe('fine')
  })

  test('comes instead of that all is well, not beside it', () => {
    expect(idsOf(factsOf([of('low', 3072, 20)], [seen(0)]))).toEqual(['lowData'])
  })
})

describe('the high-speed policy', () => {
  const policy = {
    type: 'standard',
    resetType: 'timeInterval',
    interval: '24h',
    fixedTime: '00:00',
    throttleSpeed: '512 KB/s',
    totalHighSpeedVolume: gigabytes(1),
  }
  const sold = (parts: Parameters<typeof packageOf>[0] = {}, changes: Partial<typeof policy> | object = {}) =>
    packageOf({ extendedDataPolicy: { ...policy, ...changes }, ...parts })
  const found = (...inventory: readonly ReturnType<typeof sold>[]) =>
    main(factsOf([used], [seen(0)], { context: { inventory } }))

  test.each([
    ['of another name', { name: 'Europe 3 GB plus' }],
    ['of another size', { sizeValue: 5 }],
    ['of another validity', { validitySize: 7 }],
  ])('is not that of a package %s', (_what, parts) => {
    const other = sold({ id: 'other', ...parts }, { throttleSpeed: '64 KB/s' })
    expect(found(sold(), other)).toMatchObject({ id: 'throttledDaily', values: { speed: { text: '512 KB/s' } } })
    expect(found(other).id).toBe('fine')
  })

  test('is that of the package of the same name, whatever blanks are around it', () => {
    expect(found(sold({ name: ' Europe 3 GB ' })).id).toBe('throttledDaily')
    const padded = item({ balance: { name: ' Europe 3 GB ', availableBalance: gigabytes(1) } })
    expect(main(factsOf([padded], [seen(0)], { context: { inventory: [sold()] } })).id).toBe('throttledDaily')
  })

  test.each([
    ['its volume', { totalHighSpeedVolume: null }],
    ['its speed', { throttleSpeed: null }],
    ['its interval', { interval: null }],
  ])('says nothing without %s', (_what, changes) => {
    expect(idsOf(factsOf([used], [seen(0)], { context: { inventory: [sold({}, changes)] } }))).toEqual(['fine'])
  })

  test('starts again each day at a time that is known, or after an interval', () => {
    expect(found(sold({}, { interval: ' 24H ' })).id).toBe('throttledDaily')
    expect(found(sold({}, { fixedTime: null }))).toMatchObject({
      id: 'throttled',
      values: { interval: { text: '24h' } },
    })
    expect(Object.keys(found(sold()).values)).toContain('time')
    expect(Object.keys(found(sold({}, { fixedTime: null })).values)).not.toContain('time')
  })
})

describe('a package that waits for its first use', () => {
  const firstUse = (balance: object = {}) => waiting('FIRST_USE', { salesDate: at(-2), balance })
  const visits = (...days: readonly number[]) => days.map((each) => ({ iccid: null, country: 'DE', at: at(each) }))

  test.each([
    ['after the sale', seen(1.9), [], 'waitingUseSeen'],
    ['at the moment of the sale', seen(2), [], 'waitingUseUnseen'],
    ['before the sale', seen(2.5), [], 'waitingUseUnseen'],
    ['before the sale, and an event is from afterwards', seen(2.5), visits(-1), 'waitingUse'],
    ['before the sale, and one of the events is from afterwards', seen(2.5), visits(-2.2, -1), 'waitingUse'],
    ['before the sale, and an event is from that moment', seen(2.5), visits(-2), 'waitingUseUnseen'],
    ['before the sale, and an event is from before', seen(2.5), visits(-2.2), 'waitingUseUnseen'],
    [
      'before the sale, and nobody knows when an event was',
      seen(2.5),
      [{ iccid: null, country: 'DE', at: '' }],
      'waitingUseUnseen',
    ],
  ] as const)('on an eSIM that was last seen %s', (_when, esim, reported, id) => {
    expect(main(factsOf([firstUse()], [esim], { visits: reported })).id).toBe(id)
  })

  test('and was not seen since the sale, starts by itself, wherever the customer is', () => {
    const cause = main(factsOf([firstUse()], [seen(2.5)], { country: 'DE' }))
    expect(cause).toMatchObject({ id: 'waitingUseUnseen', next: 'waitingUseUnseen', answer: 'startsByItself' })
    expect(Object.keys(cause.values)).toEqual(['package'])
    expect(cause.evidence.map(({ field }) => field)).toEqual(['lastSeen', 'sold', 'coverage', 'startsBy'])
  })

  test('rests on the eSIM that was seen last, and on where it works or that this is not known', () => {
    const esims = [seen(1), released({ state: 'INSTALLED', lastSeen: at(-1.5) })]
    const evidence = (name: string | null) => main(factsOf([firstUse({ name })], esims)).evidence
    expect(evidence('Europe 3 GB').map(({ field }) => field)).toEqual(['lastSeen', 'sold', 'coverage', 'startsBy'])
    expect(evidence('Europe 3 GB')[0]?.value).toEqual({ type: 'day', at: at(-1) })
    expect(evidence('Europe 3 GB')[2]?.value).toEqual({ type: 'place', countrySet: 'EUROPE' })
    expect(evidence(null)[2]?.value).toBeNull()
  })
})
