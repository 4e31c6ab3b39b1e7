/**
 * Ascending ids of customers as bytes, in blocks: the first id of a block is kept beside it, and each other one is its
 * difference from the one before, seven bits in a byte with the lowest ones first. The ids of a common trigram take a
 * byte each.
 */

export interface Block {
  readonly first: number
  readonly last: number
  readonly ids: Uint8Array
}

/** Bytes of the ids in a block, so that four blocks fill a page of the file. */
const maxBytes = 1900
/** Bytes that a difference takes at most. */
const maxOfOne = 5
const bits = 7
const more = 1 << bits

const scratch = new Uint8Array(maxBytes)

/** Returns the blocks of ascending ids, of which some may be there twice. They are about equally long. */
export function blocksOf(ids: Int32Array): readonly Block[] {
  const blocks: Block[] = []
  const total = lengthOf(ids)
  const count = Math.max(1, Math.ceil(total / (maxBytes - maxOfOne)))
  const length = Math.max(1, Math.ceil(total / count))
  for (let at = 0; at < ids.length;) {
    const first = ids[at] ?? 0
    let [last, end] = [first, 0]
    for (at += 1; at < ids.length && (end < length || ids[at] === last); at += 1) {
      const id = ids[at] ?? 0
      if (id !== last) end = writeDifference(scratch, end, id - last)
      last = id
    }
    blocks.push({ first, last, ids: scratch.slice(0, end) })
  }
  return blocks
}

/** Returns the bytes of all differences between these ids. */
function lengthOf(ids: Int32Array): number {
  let length = 0
  let last = ids[0] ?? 0
  for (const id of ids) {
    for (let left = id - last; left > 0; left >>>= bits) length += 1
    last = id
  }
  return length
}

/** Returns the position behind what is written. */
function writeDifference(bytes: Uint8Array, from: number, difference: number): number {
  let [at, left] = [from, difference]
  for (; left >= more; at += 1) {
    bytes[at] = (left & (more - 1)) | more
    left >>>= bits
  }
  bytes[at] = left
  return at + 1
}

/** Returns the ids of a block. */
export function idsIn({ first, ids: bytes }: Pick<Block, 'first' | 'ids'>): Int32Array {
  const ids = new Int32Array(bytes.length + 1)
  let id = (ids[0] = first)
  let count = 1
  for (let at = 0; at < bytes.length; at += 1) {
    let byte = bytes[at] ?? 0
    for (let shift = 0; ; shift += bits) {
      id += (byte & (more - 1)) << shift
      if (byte < more) break
      at += 1
      byte = bytes[at] ?? 0
    }
    ids[count] = id
    count += 1
  }
  return ids.subarray(0, count)
}

/** Returns both as one block, or null if that is too long. All ids of the second come after those of the first. */
export function joined(one: Block, next: Block): Block | null {
  if (one.ids.length + maxOfOne + next.ids.length > maxBytes) return null
  const ids = new Uint8Array(one.ids.length + maxOfOne + next.ids.length)
  ids.set(one.ids)
  const end = writeDifference(ids, one.ids.length, next.first - one.last)
  ids.set(next.ids, end)
  return { first: one.first, last: next.last, ids: ids.subarray(0, end + next.ids.length) }
}

/** Returns the position of the last of these ascending ids that is not greater than this one, or -1. */
export function lastAtOrBelow(ids: Int32Array, id: number): number {
  let [low, high] = [0, ids.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[middle] ?? 0) <= id) low = middle + 1
    else high = middle
  }
  return low - 1
}
