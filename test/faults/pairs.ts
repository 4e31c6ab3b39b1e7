/** Combinations of three lists: all of them, or a subset that contains every pair of values, or every value. */
export type Triple<A, B, C> = readonly [A, B, C]

export const everyTriple = <A, B, C>(
  as: readonly A[],
  bs: readonly B[],
  cs: readonly C[],
): readonly Triple<A, B, C>[] => as.flatMap((a) => bs.flatMap((b) => cs.map((c) => [a, b, c] as const)))

const pairsOf = ([a, b, c]: Triple<unknown, unknown, unknown>): readonly string[] => [
  `1 2 ${String(a)} ${String(b)}`,
  `1 3 ${String(a)} ${String(c)}`,
  `2 3 ${String(b)} ${String(c)}`,
]
const valuesOf = (triple: Triple<unknown, unknown, unknown>): readonly string[] =>
  triple.map((value, at) => `${String(at)} ${String(value)}`)

/** Selects combinations greedily: each next one is the first that adds most of what is still missing. */
function covering<T>(candidates: readonly T[], contentsOf: (candidate: T) => readonly string[]): readonly T[] {
  const missing = new Set(candidates.flatMap(contentsOf))
  const selected: T[] = []
  while (missing.size > 0) {
    const added = candidates.map((one) => contentsOf(one).filter((content) => missing.has(content)).length)
    const best = candidates[added.indexOf(Math.max(...added))]
    if (best === undefined) break
    selected.push(best)
    for (const content of contentsOf(best)) missing.delete(content)
  }
  return selected
}

export const allPairs: typeof everyTriple = (as, bs, cs) => covering(everyTriple(as, bs, cs), pairsOf)

export const everyValue: typeof everyTriple = (as, bs, cs) => covering(everyTriple(as, bs, cs), valuesOf)
