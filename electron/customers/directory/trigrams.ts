/**
 * Three characters each of the texts that are searched in their middle, and how often they occur in a sample of them. A
 * long text is found by its rarest ones: to look up all of them, or common ones, takes many times as long. The counts
 * are estimates, since a wrong one costs only time.
 */
import type { Db } from '../../storage/index.ts'
import { metaOf } from './meta.ts'

/** Trigrams of a query that are looked up. What is found is compared with the whole query afterwards. */
export const lookedUp = 4
/** Trigrams of each text that are looked up if there are several. */
export const lookedUpOfEach = 2
/** The texts of every so many customers are counted. */
const sampledEvery = 16
/** Trigrams that occur less often in the sample are all rare. */
const minStoredCount = 3
/** Hostile texts may consist of ever new trigrams, and may be long. */
const maxTrigrams = 200_000
const maxSampled = 20_000
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
  let counts: Map<string, number> | null = null
  const meta = metaOf(db)
  /** Read with the first use, because opening a directory must be quick. */
  const known = (): Map<string, number> => (counts ??= readCounts(meta.get(metaName) ?? '{}'))
  const change = (id: number, text: string, by: 1 | -1): void => {
    if (id % sampledEvery !== 0) return
    const all = known()
    for (const trigram of new Set(trigramsOf(text.slice(0, maxSampled)))) {
      const count = (all.get(trigram) ?? 0) + by
      if (count <= 0) all.delete(trigram)
      else if (count > 1 || all.size < maxTrigrams) all.set(trigram, count)
    }
  }
  return {
    add: (id, text) => change(id, text, 1),
    remove: (id, text) => change(id, text, -1),
    matching(texts) {
      const all = known()
      const rarity = (trigram: string): number => all.get(trigram) ?? 0
      const count = texts.length > 1 ? lookedUpOfEach : lookedUp
      const rarest = texts.flatMap((text) =>
        [...new Set(trigramsOf(text))].toSorted((one, other) => rarity(one) - rarity(other)).slice(0, count),
      )
      return [...new Set(rarest)].toSorted((one, other) => rarity(one) - rarity(other))
    },
    rows: (trigram) => Math.max(known().get(trigram) ?? 0, minStoredCount) * sampledEvery,
    save() {
      if (counts === null) return
      const common = [...counts].filter(([, count]) => count >= minStoredCount)
      meta.set(metaName, JSON.stringify(Object.fromEntries(common)))
    },
  }
}

function readCounts(text: string): Map<string, number> {
  const stored: unknown = JSON.parse(text)
  const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
  return new Map(
    entries.flatMap(([trigram, count]): [string, number][] => (typeof count === 'number' ? [[trigram, count]] : [])),
  )
}

/** Returns the trigrams in the order of the text. Halves of characters are replaced, as in the file. */
export function trigramsOf(text: string): string[] {
  const characters = Array.from(text.toWellFormed())
  const found: string[] = []
  for (let at = 0; at + 3 <= characters.length; at += 1) found.push(characters.slice(at, at + 3).join(''))
  return found
}
