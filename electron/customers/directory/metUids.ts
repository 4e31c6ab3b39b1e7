/**
 * Tells of most uids that no customer has them, while a directory is filled: a Bloom filter, because to look each of
 * them up would take a fourth of the time of the directory's thread, and a set of a million would take 100 MB.
 */

export interface MetUids {
  readonly add: (uid: string) => void
  /** False if the uid was not added. */
  readonly mayHave: (uid: string) => boolean
}

/** With a million uids, one of about 300 that were not added is taken for one that was. */
const words = 2 ** 20
const bitsOfWord = 32
const seeds = [0x81_1c_9d_c5, 0x9e_37_79_b9] as const

export function createMetUids(): MetUids {
  const bits = new Uint32Array(words)
  return {
    add(uid) {
      for (const seed of seeds) {
        const bit = hashOf(uid, seed)
        const word = wordOf(bit)
        bits[word] = (bits[word] ?? 0) | (1 << (bit % bitsOfWord))
      }
    },
    mayHave: (uid) =>
      seeds.every((seed) => {
        const bit = hashOf(uid, seed)
        return ((bits[wordOf(bit)] ?? 0) & (1 << (bit % bitsOfWord))) !== 0
      }),
  }
}

const wordOf = (bit: number): number => Math.floor(bit / bitsOfWord) % words

/** FNV-1a, whose last bits are mixed once more. */
function hashOf(text: string, seed: number): number {
  let hash = seed
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85_eb_ca_6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
