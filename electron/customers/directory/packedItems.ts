/**
 * Items as bytes, which take less time than objects to be sent from thread to thread. Each has a head, which the other
 * thread reads as a text, and a body, which it passes on as it is.
 */
import * as z from 'zod'
import type { PackedItems } from '../../service/index.ts'

interface Packer {
  readonly add: (head: string, body: string) => void
  /** Returns what was added since the last call. */
  readonly take: () => PackedItems
}

const smallest = 512 * 1024
/** Bytes that a UTF-16 code unit takes at most. */
const maxOfUnit = 3

export function createPacker(): Packer {
  let buffer = Buffer.allocUnsafeSlow(smallest)
  let length = 0
  let ends: number[] = []
  const write = (text: string): void => {
    const needed = length + text.length * maxOfUnit
    if (needed > buffer.length) {
      const larger = Buffer.allocUnsafeSlow(2 * needed)
      buffer.copy(larger, 0, 0, length)
      buffer = larger
    }
    length += buffer.write(text, length)
    ends.push(length)
  }
  return {
    add(head, body) {
      write(head)
      write(body)
    },
    take() {
      const items = { bytes: new Uint8Array(buffer.subarray(0, length)), ends: Int32Array.from(ends) }
      if (buffer.length > 2 * smallest) buffer = Buffer.allocUnsafeSlow(smallest)
      length = 0
      ends = []
      return items
    },
  }
}

/** Returns the number of items. */
export const sizeOf = ({ ends }: PackedItems): number => ends.length / 2

/** Returns the items from one position up to another one. All of them are the given ones, and share their memory. */
export function sliceOf(items: PackedItems, from: number, to: number): PackedItems {
  if (from === 0 && to >= sizeOf(items)) return items
  const begin = beginningOf(items, from)
  const ends = items.ends.subarray(2 * from, 2 * to)
  return { bytes: items.bytes.slice(begin, ends.at(-1) ?? begin), ends: ends.map((end) => end - begin) }
}

const beginningOf = ({ ends }: PackedItems, at: number): number => ends[2 * at - 1] ?? 0

interface UnpackedItem {
  readonly head: string
  /** Shares its memory with all others. */
  readonly body: Buffer
}

/** Returns the items from one position up to another one. */
export function unpacked(items: PackedItems, from: number, to: number): readonly UnpackedItem[] {
  const { buffer, byteOffset, byteLength } = items.bytes
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  const found: UnpackedItem[] = []
  let begin = beginningOf(items, from)
  for (let at = from; at < to; at += 1) {
    const [middle, end] = [items.ends[2 * at] ?? 0, items.ends[2 * at + 1] ?? 0]
    found.push({ head: bytes.toString('utf8', begin, middle), body: bytes.subarray(middle, end) })
    begin = end
  }
  return found
}

const Packed = z.object({ bytes: z.instanceof(Uint8Array<ArrayBuffer>), ends: z.instanceof(Int32Array<ArrayBuffer>) })

/**
 * Returns the memory of items, which a message with them moves to the other thread, or nothing for anything else. The
 * sender has none of them afterwards.
 */
export function movedMemory(items: unknown): ArrayBuffer[] {
  const { data } = Packed.safeParse(items)
  return data === undefined ? [] : [data.bytes.buffer, data.ends.buffer]
}
