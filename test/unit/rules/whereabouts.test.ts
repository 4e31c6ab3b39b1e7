/** Where the customer is, as far as it is known: who says it, what counts first, and what a report is worth. */
import { describe, expect, test } from 'vitest'
import { situationOf } from '../../../renderer/rules/facts.ts'
import { sourceOf, whereabouts } from '../../../renderer/rules/causes/places.ts'
import { at, day, item, now } from '../shared/model/things.ts'
import { connected, factsOf, gigabytes, idsOf, main, seen, used } from './cases.ts'

type Known = Parameters<typeof factsOf>[2]

/** The place, and who says it. */
function placeOf(known: Known, items: readonly unknown[] = [used], esims = [seen(0)]) {
  const situation = situationOf(factsOf(items, esims, known))
  const place = whereabouts(situation)
  return place === null ? null : { country: place.country, source: sourceOf(situation, place), doubts: place.doubts }
}

const event = (country: string, days: number) => ({ iccid: null, country, at: at(days) })
const network = (country: string) => connected({ country })
const left = (country: string, days: number) => connected({ country, connected: false, lastSeen: at(days) })

describe('where the customer is', () => {
  test.each([
    ['by the customer', { country: 'JP' }, 'customer', []],
    ['by the network that the eSIM is on', { connectivity: [network('JP')] }, 'network', []],
    ['by the network that the eSIM was on', { connectivity: [left('JP', -1)] }, 'lastNetwork', ['lastNetwork']],
    ['by an event', { visits: [event('JP', -1)] }, 'event', ['reportedByEvent']],
  ])('is named %s', (_who, known, source, doubts) => {
    expect(placeOf(known)).toEqual({ country: 'JP', source, doubts })
  })

  test('is named by the customer, whatever was reported', () => {
    const reports = { connectivity: [network('JP')], visits: [event('JP', -1)] }
    expect(placeOf({ country: 'PT', ...reports })).toMatchObject({ country: 'PT', source: 'customer' })
  })

  test('is not known without a report', () => {
    expect(placeOf({})).toBeNull()
  })

  test('is the latest report, in whatever order they arrived', () => {
    const visits = [event('PT', -2), event('JP', -1)]
    expect(placeOf({ visits })?.country).toBe('JP')
    expect(placeOf({ visits: visits.toReversed() })?.country).toBe('JP')
    expect(placeOf({ visits: [event('JP', -1)], connectivity: [left('PT', -2)] })).toMatchObject({
      country: 'JP',
      source: 'event',
    })
    expect(placeOf({ visits: [event('JP', -2)], connectivity: [left('PT', -1)] })).toMatchObject({
      country: 'PT',
      source: 'lastNetwork',
    })
  })

  test('is the network of the moment, also where the service does not say since when', () => {
    for (const lastSeen of [null, at(-5)])
      expect(placeOf({ connectivity: [connected({ country: 'JP', lastSeen })] })).toEqual({
        country: 'JP',
        source: 'network',
        doubts: [],
      })
  })

  test('was reported three days ago at most', () => {
    expect(placeOf({ visits: [event('JP', -3)] })?.country).toBe('JP')
    expect(
      placeOf({ visits: [{ iccid: null, country: 'JP', at: new Date(now - 3 * day - 1).toISOString() }] }),
    ).toBeNull()
  })

  test('was reported at or after the start of a package that its use has started', () => {
    const started = [item({ balance: { activationMode: 'FIRST_USE', activatedAt: at(-2) } })]
    expect(placeOf({ visits: [event('JP', -1)] }, started)?.country).toBe('JP')
    expect(placeOf({ visits: [event('JP', -2)] }, started)?.country).toBe('JP')
    expect(placeOf({ visits: [event('JP', -2.1)] }, started)).toBeNull()
  })

  test('was reported after a package started by itself, also where the service names no mode', () => {
    const started = [item({ balance: { activationMode: null, activatedAt: at(-1) } })]
    expect(placeOf({ visits: [event('JP', -2)] }, started)).toBeNull()
  })
})

test('a network in a country where nobody knows whether the packages work is no reason to ask for the country', () => {
  const unnamed = item({ balance: { name: null, availableBalance: gigabytes(1) } })
  expect(idsOf(factsOf([unnamed], [seen(0)], { connectivity: [network('FR')] }))).toEqual(['fine'])
  expect(idsOf(factsOf([unnamed], [seen(0)], { country: 'FR' }))).toEqual(['coverageUnknown'])
})

describe('that no fault was found is green', () => {
  const severity = (known: Known) => main(factsOf([used], [seen(0)], known)).severity

  test('where the packages work in the country in which the eSIM is on a network now', () => {
    expect(severity({ connectivity: [network('FR')] })).toBe('ok')
    expect(severity({ country: 'FR', connectivity: [network('FR')] })).toBe('ok')
  })

  test('and neutral with a country that was only named or reported', () => {
    expect(severity({ country: 'FR' })).toBe('info')
    expect(severity({ visits: [event('FR', -1)] })).toBe('info')
  })

  test('and neutral where another country was reported than the customer named', () => {
    expect(severity({ country: 'FR', visits: [event('PT', -1)] })).toBe('info')
    expect(severity({ country: 'FR', connectivity: [network('PT')] })).toBe('info')
  })
})
