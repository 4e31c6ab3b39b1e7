/** The counts of trigrams: those of a plain count over all texts, whatever their characters, also after a reopening. */
import fc from 'fast-check'
import Database from 'better-sqlite3-multiple-ciphers'
import { expect, test } from 'vitest'
import { createTrigrams, trigramsOf } from '../../../../electron/customers/directory/trigrams.ts'

/** Only the texts of every sixteenth customer are counted. */
const counted = 16
/** Estimates are rounded up to three times that. */
const least = 3 * counted

function emptyFile() {
  const db = new Database(':memory:')
  db.exec('CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID')
  return db
}

/** Few characters, so that many trigrams repeat: short ones, those around the limit of ten bits, and long ones. */
const text = fc
  .array(fc.constantFrom('a', 'b', '"', '\u0000', '\u0001', 'ß', '\u03ff', '\u0400', '日', '😀'), { maxLength: 12 })
  .map((characters) => characters.join(''))

test('counts are those of all texts that were added and not removed, and are kept', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 30 }), fc.nat(), (texts, n) => {
      const db = emptyFile()
      const trigrams = createTrigrams(db)
      const removed = texts.filter((_, at) => (at + n) % 4 === 0)
      const kept = texts.filter((_, at) => (at + n) % 4 !== 0)
      for (const one of texts) trigrams.add(counted, one)
      for (const one of texts) trigrams.add(counted + 1, one)
      for (const one of removed) trigrams.remove(counted, one)
      trigrams.save()
      const reopened = createTrigrams(db)
      for (const trigram of new Set(texts.flatMap(trigramsOf))) {
        const count = kept.filter((one) => trigramsOf(one).includes(trigram)).length
        expect(trigrams.rows(trigram)).toBe(Math.max(least, count * counted))
        expect(reopened.rows(trigram)).toBe(Math.max(least, count * counted))
      }
      db.close()
    }),
    { numRuns: 300 },
  )
})

test('a text is found by its rarest trigrams', () => {
  const trigrams = createTrigrams(emptyFile())
  for (const [times, one] of [
    [9, 'abcd'],
    [5, 'cde日'],
    [2, 'e日本'],
    [7, 'xyz'],
  ] as const)
    for (let n = 0; n < times; n += 1) trigrams.add(counted, one)
  expect(trigrams.matching(['abcde日本'])).toEqual(['e日本', 'cde', 'de日', 'abc'])
})
