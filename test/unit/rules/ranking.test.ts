/** The order of the causes: what has to be solved first comes first. */
import { expect, test } from 'vitest'
import { causeIds } from '../../../renderer/rules/cause.ts'
import { at, item, waiting } from '../shared/model/things.ts'
import { endsIn, factsOf, idsOf, operation, released, seen, used } from './cases.ts'

const nothing = { sizeValue: 0, sizeUnit: 'GB' }
const usedUp = item({ balance: { availableBalance: nothing } })
const portugal = item({ balance: { name: 'Portugal 3 GB' } })
const failed = released({ state: 'ERROR' })
const low = item({ balance: { availableBalance: { sizeValue: 50, sizeUnit: 'MB' } } })

test.each([
  [
    'what is not known yet before everything',
    factsOf([usedUp], [failed], { operations: [operation()] }),
    ['unconfirmed', 'esimError', 'usedUp'],
  ],
  ['a failed eSIM before the country', factsOf([portugal], [failed], { country: 'JP' }), ['esimError', 'wrongCountry']],
  [
    'the country before the installation',
    factsOf([portugal], [released()], { country: 'JP' }),
    ['wrongCountry', 'notInstalled'],
  ],
  ['data before the installation', factsOf([usedUp], [released()]), ['usedUp', 'notInstalled']],
  [
    'the installation before the activation',
    factsOf([waiting('ON_DEMAND')], [released()]),
    ['notInstalled', 'waitingActivation'],
  ],
  [
    'the device before the QR code',
    factsOf([item()], [released()], { device: { name: 'X', listed: false } }),
    ['deviceNotListed', 'notInstalled'],
  ],
  [
    'an eSIM that is switched off before one that is not installed',
    factsOf([item()], [released(), seen(1, { state: 'DISABLED' })]),
    ['disabled', 'notInstalled'],
  ],
  [
    'a network before the first use',
    factsOf([waiting('FIRST_USE')], [seen(0, { lastSeen: null })]),
    ['neverSeen', 'waitingUseUnseen'],
  ],
  ['low data before an eSIM that was not seen lately', factsOf([low], [seen(5)]), ['lowData', 'notSeenLately']],
  [
    'that no fault was found before another eSIM',
    factsOf([used], [seen(0), released()]),
    ['fine', 'otherEsimNotInstalled'],
  ],
  [
    'what ends soon behind that nothing is wrong, and before another eSIM',
    factsOf([endsIn(0.5)], [seen(0), released()]),
    ['fine', 'endsSoon', 'otherEsimNotInstalled'],
  ],
  [
    'that nothing explains it before what ends soon',
    factsOf([endsIn(0.5)], [seen(0, { lastSeen: null })]),
    ['unclear', 'endsSoon'],
  ],
  [
    'a first use before what waits for somebody',
    factsOf([waiting('ON_DEMAND', { uid: 'later' }), waiting('FIRST_USE')], [seen(3)]),
    ['waitingUseUnseen', 'otherWaitingActivation'],
  ],
  [
    'a profile that can be installed before one that failed',
    factsOf([item()], [failed, released({ uid: 'esim-2', iccid: '8948010000000000033' })]),
    ['notInstalled', 'otherEsimError'],
  ],
] as const)('%s', (_what, facts, ids) => {
  expect(idsOf(facts)).toEqual(ids)
})

test('each of several eSIMs is a cause of its own', () => {
  const two = factsOf(
    [item()],
    [released(), released({ uid: 'esim-2', iccid: '8948010000000000033', lastSeen: at(-1) })],
  )
  expect(idsOf(two)).toEqual(['removed', 'notInstalled'])
})

test('every cause has one place in the order', () => {
  expect(new Set(causeIds).size).toBe(causeIds.length)
})
