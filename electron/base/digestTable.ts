/**
 * A table of digests in shared memory: one thread fills it and another one looks digests up without a copy. It tells
 * for a text whether it is known, and its position in the order of insertion.
 */
import { hash } from 'node:crypto'

/** Bytes of a digest. */
export const digestBytes = 16
const digestWords = digestBytes / 4
/** The digest, and its position plus one; zero means that the slot is free. */
const slotWords = digestWords + 1

export interface DigestTable {
  readonly slots: SharedArrayBuffer
  /** Part of each digest: without it nobody can test guesses of a text. */
  readonly key: string
}

/** Returns the digest of the bytes. It is nested as HMAC is, because an Hmac object takes longer to create. */
export const digestOf = (bytes: Uint8Array, key: string): Buffer =>
  hash('sha256', `${key}${hash('sha256', bytes)}`, 'buffer').subarray(0, digestBytes)

/** Creates a table for at most `entries` digests. Half of its slots stay free, so that few of them are examined. */
export function createDigestTable(entries: number, key: string): DigestTable {
  const slots = 2 ** Math.ceil(Math.log2(Math.max(1, entries) * 2))
  return { slots: new SharedArrayBuffer(slots * slotWords * 4), key }
}

export interface Digests {
  /** Must not be called more often than the table was created for. */
  readonly add: (digest: Buffer, position: number) => void
  /** Returns the position of the digest, or -1. */
  readonly find: (digest: Buffer) => number
}

export function openDigestTable({ slots }: DigestTable): Digests {
  const words = new Uint32Array(slots)
  const last = words.length / slotWords - 1

  /** Returns the slot of the digest, or the free slot where it belongs. */
  const slotOf = (digest: Buffer): number => {
    const first = digest.readUInt32LE(0)
    const second = digest.readUInt32LE(4)
    const third = digest.readUInt32LE(8)
    const fourth = digest.readUInt32LE(12)
    let slot = first & last
    for (;;) {
      const at = slot * slotWords
      if (words[at + digestWords] === 0) return at
      const isEqual =
        words[at] === first && words[at + 1] === second && words[at + 2] === third && words[at + 3] === fourth
      if (isEqual) return at
      slot = (slot + 1) & last
    }
  }

  return {
    add(digest, position) {
      const at = slotOf(digest)
      for (let word = 0; word < digestWords; word += 1) words[at + word] = digest.readUInt32LE(word * 4)
      words[at + digestWords] = position + 1
    },
    find: (digest) => (words[slotOf(digest) + digestWords] ?? 0) - 1,
  }
}
