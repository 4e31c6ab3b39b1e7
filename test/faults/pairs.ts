/** Combinations of three lists: all of them, or a small subset that contains every pair of values. */
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

/** Selects combinations greedily: each next one is the first that adds the most new pairs. */
export function allPairs<A, B, C>(as: readonly A[], bs: readonly B[], cs: readonly C[]): readonly Triple<A, B, C>[] {
  const candidates = everyTriple(as, bs, cs)
  const missing = new Set(candidates.flatMap(pairsOf))
  const selected: Triple<A, B, C>[] = []
  while (missing.size > 0) {
    const newPairs = candidates.map((one) => pairsOf(one).filter((pair) => missing.has(pair)).length)
    const best = candidates[newPairs.indexOf(Math.max(...newPairs))]
    if (best === undefined) break
    selected.push(best)
    for (const pair of pairsOf(best)) missing.delete(pair)
  }
  return selected
}
