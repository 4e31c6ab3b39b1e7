/** What a first sync knows of the uids that it has met: it never takes one that was there for a new one. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMetUids } from '../../../../electron/customers/directory/metUids.ts'

test('a uid that was added is always met again', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 100 }), (uids) => {
      const met = createMetUids()
      for (const uid of uids) met.add(uid)
      expect(uids.every(met.mayHave)).toBe(true)
    }),
    { numRuns: 50 },
  )
})

test('of uids that were not added, few are taken for one that was', () => {
  const met = createMetUids()
  const uidOf = (n: number): string =>
    `${n.toString(16).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`
  for (let n = 0; n < 300_000; n += 1) met.add(uidOf(n))
  const wrong = Array.from({ length: 100_000 }, (_, n) => uidOf(1_000_000 + n)).filter(met.mayHave)
  expect(wrong.length).toBeLessThan(200)
})
