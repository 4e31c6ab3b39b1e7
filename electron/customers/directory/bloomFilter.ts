/**
 * A Bloom filter tells of most texts that they were not added. To look each uid of a first sync up would take a fourth
 * of the time of the directory's thread, and a set of a million texts would take 100 MB.
 */

export interface BloomFilter {
  readonly add: (text: string) => void
  /** False if the text was not added. */
  readonly mayHave: (text: string) => boolean
}

const bitsOfWord = 32
const seeds = [0x81_1c_9d_c5, 0x9e_37_79_b9] as const

/**
 * @param words of four bytes each. With a million texts and 2 ** 20 words, one of about 300 texts that were not added
 * is taken for one that was; with a fourth of the words, one of 20.
 */
export function createBloomFilter(words: number): BloomFilter {
  const bits = new Uint32Array(words)
  const wordOf = (bit: number): number => Math.floor(bit / bitsOfWord) % words
  return {
    add(text) {
      for (const seed of seeds) {
        const bit = hashOf(text, seed)
        const word = wordOf(bit)
        bits[word] = (bits[word] ?? 0) | (1 << (bit % bitsOfWord))
      }
    },
    mayHave: (text) =>
      seeds.every((seed) => {
        const bit = hashOf(text, seed)
        return ((bits[wordOf(bit)] ?? 0) & (1 << (bit % bitsOfWord))) !== 0
      }),
  }
}

/** FNV-1a, whose last bits are mixed once more. */
function hashOf(text: string, seed: number): number {
  let hash = seed
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85_eb_ca_6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
