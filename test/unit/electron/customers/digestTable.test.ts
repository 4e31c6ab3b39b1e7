import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createDigestTable,
  digestBytes,
  digestOf,
  openDigestTable,
} from '../../../../electron/customers/directory/digestTable.ts'

test('each digest that was added is found at its position, also by a second reader, and no other is', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { maxLength: 300 }), fc.string(), (texts, other) => {
      const table = createDigestTable(texts.length, 'key')
      const writer = openDigestTable(table)
      const digest = (text: string): Buffer => digestOf(Buffer.from(text), table.key)
      for (const [position, text] of texts.entries()) writer.add(digest(text), position)
      const reader = openDigestTable(structuredClone(table))
      expect(texts.map((text) => reader.find(digest(text)))).toEqual(texts.map((_, position) => position))
      expect(reader.find(digest(other))).toBe(texts.indexOf(other))
    }),
  )
})

test('digests whose first bytes are equal are distinguished', () => {
  const digests = Array.from({ length: 50 }, (_, n) => Buffer.alloc(digestBytes, 7).fill(n, digestBytes - 1))
  const table = openDigestTable(createDigestTable(50, ''))
  for (const [position, digest] of digests.entries()) table.add(digest, position)
  expect(digests.map(table.find)).toEqual(digests.map((_, position) => position))
  expect(table.find(Buffer.alloc(digestBytes, 7).fill(99, digestBytes - 1))).toBe(-1)
})

test('a digest depends on the key', () => {
  const bytes = Buffer.from('[1]')
  expect(digestOf(bytes, 'one')).toHaveLength(digestBytes)
  expect(digestOf(bytes, 'one').equals(digestOf(bytes, 'other'))).toBe(false)
})
