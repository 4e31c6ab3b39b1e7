/** The cause for packages in use that end within a day, after which the customer has nothing. */
import { describe, expect, test } from 'vitest'
import type { Cause } from '../../../renderer/rules/cause.ts'
import { verdictOf } from '../../../renderer/rules/verdict.ts'
import { answerMessages, answerText } from '../../../renderer/rules/answers.ts'
import { sheetLanguages } from '#shared/sheet/language.ts'
import { customer } from '../shared/model/customerSamples.ts'
import { at, item, now, waiting } from '../shared/model/things.ts'
import { connected, ended, endsIn, factsOf, gigabytes, idsOf, operation, released, seen, usedUp } from './cases.ts'

type Items = readonly unknown[]
type More = Parameters<typeof factsOf>[2]

const found = (items: Items, esims: readonly unknown[] = [seen(0)], more: More = {}): Cause | undefined =>
  verdictOf(factsOf(items, esims, more)).find(({ id }) => id === 'endsSoon')

const second = 1 / (24 * 60 * 60)
const soon = endsIn(0.25)
const megabytes = (sizeValue: number) => ({ sizeValue, sizeUnit: 'MB' })

describe('a package that ends within a day', () => {
  test('is named behind what is fine, with its end, what is left of it, and more to sell', () => {
    const facts = factsOf([soon], [seen(0)])
    expect(idsOf(facts)).toEqual(['fine', 'endsSoon'])
    expect(found([soon])).toMatchObject({
      severity: 'info',
      values: {
        package: { name: 'Europe 3 GB' },
        left: { size: { value: 1.5, unit: 'GB' } },
        day: { type: 'day', at: at(0.25) },
        time: { type: 'text', text: '18:00' },
      },
      evidence: [{ field: 'remaining' }, { field: 'ends', value: { type: 'text', text: '2026-06-15 18:00 UTC' } }],
      doubts: [],
      next: 'endsSoon',
      answer: 'endsSoon',
      action: { kind: 'topUp' },
    })
  })

  test.each([
    [second, true],
    [1 - second, true],
    [1, true],
    [1 + second, false],
    [2, false],
  ])('is one that ends in %d days: %j', (days, isSoon) => {
    expect(found([endsIn(days)]) !== undefined).toBe(isSoon)
  })

  test('has ended at its end, and is no longer one that ends soon', () => {
    expect(idsOf(factsOf([endsIn(0)], [seen(0)]))).toEqual(['expiredWithData'])
    const facts = factsOf([soon], [seen(0)])
    expect(idsOf({ ...facts, now: now + 6 * 60 * 60 * 1000 - 1 })).toEqual(['fine', 'endsSoon'])
    expect(idsOf({ ...facts, now: now + 6 * 60 * 60 * 1000 })).toEqual(['expiredWithData'])
  })

  test('becomes one with time, although the customer was read before', () => {
    const facts = factsOf([endsIn(1.25)], [seen(0)])
    expect(idsOf(facts)).toEqual(['fine'])
    expect(idsOf({ ...facts, now: now + 6 * 60 * 60 * 1000 })).toEqual(['fine', 'endsSoon'])
  })

  test.each([
    ['has no end', { expiresAt: null }],
    ['has an empty end', { expiresAt: '' }],
    [
      'has no end and an unlimited validity',
      { expiresAt: null, validitySize: null, validityUnit: null, validityUnlimited: true },
    ],
  ])('is none that %s', (_what, balance) => {
    const endless = item({ uid: 'endless', balance: { availableBalance: gigabytes(1), ...balance } })
    expect(found([endless])).toBeUndefined()
    // Such a package outlasts the one that ends.
    expect(found([soon, endless])).toBeUndefined()
    expect(found([endless, soon])).toBeUndefined()
  })
})

describe('of several packages', () => {
  const later = endsIn(0.5, { uid: 'later', balance: { name: 'Portugal 3 GB', availableBalance: gigabytes(1) } })

  test('the one that ends last is named, whichever is listed first, with what is left of it', () => {
    for (const items of [
      [soon, later],
      [later, soon],
    ])
      expect(found(items)).toMatchObject({
        values: {
          package: { name: 'Portugal 3 GB' },
          left: { size: { value: 1, unit: 'GB' } },
          day: { at: at(0.5) },
          time: { text: '00:00' },
        },
        evidence: [
          { field: 'remaining', value: { size: { value: 1, unit: 'GB' } } },
          { field: 'ends', value: { text: '2026-06-16 00:00 UTC' } },
        ],
      })
  })

  test('those that work where the customer is count alone', () => {
    const japan = endsIn(1 / 24, { uid: 'japan', balance: { name: 'Japan 3 GB', availableBalance: gigabytes(1) } })
    const inJapan = { country: 'JP' }
    for (const others of [[later], [endsIn(10, { uid: 'later', balance: { name: 'Portugal 3 GB' } })]])
      expect(found([japan, ...others], [seen(0)], inJapan)).toMatchObject({
        values: { package: { name: 'Japan 3 GB' }, left: { size: { value: 1, unit: 'GB' } }, time: { text: '13:00' } },
        // What decides which of them count is part of the evidence, too.
        evidence: expect.arrayContaining([{ field: 'typedCountry', value: { type: 'country', code: 'JP' }, at: null }]),
      })
    const reported = { ...inJapan, connectivity: [connected({ country: 'PT' })] }
    expect(found([japan, later], [seen(0)], reported)).toMatchObject({
      values: { package: { name: 'Japan 3 GB' }, reported: { code: 'PT' } },
      doubts: expect.arrayContaining(['networkElsewhere']),
    })
    // Where it is not known where the customer is, or nothing works there, each of them counts.
    for (const country of [null, 'US'])
      expect(found([japan, later], [seen(0)], { country })).toMatchObject({
        values: { package: { name: 'Portugal 3 GB' } },
      })
  })

  test('none ends soon while one of them ends later than that', () => {
    expect(found([soon, endsIn(1.5, { uid: 'later' })])).toBeUndefined()
    expect(found([endsIn(1.5, { uid: 'later' }), soon])).toBeUndefined()
  })

  test('those that are over do not follow', () => {
    for (const over of [usedUp, ended, item({ status: 'Refunded' })])
      expect(found([soon, { ...over, uid: 'over' }])).toBeDefined()
  })
})

test.each([
  ['that starts by itself', waiting('FIRST_USE', { uid: 'next' })],
  ['that waits for somebody', waiting('ON_DEMAND', { uid: 'next' })],
  ['whose state cannot be read', item({ uid: 'next', balance: { activatedAt: 'yesterday' } })],
  ['whose end cannot be read', item({ uid: 'next', balance: { expiresAt: 'tomorrow' } })],
  ['that could not be read at all', { uid: 'next', balance: { name: null } }],
])('nothing ends while there is a package %s, which may follow', (_what, next) => {
  expect(found([soon, next])).toBeUndefined()
  expect(found([soon])).toBeDefined()
})

test('nothing ends while an order may bring another package', () => {
  for (const kind of ['register', 'top-up', 'top-up-with-profile', 'activate'] as const)
    expect(found([soon], [seen(0)], { operations: [operation({ kind })] })).toBeUndefined()
  expect(found([soon], [seen(0)], { operations: [operation({ kind: 'refund' })] })).toBeDefined()
  expect(found([soon], [seen(0)], { operations: [operation({ kind: 'top-up', state: 'CONFIRMED' })] })).toBeDefined()
})

test('nothing ends for a person who has a package at another record', () => {
  const other = (data: object) =>
    customer('customer-2', 'ann@example.com', {
      activatedItems: [item({ uid: 'other', ...data })],
      relatedEsims: [seen(0)],
    })
  expect(found([soon], [seen(0)], { context: { samePerson: [other({})] } })).toBeUndefined()
  expect(found([soon], [seen(0)], { context: { samePerson: [other({ status: 'Refunded' })] } })).toBeDefined()
  // Where the customer is, it works, or at least it is not known that it doesn't.
  const at = (country: string, name: string, isListed = true) =>
    found([soon], [seen(0)], {
      country,
      context: { samePerson: [other({ balance: { name } })] },
      ...(!isListed && { inventory: null }),
    })
  expect(at('DE', 'Europe 3 GB')).toBeUndefined()
  expect(at('DE', 'Japan 3 GB')).toBeDefined()
  expect(at('DE', 'Japan 3 GB', false)).toBeDefined()
  expect(at('DE', 'Europe 3 GB', false)).toBeUndefined()
  // A set of countries that is known does not cover others. One whose countries are unknown may.
  expect(at('JP', 'Europe 3 GB')).toBeDefined()
})

test('a package that the desk does not keep may follow, which is a doubt', () => {
  expect(found([soon], [seen(0)], { entry: { omittedItems: 2 } })?.doubts).toEqual(['packagesOmitted'])
  expect(found([soon], [seen(0)], { entry: { omittedEsims: 2 } })?.doubts).toEqual([])
})

test('it is never the first cause', () => {
  const low = endsIn(0.25, { balance: { availableBalance: megabytes(85) } })
  const portugal = endsIn(0.25, { balance: { name: 'Portugal 3 GB' } })
  expect(idsOf(factsOf([soon], [seen(0)], { operations: [operation()] }))).toEqual(['unconfirmed', 'endsSoon'])
  expect(idsOf(factsOf([portugal], [seen(0)], { country: 'JP' }))).toEqual(['wrongCountry', 'endsSoon'])
  // What is left, and until when, are two facts.
  expect(idsOf(factsOf([low], [seen(0)]))).toEqual(['lowData', 'endsSoon'])
  expect(idsOf(factsOf([soon], [seen(4)]))).toEqual(['notSeenLately', 'endsSoon'])
  expect(idsOf(factsOf([soon], [seen(0, { lastSeen: null })]))).toEqual(['unclear', 'endsSoon'])
  expect(idsOf(factsOf([soon], [seen(0), released()]))).toEqual(['fine', 'endsSoon', 'otherEsimNotInstalled'])
})

describe('where no eSIM is certainly on', () => {
  test.each([
    ['not installed', [released()], 'topUpNotInstalled', { kind: 'topUp' }],
    ['switched off', [seen(1, { state: 'DISABLED' })], 'topUpNotOn', { kind: 'topUp' }],
    ['unknown', [seen(1, { state: 'HIBERNATING' })], 'topUpNotOn', { kind: 'topUp' }],
    ['removed', [released({ lastSeen: at(-3) })], 'topUpRemoved', { kind: 'sendQr' }],
  ] as const)('the eSIM is first what it has to be: %s', (_what, esims, next, action) => {
    const cause = found([soon], esims)
    expect(cause).toMatchObject({ next, answer: 'endsSoon', action })
    expect(cause?.evidence.map(({ field }) => field)).toEqual(['remaining', 'ends', 'esimState', 'lastSeen'])
    expect(cause?.values['max']).toEqual(next === 'topUpRemoved' ? { type: 'count', count: 5 } : undefined)
  })

  test('nothing is sold for an eSIM that has failed, nor without one', () => {
    const noEsim = { next: 'topUpNoEsim', action: null }
    expect(found([soon], [seen(0, { state: 'ERROR' })])).toMatchObject({ ...noEsim, answer: 'esimError' })
    expect(found([soon], [])).toMatchObject({ ...noEsim, answer: 'weAsk' })
  })
})

test('the reply names the day and the time in UTC, in every language', async () => {
  const cause = found([endsIn(0.5 - second)])
  if (cause === undefined) throw new Error('It ends soon')
  const english = answerText(cause, await answerMessages('en'))
  expect(english).toBe(
    'Europe 3 GB ends on June 15, 2026 at 23:59 UTC, with 1.5\u00a0GB left. After that this data can no longer be ' +
      'used. Would you like a new package?',
  )
  for (const language of sheetLanguages) {
    const text = answerText(cause, await answerMessages(language))
    for (const part of ['Europe 3 GB', '23:59', 'UTC', '2026']) expect(text, language).toContain(part)
  }
})
