/**
 * A table of digests in shared memory: one thread fills it and another one looks digests up without a copy. It
 * returns the position of a digest in the order of insertion, if it has it.
 */
import { hash } from 'node:crypto'
import type { KnownElements } from '../../service/index.ts'

/** Bytes of a digest. */
export const digestBytes = 16
const digestWords = digestBytes / 4

/** Returns the digest of the bytes. It is nested as HMAC is, because an Hmac object takes longer to create. */
export const digestOf = (bytes: Uint8Array, key: string): Buffer =>
  hash('sha256', `${key}${hash('sha256', bytes)}`, 'buffer').subarray(0, digestBytes)

/**
 * Creates a table for the positions from 0 to `entries` - 1. `digests` has the digests by their positions. `slots` is a
 * hash table: the position of a digest plus one, or zero in a free slot. Half of the slots stay free, so that few of
 * them are examined.
 */
export function createDigestTable(entries: number, key: string): KnownElements {
  const slots = 2 ** Math.ceil(Math.log2(Math.max(1, entries) * 2))
  return {
    digests: new SharedArrayBuffer(entries * digestBytes),
    slots: new SharedArrayBuffer(slots * Uint32Array.BYTES_PER_ELEMENT),
    key,
  }
}

interface Digests {
  /** Must be called at most once for each position. */
  readonly add: (digest: Buffer, position: number) => void
  /** Returns the position of the digest, or -1. */
  readonly find: (digest: Buffer) => number
}

export function openDigestTable(table: KnownElements): Digests {
  const words = new Uint32Array(table.digests)
  const slots = new Uint32Array(table.slots)
  const last = slots.length - 1

  /** Returns the slot of the digest, or the free slot where it belongs. */
  const slotOf = (digest: Buffer): number => {
    const first = digest.readUInt32LE(0)
    const second = digest.readUInt32LE(4)
    const third = digest.readUInt32LE(8)
    const fourth = digest.readUInt32LE(12)
    let slot = first & last
    for (;;) {
      const stored = slots[slot] ?? 0
      if (stored === 0) return slot
      const at = (stored - 1) * digestWords
      const isEqual =
        words[at] === first && words[at + 1] === second && words[at + 2] === third && words[at + 3] === fourth
      if (isEqual) return slot
      slot = (slot + 1) & last
    }
  }

  return {
    add(digest, position) {
      const slot = slotOf(digest)
      for (let word = 0; word < digestWords; word += 1)
        words[position * digestWords + word] = digest.readUInt32LE(word * 4)
      slots[slot] = position + 1
    },
    find: (digest) => (slots[slotOf(digest)] ?? 0) - 1,
  }
}
