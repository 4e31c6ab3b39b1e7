import { describe, expect, test } from 'vitest'
import { understandQuery } from '#shared/model/search/identifier.ts'
import { findMatch, namesOf, understandSearch } from '#shared/model/search/search.ts'
import { customer, esim, item } from '../customerSamples.ts'

const ann = customer('c-1', 'Ann.Lee@Example.com', {
  activatedItems: [item('i-1', { metatag: 'ORDER-2026/17' })],
  relatedEsims: [esim('8937 0025 1234 5678 905F', { imsi: '240071234567890' })],
})

/** The tier, the field and the highlighted part of the value. */
const found = (query: string, entry = ann): readonly string[] | null => {
  const result = findMatch(namesOf(entry), understandQuery(query))
  if (result === null) return null
  const { field, value, start, end } = result.match
  return [result.tier, field, value.slice(start, end)]
}

describe('a customer is found', () => {
  test.each([
    ['8937002512345678905', ['exact', 'iccid', '8937 0025 1234 5678 905']],
    ['89370025', ['prefix', 'iccid', '8937 0025']],
    ['8905', ['suffix', 'iccid', '8 905']],
    ['5678-905', ['suffix', 'iccid', '5678 905']],
    ['240071234567890', ['exact', 'imsi', '240071234567890']],
    ['7890', ['suffix', 'imsi', '7890']],
    ['ann.lee@example.com', ['exact', 'email', 'Ann.Lee@Example.com']],
    ['ann', ['prefix', 'email', 'Ann']],
    ['EXAMPLE', ['substring', 'email', 'Example']],
    ['c-1', ['exact', 'customerUid', 'c-1']],
    ['i-1', ['exact', 'itemUid', 'i-1']],
    ['order-2026', ['prefix', 'metatag', 'ORDER-2026']],
    ['2026/1', ['substring', 'metatag', '2026/1']],
  ])('by %j', (query, expected) => {
    expect(found(query)).toEqual(expected)
  })

  test.each(['8904', '905', 'c-2', '-1', 'zed', ''])('not by %j', (query) => {
    expect(found(query)).toBeNull()
  })
})

describe('the words of a query', () => {
  const parts = (query: string): readonly (readonly string[])[] => {
    const result = findMatch(namesOf(ann), understandSearch(query))
    if (result?.tier !== 'words') return []
    const { others = [], ...first } = result.match
    return [first, ...others].map(({ field, value, start, end }) => [field, value.slice(start, end)])
  }

  test.each<[string, readonly (readonly string[])[]]>([
    [
      'lee ann',
      [
        ['email', 'Lee'],
        ['email', 'Ann'],
      ],
    ],
    [
      'ann 8905',
      [
        ['email', 'Ann'],
        ['iccid', '8 905'],
      ],
    ],
    [
      'le example',
      [
        ['email', 'Le'],
        ['email', 'Example'],
      ],
    ],
    [
      'le an',
      [
        ['email', 'Le'],
        ['email', 'An'],
      ],
    ],
    [
      'a le or',
      [
        ['email', 'A'],
        ['email', 'Le'],
        ['metatag', 'OR'],
      ],
    ],
    [
      'order exam 24007',
      [
        ['metatag', 'ORDER'],
        ['email', 'Exam'],
        ['imsi', '24007'],
      ],
    ],
    [
      'c-1 example',
      [
        ['customerUid', 'c-1'],
        ['email', 'Example'],
      ],
    ],
  ])('%j match where they stand', (query, expected) => expect(parts(query)).toEqual(expected))

  test.each(['ann bob', 'ee example', 'ann 8904', 'ann 905', 'an ee', 'a l', 'le a7', 'c- ex', '89 ann'])(
    '%j find nobody',
    (query) => expect(parts(query)).toEqual([]),
  )
})

test('the best match is shown, and among equals the ICCID', () => {
  const odd = customer('8937', '8937@example.com', { relatedEsims: [esim('8937002512345678905')] })
  expect(found('8937', odd)).toEqual(['exact', 'customerUid', '8937'])
  expect(found('89', odd)).toEqual(['prefix', 'iccid', '89'])
})

test('the highlighted part is right next to emoji and characters that change their length in lower case', () => {
  expect(found('bul', customer('c', 'İstanbul🎉@x.example'))).toEqual(['substring', 'email', 'bul'])
  expect(found('🎉@x', customer('c', 'İstanbul🎉@x.example'))).toEqual(['substring', 'email', '🎉@x'])
  expect(found('tag', customer('c', null, { activatedItems: [item('i', { metatag: '  tag' })] }))).toEqual([
    'exact',
    'metatag',
    'tag',
  ])
})

test('a customer without an e-mail, eSIMs or metatags is found by uid only', () => {
  expect(
    namesOf(
      customer('c', null, {
        activatedItems: [item('i', { metatag: null })],
        relatedEsims: [esim('1', { imsi: null })],
      }),
    ).map(({ field }) => field),
  ).toEqual(['iccid', 'customerUid', 'itemUid'])
})
