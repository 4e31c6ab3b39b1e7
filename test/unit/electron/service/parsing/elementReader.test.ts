/** Parts of a list, and what the caller knows of it: the same however the bytes come, and a broken entry is alone. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { customerStorage } from '../../../../../electron/customers/directory/customerStorage.ts'
import {
  createDigestTable,
  digestBytes,
  digestOf,
  openDigestTable,
} from '../../../../../electron/customers/directory/digestTable.ts'
import { createElementReader, type ListSpec } from '../../../../../electron/service/parsing/elementReader.ts'

const key = 'key'

function knownOf(texts: readonly string[]): NonNullable<ListSpec['known']> {
  const table = createDigestTable(texts.length, key)
  const digests = openDigestTable(table)
  for (const [position, text] of texts.entries()) digests.add(digestOf(Buffer.from(text), key), position)
  return table
}

function readIn(bytes: Buffer, cuts: readonly number[], known?: ListSpec['known']) {
  const reader = createElementReader({ kind: 'customers', single: false, maxElements: 1000, known }, customerStorage)
  const positions = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((one, other) => one - other)]
  const parts = positions.map((at, index) => {
    // Overwritten afterwards, because nothing that is returned may depend on it.
    const given = Buffer.from(bytes.subarray(at, positions[index + 1]))
    const part = reader.push(given)
    given.fill('"')
    return part
  })
  parts.push(reader.end())
  return {
    read: parts.flatMap(({ read }) => read),
    unreadable: parts.flatMap(({ unreadable }) => unreadable),
    unchanged: parts.flatMap(({ unchanged = [] }) => unchanged),
    digests: Buffer.concat(parts.map(({ digests }) => digests ?? Buffer.alloc(0))).toString('hex'),
    received: parts.reduce((sum, { received }) => sum + received, 0),
  }
}

const customerOf = (uid: string, name = 'a'): string =>
  JSON.stringify({ customer: { uid, email: `${name}@post.example` }, activatedItems: [], relatedEsims: [] })

const entry = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.uuid(), fc.string()).map(([uid, name]) => customerOf(uid, name)) },
  fc.constant('{"customer":{"uid":7}}'),
  fc.constant('{"customer":{"uid":"},{\\"customer\\":"}}'),
  fc.constant('{"customer":{"uid":"nested"},"more":[{},{"customer":{"uid":"inside"}}]}'),
  fc.constant(`{"customer":{"uid":"deep"},"more":${'['.repeat(200)}${']'.repeat(200)}}`),
  fc.constant('{"customer":{"uid":"\\ud800"}}'),
  fc.constant('5'),
)

test('what is read, unreadable and known of a list is the same however its bytes come', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 25 }),
      fc.array(fc.nat(), { maxLength: 8 }),
      fc.nat(),
      (texts, cuts, n) => {
        const bytes = Buffer.from(`[${texts.join(',')}]`)
        // The caller has only what was read once.
        const readable = [...new Set(texts)].filter((text) => readIn(Buffer.from(`[${text}]`), []).read.length === 1)
        const known = knownOf(readable.filter((_, at) => (at + n) % 3 === 0))
        const everyByte = Array.from({ length: bytes.length }, (_, at) => at)
        // From single bytes no end can be guessed.
        const expected = readIn(bytes, everyByte, known)
        expect(readIn(bytes, cuts, known)).toEqual(expected)
        expect(readIn(bytes, [], known)).toEqual(expected)
        expect(expected.received).toBe(texts.length)
        expect(expected.digests).toHaveLength(2 * digestBytes * expected.read.length)
      },
    ),
    { numRuns: 150 },
  )
})

test('an entry whose uid is no UTF-8 and one with another fault are unreadable alone', () => {
  const texts = Array.from({ length: 20 }, (_, n) => Buffer.from(customerOf(`c${n}`)))
  texts[7] = Buffer.from([...Buffer.from('{"customer":{"uid":"'), 0xff, ...Buffer.from('"}}')])
  texts[9] = Buffer.from('{"customer":{"email":"a@post.example"}}')
  const bytes = Buffer.from(`[${texts.map((text) => text.toString('latin1')).join(',')}]`, 'latin1')
  const { read, unreadable } = readIn(bytes, [])
  expect(read).toHaveLength(18)
  expect(unreadable).toHaveLength(2)
  expect(unreadable[0]).toEqual({ uid: null, reason: 'element: the uid is not UTF-8' })
})

test('an entry that is no JSON ends the list, also among entries that begin alike', () => {
  const texts = Array.from({ length: 20 }, (_, n) => customerOf(`c${n}`))
  texts[12] = '{"customer":{"uid" "c12"}}'
  expect(() => readIn(Buffer.from(`[${texts.join(',')}]`), [])).toThrow(SyntaxError)
})
