/** Items that were packed are read as they were, in this thread and in the one they are moved to. */
import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createPacker,
  unpacked,
  movedMemory,
  sizeOf,
  sliceOf,
} from '../../../../electron/customers/directory/packedItems.ts'
import type { PackedItems } from '../../../../electron/service/index.ts'

type Item = readonly [head: string, body: string]

function packed(items: readonly Item[], packer = createPacker()): PackedItems {
  for (const item of items) packer.add(...item)
  return packer.take()
}

const itemsOf = (items: PackedItems): readonly Item[] =>
  unpacked(items, 0, sizeOf(items)).map(({ head, body }) => [head, body.toString()])

const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', 'é', 'ł@x.example', '\u{1F600}'))

test('each item is read as it was written, from any slice', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { maxLength: 12 }), fc.nat(12), fc.nat(12), (items, from, to) => {
      const all = packed(items)
      expect(itemsOf(sliceOf(all, from, to))).toEqual(items.slice(from, to))
      expect(itemsOf(all)).toEqual(items)
    }),
  )
})

test('one packer packs items of any size one time after the other, each time into memory of its own', () => {
  const packer = createPacker()
  const long: Item = ['é'.repeat(400_000), 'a'.repeat(700_000)]
  for (const items of [[['a', 'b']], [long, long, ['c', 'd']], [], [['e', 'f']]] as const) {
    const all = packed(items, packer)
    expect(itemsOf(all)).toEqual(items)
    expect(all.bytes.byteLength).toBe(all.bytes.buffer.byteLength)
  }
})

test('a message moves the memory of items, and of nothing else', async () => {
  const items = packed([['head', 'body']])
  const { port1, port2 } = new MessageChannel()
  port1.postMessage(items, movedMemory(items))
  expect([items.bytes.byteLength, items.ends.byteLength]).toEqual([0, 0])
  const [received] = (await once(port2, 'message')) as [PackedItems]
  expect(itemsOf(received)).toEqual([['head', 'body']])
  port1.close()
  for (const other of [undefined, [], [{ customer: {} }], { bytes: 'text', ends: 1 }])
    expect(movedMemory(other)).toEqual([])
})
