/**
 * Three characters each of the texts that are searched in their middle, and how often they occur in a sample of them. A
 * long text is found by its rarest ones: to look up all of them, or common ones, takes many times as long. The counts
 * are estimates, since a wrong one costs only time.
 */
import type { Db } from '../../storage/index.ts'

/** Trigrams of a query that are looked up. What is found is compared with the whole query afterwards. */
export const lookedUp = 4
/** Trigrams of each text that are looked up if there are several. */
export const lookedUpOfEach = 2
/** The texts of every so many customers are counted. */
const sampledEvery = 16
/** Trigrams that occur less often in the sample are all rare. */
const minStoredCount = 3
/** Hostile texts may consist of ever new trigrams. */
const maxTrigrams = 200_000
const metaName = 'trigrams'

/** Trigrams of which a text has to have one of each clause. */
export type Clauses = readonly (readonly string[])[]

/** Returns the clauses of a text that has to have all of these. */
export const havingAll = (trigrams: readonly string[]): Clauses => trigrams.map((trigram) => [trigram])

export interface Trigrams {
  readonly add: (id: number, text: string) => void
  readonly remove: (id: number, text: string) => void
  /** Returns the trigrams to look up for customers who may have all of these texts. */
  readonly matching: (texts: readonly string[]) => readonly string[]
  /** About how many customers have this trigram, rounded up. */
  readonly rows: (trigram: string) => number
  readonly save: () => void
}

export function createTrigrams(db: Db): Trigrams {
  let counts: Map<TrigramKey, number> | null = null
  const read = db.prepare<[string], string>('SELECT value FROM meta WHERE name = ?').pluck()
  const write = db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
  /** Read with the first use, because opening a directory must be quick. */
  const known = (): Map<TrigramKey, number> => (counts ??= readCounts(read.get(metaName) ?? '{}'))
  const change = (id: number, text: string, by: 1 | -1): void => {
    if (id % sampledEvery !== 0) return
    const all = known()
    for (const key of new Set(indexedKeysOf(text))) {
      const count = (all.get(key) ?? 0) + by
      if (count <= 0) all.delete(key)
      else if (count > 1 || all.size < maxTrigrams) all.set(key, count)
    }
  }
  return {
    add: (id, text) => change(id, text, 1),
    remove: (id, text) => change(id, text, -1),
    matching(texts) {
      const all = known()
      const rarity = (trigram: string): number => all.get(keyOf(trigram)) ?? 0
      const count = texts.length > 1 ? lookedUpOfEach : lookedUp
      const rarest = texts.flatMap((text) =>
        [...new Set(trigramsOf(text))].toSorted((one, other) => rarity(one) - rarity(other)).slice(0, count),
      )
      return [...new Set(rarest)].toSorted((one, other) => rarity(one) - rarity(other))
    },
    rows: (trigram) => Math.max(known().get(keyOf(trigram)) ?? 0, minStoredCount) * sampledEvery,
    save() {
      if (counts === null) return
      const common = [...counts]
        .filter(([, count]) => count >= minStoredCount)
        .map(([key, count]) => [trigramOf(key), count])
      write.run(metaName, JSON.stringify(Object.fromEntries(common)))
    },
  }
}

function readCounts(text: string): Map<TrigramKey, number> {
  const stored: unknown = JSON.parse(text)
  const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
  return new Map(
    entries.flatMap(([trigram, count]): [TrigramKey, number][] =>
      typeof count === 'number' ? [[keyOf(trigram), count]] : [],
    ),
  )
}

/**
 * A trigram as it is looked up in memory: a number if each of its characters has at most ten bits, because a map finds
 * a number in less time than a text.
 */
export type TrigramKey = number | string

/** Bits of each character of a key that is a number. */
export const bitsOfCharacter = 10
const bits = bitsOfCharacter
const mask = 2 ** bits - 1

export const keyOf = (trigram: string): TrigramKey => keysOf(trigram)[0] ?? trigram

export const trigramOf = (key: TrigramKey): string =>
  typeof key === 'string' ? key : String.fromCharCode(key >> (2 * bits), (key >> bits) & mask, key & mask)

/** Trigrams of a customer that are indexed. Only hostile texts have as many. */
const maxIndexed = 20_000

/** Returns the trigrams of a text by which it is indexed. Of a long text each is there once, and not all of many. */
export function indexedKeysOf(text: string): readonly TrigramKey[] {
  if (text.length <= maxIndexed) return keysOf(text)
  const keys = new Set<TrigramKey>()
  // A part at a time, since a long text of one character is long, too, when it is folded.
  for (let at = 0; at < text.length && keys.size < maxIndexed; at += maxIndexed)
    for (const key of keysOf(text.slice(at, at + maxIndexed + longestTrigram))) keys.add(key)
  return [...keys].slice(0, maxIndexed)
}

/** UTF-16 code units of a trigram, without the first one. */
const longestTrigram = 5

/** Passes on what `indexedKeysOf` returns, of most texts without a list of it. */
export function eachIndexedKey(text: string, visit: (key: TrigramKey) => void): void {
  if (text.length > maxIndexed || hasLongCharacter(text)) indexedKeysOf(text).forEach(visit)
  else eachShortKey(text, visit)
}

function hasLongCharacter(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > mask) return true
  return false
}

function eachShortKey(text: string, visit: (key: number) => void): void {
  let key = 0
  for (let at = 0; at < text.length; at += 1) {
    key = ((key << bits) | text.charCodeAt(at)) & (2 ** (3 * bits) - 1)
    if (at >= 2) visit(key)
  }
}

/** Returns the trigrams of a text as they are looked up in memory, in the order of the text. */
function keysOf(text: string): readonly TrigramKey[] {
  if (hasLongCharacter(text)) return keysOfLongCharacters(text)
  const keys: number[] = []
  eachShortKey(text, (key) => keys.push(key))
  return keys
}

const keysOfLongCharacters = (text: string): TrigramKey[] =>
  trigramsOf(text).map((trigram) => {
    const codes = Array.from(trigram, (character) => character.codePointAt(0) ?? 0)
    return codes.some((code) => code > mask) ? trigram : codes.reduce((key, code) => (key << bits) | code, 0)
  })

/** Returns the trigrams in the order of the text. Halves of characters are replaced, as in the file. */
export function trigramsOf(text: string): string[] {
  const characters = Array.from(text.toWellFormed())
  const found: string[] = []
  for (let at = 0; at + 3 <= characters.length; at += 1) found.push(characters.slice(at, at + 3).join(''))
  return found
}
