/**
 * Customers with more eSIMs or packages than the desk keeps: nothing is certain that would need all of them, and
 * no cause claims what one of them could contradict.
 */
import { describe, expect, test } from 'vitest'
import { causeIds, type CauseId } from '../../../renderer/rules/cause.ts'
import type { VerdictFacts } from '../../../renderer/rules/facts.ts'
import { verdictOf } from '../../../renderer/rules/verdict.ts'
import { at, item, waiting } from '../shared/model/things.ts'
import { causeCases } from './causeCases.ts'
import { connected, factsOf, gigabytes, idsOf, main, released, seen, used } from './cases.ts'

const omittedEsims = { entry: { omittedEsims: 2 } }
const omittedItems = { entry: { omittedItems: 2 } }
const find = (id: CauseId, facts: VerdictFacts) => verdictOf(facts).find((cause) => cause.id === id)

/** A package of which it is not known where it works. */
const coverageUnknown = (more: Parameters<typeof factsOf>[2]): VerdictFacts =>
  factsOf([item({ balance: { name: 'Holiday 3 GB', availableBalance: gigabytes(1.5) } })], [seen(0)], {
    country: 'JP',
    ...more,
  })

describe('while eSIMs are omitted', () => {
  test('no cause claims that the customer has none, or that every one of them was replaced', () => {
    const replaced = seen(0, { active: false })
    expect(idsOf(factsOf([used], [replaced]))).toEqual(['esimsReplaced'])
    expect(idsOf(factsOf([used], [replaced], omittedEsims))).toEqual(['unclear'])
    expect(idsOf(factsOf([used], []))).toEqual(['noEsim'])
    expect(idsOf(factsOf([used], [], omittedEsims))).toEqual(['unclear'])
  })

  test.each([
    ['esimError', [used], seen(0, { state: 'ERROR' }), 'danger'],
    ['disabled', [used], seen(0, { state: 'DISABLED' }), 'danger'],
    ['removed', [used], released({ lastSeen: at(-6) }), 'danger'],
    ['notInstalled', [item()], released(), 'danger'],
    ['soldJustNow', [item({ salesDate: at(-0.01) })], released(), 'info'],
  ] as const)('%s is a warning with a doubt, because another eSIM may be in use', (id, items, esim, severity) => {
    expect(find(id, factsOf(items, [esim]))).toMatchObject({ severity, doubts: [] })
    expect(find(id, factsOf(items, [esim], omittedEsims))).toMatchObject({
      severity: 'warn',
      doubts: ['esimsOmitted'],
    })
  })

  test.each([
    ['neverSeen', factsOf([item()], [seen(0, { lastSeen: null })], omittedEsims)],
    ['notSeenLately', factsOf([used], [seen(9)], omittedEsims)],
    ['esimUnknown', factsOf([item()], [released({ state: 'ASLEEP' })], omittedEsims)],
    ['esimStateMissing', factsOf([item()], [released({ state: null })], omittedEsims)],
    ['deviceNotListed', factsOf([item()], [released()], { ...omittedEsims, device: { name: 'X', listed: false } })],
  ] as const)('%s has that doubt, too', (id, facts) => {
    expect(find(id, facts)?.doubts).toContain('esimsOmitted')
  })

  test('an unknown state is the cause itself, and another one a doubt', () => {
    const asleep = (iccid: string) => released({ iccid, state: 'ASLEEP' })
    const one = asleep('8948010000000000033')
    expect(find('esimUnknown', factsOf([item()], [one]))?.doubts).toEqual([])
    const both = factsOf([item()], [one, asleep('8948010000000000044')], omittedEsims)
    expect(find('esimUnknown', both)?.doubts).toEqual(['otherEsimUnknown', 'esimsOmitted'])
  })

  test('no cause claims that no eSIM was on a network since the sale', () => {
    const ids = (more: Parameters<typeof factsOf>[2]) => idsOf(factsOf([waiting('FIRST_USE')], [seen(3)], more))
    expect(ids({})).toContain('waitingUseUnseen')
    expect(ids(omittedEsims)).toContain('waitingUse')
    expect(ids(omittedEsims)).not.toContain('waitingUseUnseen')
  })

  test('an eSIM that is in order is not the whole truth', () => {
    const connectivity = [connected({ country: 'FR' })]
    expect(main(factsOf([used], [seen(0)], { connectivity }))).toMatchObject({
      id: 'fine',
      severity: 'ok',
      doubts: ['coverageFromName'],
    })
    expect(main(factsOf([used], [seen(0)], { connectivity, ...omittedEsims }))).toMatchObject({
      id: 'fine',
      severity: 'info',
      doubts: ['coverageFromName', 'esimsOmitted'],
    })
  })

  test('an eSIM that is unknown besides is a doubt of its own', () => {
    const unknown = released({ iccid: '8948010000000000033', state: 'ASLEEP' })
    expect(find('notInstalled', factsOf([item()], [released(), unknown], omittedEsims))?.doubts).toEqual([
      'otherEsimUnknown',
      'esimsOmitted',
    ])
  })
})

test('while packages are omitted, one of them may be for the country of the customer', () => {
  const of = (name: string, country: string, more: Parameters<typeof factsOf>[2]) =>
    main(factsOf([item({ balance: { name, availableBalance: gigabytes(1.5) } })], [seen(0)], { country, ...more }))
  expect(of('Portugal 3 GB', 'JP', {})).toMatchObject({ id: 'wrongCountry', severity: 'danger' })
  expect(of('Portugal 3 GB', 'JP', omittedItems)).toMatchObject({
    id: 'wrongCountry',
    severity: 'warn',
    doubts: ['coverageFromName', 'packagesOmitted'],
  })
  expect(find('coverageUnknown', coverageUnknown({}))?.doubts).toEqual([])
  expect(find('coverageUnknown', coverageUnknown(omittedItems))?.doubts).toEqual(['packagesOmitted'])
})

test('while packages are omitted, those that are in order are not the whole truth', () => {
  expect(main(factsOf([used], [seen(0)], omittedItems))).toMatchObject({
    id: 'fine',
    severity: 'info',
    doubts: ['packagesOmitted'],
  })
})

/** Causes that no package can contradict: they are about eSIMs, the device, an operation or a package itself. */
const ofNoOtherPackage: ReadonlySet<CauseId> = new Set([
  'unconfirmed',
  'noEsim',
  'esimsReplaced',
  'esimError',
  'packageUnknown',
  'disabled',
  'deviceNotListed',
  'removed',
  'notInstalled',
  'esimUnknown',
  'esimStateMissing',
  'neverSeen',
  'notSeenLately',
  'unclear',
  'otherEsimError',
  'otherEsimNotInstalled',
  'otherPackageUnknown',
  'otherWaitingActivation',
])

test.each(causeIds)('while packages are omitted, one of them may contradict %s', (id) => {
  const facts = causeCases[id]
  const found = find(id, { ...facts, view: { ...facts.view, omittedItems: 2 } })
  // A cause that is not found at all claims nothing.
  const isDoubted = found === undefined || found.doubts.includes('packagesOmitted')
  expect(isDoubted).toBe(!ofNoOtherPackage.has(id))
})
