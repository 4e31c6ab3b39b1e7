/** @module-tag long */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseInstant } from '#shared/model/instant.ts'
import { findMatch, matchTiers, namesOf, understandSearch } from '#shared/model/search/search.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { customer, esim, item } from '../../shared/model/customerSamples.ts'
import { now, openCalls, searchAll } from './support.ts'
import { put, uids } from './samples.ts'

/** What the search should return by the rules alone. */
function bruteForce(entries: readonly WireCustomerEntry[], query: string): readonly string[] {
  const understood = understandSearch(query)
  const soldAt = (entry: WireCustomerEntry): number =>
    Math.max(0, ...entry.activatedItems.map(({ salesDate }) => parseInstant(salesDate) ?? 0))
  return entries
    .flatMap((entry, index) => {
      const found = findMatch(namesOf(entry), understood)
      return found === null
        ? []
        : [{ uid: entry.customer.uid, tier: matchTiers.indexOf(found.tier), soldAt: soldAt(entry), index }]
    })
    .filter(({ tier }) => tier !== 3 || Array.from(understood.text).length >= 3)
    .sort((one, other) => one.tier - other.tier || other.soldAt - one.soldAt || other.index - one.index)
    .map(({ uid }) => uid)
}

const letters = fc.string({
  unit: fc.constantFrom('a', 'b', 'A', '1', '2', '@', '.', '-', ' ', 'é', '🎉'),
  minLength: 1,
  maxLength: 8,
})

const digits = fc.string({ unit: fc.constantFrom('1', '2', '3'), minLength: 4, maxLength: 8 })

const people = fc.array(
  fc.record({
    email: fc.option(letters),
    metatag: letters,
    iccid: digits,
    imsi: fc.option(digits),
    day: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 1, maxLength: 25 },
)

test('the index finds the same customers in the same order as the rules do', async () => {
  await fc.assert(
    fc.asyncProperty(
      people,
      fc.oneof(letters, digits),
      fc.integer({ min: 1, max: 7 }),
      async (persons, query, limit) => {
        const entries = persons.map(({ email, metatag, iccid, imsi, day }, n) =>
          customer(`c-${n}`, email, {
            activatedItems: [item(`i-${n}`, { metatag, salesDate: `2026-01-0${day}T00:00:00Z` })],
            relatedEsims: [esim(iccid, { imsi })],
          }),
        )
        const calls = openCalls()
        await put(calls, ...entries)
        fc.pre(understandSearch(query).text !== '')
        expect(uids(searchAll(calls, query, limit))).toEqual(bruteForce(entries, query))
      },
    ),
    { numRuns: 150 },
  )
})

test('a query that matches more customers than are collected finds the same ones in the same order', async () => {
  const entries = Array.from({ length: 2600 }, (_, n) =>
    customer(`c-${n}`, n % 2 === 0 ? `person${n}@mail.example` : `x-person${n}@mail.example`, {
      activatedItems: [
        item(`i-${n}`, {
          metatag: n % 3 === 0 ? 'same on every sale' : `t${n}`,
          salesDate: new Date(now - ((n * 7919) % 2600) * 1000).toISOString(),
        }),
      ],
      relatedEsims: [esim(`8944${String(n).padStart(15, '0')}`, { imsi: null })],
    }),
  )
  const calls = openCalls()
  await put(calls, ...entries)
  for (const query of [
    'person',
    'mail',
    'per',
    '8944',
    '89',
    'same on every sale',
    'p',
    'sale',
    'c-1',
    '000',
    'mail person',
    'x- mail',
    'sale mail 8944',
  ]) {
    expect([query, uids(searchAll(calls, query, 400))]).toEqual([query, bruteForce(entries, query)])
  }
})

test('a text that some hundreds have is found in the same order, by one of its trigrams or by several', async () => {
  const texts = (n: number): string => {
    if (n % 11 === 3) return 'abcd'
    return n % 11 === 5 ? 'violet' : 'abc-bcd'
  }
  const sold = (n: number, seed: number): WireCustomerEntry =>
    customer(`c-${n}`, `person${n}@mail.example`, {
      activatedItems: [
        item(`i-${n}`, { metatag: texts(n), salesDate: new Date(now - ((n * seed) % 997) * 1000).toISOString() }),
      ],
      relatedEsims: [],
    })
  const entries = Array.from({ length: 2600 }, (_, n) => sold(n, 7919))
  const calls = openCalls()
  await put(calls, ...entries)
  const expectSame = (): void => {
    for (const query of ['violet', 'abcd', 'iole', 'bc-b'])
      expect([query, uids(searchAll(calls, query, 100))]).toEqual([query, bruteForce(entries, query)])
  }
  expectSame()
  expect(bruteForce(entries, 'violet')).toHaveLength(236)
  // Of some, only the time of the sale changes.
  for (let n = 0; n < 2600; n += 7) entries[n] = sold(n, 104_729)
  await put(calls, ...entries)
  expectSame()
  calls.remove({ uid: CustomerUid.parse('c-5'), askedAt: 9 })
  entries.splice(5, 1)
  expectSame()
})

test('words that match many for themselves, and few or nobody together, are found by an index or by a scan', async () => {
  const families = ['suzuki', 'tanaka', 'moreau']
  const entries = Array.from({ length: 2400 }, (_, n) =>
    customer(`c-${n}`, `${n % 800 === 7 ? 'budi' : 'yuki'}.${families[n % 3] ?? ''}${n}@mail.example`, {
      activatedItems: [item(`i-${n}`, { metatag: null, salesDate: new Date(now - n * 1000).toISOString() })],
      relatedEsims: [esim(`8944${String(n * 7919).padStart(15, '0')}`, { imsi: null })],
    }),
  )
  const calls = openCalls()
  await put(calls, ...entries)
  for (const query of [
    'budi suzuki',
    'budi mail',
    'suzuki mail',
    'yuki 8944',
    'budi tanaka',
    'suzuki tanaka',
    'yu 8944',
    'yuki 5433',
  ])
    expect([query, uids(searchAll(calls, query, 400))]).toEqual([query, bruteForce(entries, query)])
  expect(uids(searchAll(calls, 'suzuki budi mail'))).not.toEqual([])
})

test('short words find those in whose address or reference each begins a part, however many they match alone', async () => {
  const entries = Array.from({ length: 3000 }, (_, n) =>
    customer(
      `c-${n}`,
      `${n % 3 === 0 ? 'li' : 'lo'}.${n === 1500 ? 'wu' : n % 5 === 0 ? 'wang' : 'zhou'}${n}@mail.example`,
      {
        activatedItems: [
          item(`i-${n}`, {
            metatag: n === 77 ? 'shop/wu 中文' : n % 2 === 0 ? `qa-${n}` : `shop-${n}`,
            salesDate: new Date(now - ((n * 7919) % 3000) * 1000).toISOString(),
          }),
        ],
        relatedEsims: [esim(`8944${String(n).padStart(15, '0')}`, { imsi: null })],
      },
    ),
  )
  const calls = openCalls()
  await put(calls, ...entries)
  const queries = [
    'li wu',
    'lo wu',
    'wu',
    'li wa',
    'w li',
    'li q',
    'mail q',
    'mail x',
    'qa l m',
    '中文 lo',
    '中 sh',
    'l 8944',
    'li wa 40',
    'a b',
  ]
  for (const query of queries)
    expect([query, uids(searchAll(calls, query, 400))]).toEqual([query, bruteForce(entries, query)])
  expect(uids(searchAll(calls, 'li wu'))).toEqual(['c-1500'])
  expect(uids(searchAll(calls, '中文 lo'))).toEqual(['c-77'])
  expect(uids(searchAll(calls, 'mail q', 400)).length).toBe(1500)
})
