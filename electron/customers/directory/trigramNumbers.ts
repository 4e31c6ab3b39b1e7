/** Trigrams that are numbered and counted as they come. */
import { bitsOfCharacter, type TrigramKey } from './trigrams.ts'

export interface TrigramNumbers {
  /** The trigrams by their numbers. */
  readonly keys: readonly TrigramKey[]
  /** How often each of them was counted. */
  readonly counts: readonly number[]
  /** The number of trigrams whose key is a text. */
  readonly texts: () => number
  /** Counts a trigram and returns its number. */
  readonly count: (key: TrigramKey) => number
  /** Returns the number of a trigram, or -1 if it was not counted. */
  readonly numberOf: (key: TrigramKey) => number
  readonly clear: () => void
}

/**
 * Most trigrams are three characters of seven bits each. They are found in a table in a fraction of the time that a map
 * takes. Memory of the table that no trigram needs is never taken from the system.
 */
const shortBits = 7
const tableSize = 2 ** (3 * shortBits)
/** Numbers in the table are of 16 bits and begin with one. */
const maxInTable = 2 ** 16 - 2
const shortMask = 2 ** shortBits - 1
const longBits = 2 ** bitsOfCharacter - 1 - shortMask
/** Has bits in common with the key of a trigram with a longer character. */
const longMask = longBits | (longBits << bitsOfCharacter) | (longBits << (2 * bitsOfCharacter))

/** Returns the place of a trigram in the table, or -1. */
function placeOf(key: TrigramKey): number {
  if (typeof key === 'string' || (key & longMask) !== 0) return -1
  const spared = bitsOfCharacter - shortBits
  return (
    ((key >> (2 * spared)) & (shortMask << (2 * shortBits))) |
    ((key >> spared) & (shortMask << shortBits)) |
    (key & shortMask)
  )
}

export function createTrigramNumbers(): TrigramNumbers {
  const table = new Uint16Array(tableSize)
  const others = new Map<TrigramKey, number>()
  const keys: TrigramKey[] = []
  const counts: number[] = []
  let texts = 0

  const add = (key: TrigramKey, place: number): number => {
    const number = keys.push(key) - 1
    counts.push(1)
    if (typeof key === 'string') texts += 1
    if (place !== -1 && number <= maxInTable) table[place] = number + 1
    else others.set(key, number)
    return number
  }
  const find = (key: TrigramKey, place: number): number => {
    const inTable = place === -1 ? 0 : (table[place] ?? 0)
    return inTable === 0 ? (others.get(key) ?? -1) : inTable - 1
  }
  return {
    keys,
    counts,
    texts: () => texts,
    count(key) {
      const place = placeOf(key)
      const number = find(key, place)
      if (number === -1) return add(key, place)
      counts[number] = (counts[number] ?? 0) + 1
      return number
    },
    numberOf: (key) => find(key, placeOf(key)),
    clear() {
      for (const key of keys) {
        const place = placeOf(key)
        if (place !== -1) table[place] = 0
      }
      others.clear()
      keys.length = 0
      counts.length = 0
      texts = 0
    },
  }
}
