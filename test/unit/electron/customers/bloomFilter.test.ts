/** What a filter knows of the texts that were added: it never takes one of them for a new one. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBloomFilter } from '../../../../electron/customers/directory/bloomFilter.ts'

test('a text that was added is always known', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 100 }), (uids) => {
      const filter = createBloomFilter(2 ** 20)
      for (const uid of uids) filter.add(uid)
      expect(uids.every(filter.mayHave)).toBe(true)
    }),
    { numRuns: 50 },
  )
})

test('of texts that were not added, few are taken for one that was', () => {
  const filter = createBloomFilter(2 ** 20)
  const uidOf = (n: number): string =>
    `${n.toString(16).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`
  for (let n = 0; n < 300_000; n += 1) filter.add(uidOf(n))
  const wrong = Array.from({ length: 100_000 }, (_, n) => uidOf(1_000_000 + n)).filter(filter.mayHave)
  expect(wrong.length).toBeLessThan(200)
})
