/**
 * The customers that match a query in one tier (exact, prefix, last digits, substring, words), in list order. A small
 * number of candidates is fetched and sorted. If a query matches a large share of all customers, the list is scanned in
 * its order until the page is full.
 */
import type { UnderstoodQuery } from '#shared/model/search/identifier.ts'
import { type NameKind, nameOf, type SearchText } from './indexedNames.ts'
import { isLongEnough, matchTiers, type MatchTier } from '#shared/model/search/search.ts'
import type { Position } from './cursor.ts'
import { collect, type FindContext, idsByBeginning, maxCandidates, type Source, withLastDigits } from './findContext.ts'
import { clausesFor, holdsAll } from './searchText.ts'
import { textCandidates } from './textCandidates.ts'
import { wordCandidates } from './wordCandidates.ts'

/** What is searched for. */
export interface Sought {
  readonly query: UnderstoodQuery
  /** The customers with a name that equals the query. */
  readonly equal: ReadonlySet<number>
}

/** Returns at most `count` positions behind `after`. */
export function tierPage(
  context: FindContext,
  tier: MatchTier,
  sought: Sought,
  after: Position,
  count: number,
): Position[] {
  const { query } = sought
  if (clausesFor(tier, query).length === 0) return []
  const ids = candidates(context, tier, sought)
  return ids === null
    ? scan(context, tier, query, after, count)
    : pickCandidates(context, ids, tier, query, after, count)
}

/** Returns the ids of the customers with a name that equals the query in the spelling of the search. */
export const idsEqualTo = ({ names }: FindContext, query: UnderstoodQuery): ReadonlySet<number> =>
  new Set(
    names.equal(
      spellingsOf(query).flatMap(([kind, needle]) => (needle === '' ? [] : nameOf(kind, needle))),
      maxCandidates + 1,
    ),
  )

/** Returns the query as the names of each kind would have it. */
const spellingsOf = ({ text, compact }: UnderstoodQuery): readonly (readonly [NameKind, string])[] => [
  ['email', text],
  ['metatag', text],
  ['uid', text],
  ['number', compact],
]

/** Returns the reads that together find the customers with a name that begins with the query. */
const namesLike = (context: FindContext, query: UnderstoodQuery): readonly Source[] =>
  spellingsOf(query).map(
    ([kind, needle]) =>
      () =>
        idsByBeginning(context, kind, needle),
  )

/** Returns the ids of all customers that may match in this tier, or null if there are too many. */
function candidates(context: FindContext, tier: MatchTier, { query, equal }: Sought): readonly number[] | null {
  const few = (ids: ReadonlySet<number> | null): readonly number[] | null => ids && [...ids]
  switch (tier) {
    case 'exact':
      return equal.size > maxCandidates ? null : few(equal)
    case 'prefix':
      return few(collect(namesLike(context, query), maxCandidates))
    case 'suffix':
      return few(collect(withLastDigits(context, query.compact), maxCandidates))
    case 'substring':
      return isLongEnough(query.text) ? textCandidates(context, query.text) : []
    case 'words':
      return few(wordCandidates(context, query.words))
  }
}

function pickCandidates(
  context: FindContext,
  ids: readonly number[],
  tier: MatchTier,
  query: UnderstoodQuery,
  after: Position,
  count: number,
): Position[] {
  const isBestTier = bestTierTest(tier, query)
  const picked: Position[] = []
  for (const position of context.order.positionsOf(ids, after)) {
    if (picked.length === count) break
    const searchText = context.order.textAt(position)
    if (searchText !== undefined && isBestTier(searchText)) picked.push(position)
  }
  return picked
}

/** Returns a test whether a customer matches in this tier and in no better one, where it was listed already. */
function bestTierTest(tier: MatchTier, query: UnderstoodQuery): (searchText: SearchText) => boolean {
  const clauses = clausesFor(tier, query)
  const better = matchTiers.slice(0, matchTiers.indexOf(tier)).map((other) => clausesFor(other, query))
  return (searchText) => holdsAll(searchText, clauses) && !better.some((others) => holdsAll(searchText, others))
}

function scan(
  { order }: FindContext,
  tier: MatchTier,
  query: UnderstoodQuery,
  after: Position,
  count: number,
): Position[] {
  // Each better tier has one clause.
  const better = matchTiers.slice(0, matchTiers.indexOf(tier)).flatMap((other) => clausesFor(other, query))
  return order.inOrder(after, count, { all: clausesFor(tier, query), none: better })
}
