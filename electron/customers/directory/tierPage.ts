/**
 * The customers that match a query in one tier (exact, prefix, last digits, substring, words), in list order. A small
 * number of candidates is fetched and sorted. If a query matches a large share of all customers, the list is scanned in
 * its order until the page is full.
 */
import type { UnderstoodQuery } from '#shared/model/identifier.ts'
import type { NameField, SearchText } from '#shared/model/indexedNames.ts'
import { isLongEnough, matchTiers, type MatchTier } from '#shared/model/search.ts'
import { inListOrder, isAfter, type Position } from './cursor.ts'
import { collect, type FindContext, idsByName, maxCandidates, type Source, withLastDigits } from './findContext.ts'
import { clausesFor, holdsAll } from './searchText.ts'
import { havingAll } from './trigrams.ts'
import { wordCandidates } from './wordCandidates.ts'

const textFields: readonly NameField[] = ['email', 'customerUid', 'foldedUid', 'itemUid', 'metatag']

/** Returns at most `count` positions behind `after`. */
export function tierPage(
  context: FindContext,
  tier: MatchTier,
  query: UnderstoodQuery,
  after: Position,
  count: number,
): Position[] {
  if (clausesFor(tier, query).length === 0) return []
  const ids = tier === 'words' ? wordCandidates(context, query.words) : candidates(context, tier, query)
  return ids === null
    ? scan(context, tier, query, after, count)
    : pickCandidates(context, ids, tier, query, after, count)
}

/** Returns the reads that together find all candidates of a tier of the whole query. */
export function sources(
  context: FindContext,
  tier: Exclude<MatchTier, 'words'>,
  query: UnderstoodQuery,
): readonly Source[] {
  const find = (field: NameField, needle: string) => () => idsByName(context, field, tier, needle)
  if (tier === 'substring') return isLongEnough(query.text) ? [withText(context, query.text)] : []
  if (tier === 'suffix') return withLastDigits(context, query.compact)
  return [
    ...textFields.map((field) => find(field, query.text)),
    ...(['iccid', 'imsi'] as const).map((field) => find(field, query.compact)),
  ]
}

/** Finds the customers whose e-mail address or references have this text, and perhaps others. */
const withText =
  ({ texts, trigrams }: FindContext, text: string): Source =>
  () =>
    texts.find(havingAll(trigrams.matching([text])), maxCandidates + 1)

/** Returns the ids of all customers that may match in this tier, or null if there are too many. */
const candidates = (
  context: FindContext,
  tier: Exclude<MatchTier, 'words'>,
  query: UnderstoodQuery,
): ReadonlySet<number> | null => collect(sources(context, tier, query), maxCandidates)

/** Returns the positions of these customers in list order. */
export const sorted = ({ reads }: FindContext, ids: ReadonlySet<number>): Position[] =>
  reads.positionsById.all(JSON.stringify([...ids])).toSorted(inListOrder)

function pickCandidates(
  context: FindContext,
  ids: ReadonlySet<number>,
  tier: MatchTier,
  query: UnderstoodQuery,
  after: Position,
  count: number,
): Position[] {
  const picked: Position[] = []
  for (const position of sorted(context, ids)) {
    if (picked.length === count) break
    const searchText = isAfter(position, after) ? context.order.textAt(position) : undefined
    if (searchText !== undefined && isBestTier(tier, query, searchText)) picked.push(position)
  }
  return picked
}

/** Returns whether the customer matches in this tier and in no better one, where it was listed already. */
function isBestTier(tier: MatchTier, query: UnderstoodQuery, searchText: SearchText): boolean {
  const better = matchTiers.slice(0, matchTiers.indexOf(tier))
  return (
    holdsAll(searchText, clausesFor(tier, query)) &&
    !better.some((other) => holdsAll(searchText, clausesFor(other, query)))
  )
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
