/**
 * The customers that match a query in one tier (exact, prefix, last digits, substring), in list order. A small number
 * of candidates is fetched and sorted. If a query matches a large share of all customers, the list is scanned in its
 * order until the page is full.
 */
import type { UnderstoodQuery } from '#shared/model/identifier.ts'
import { minLastDigits, matchTiers, type MatchTier } from '#shared/model/search.ts'
import { inListOrder, isAfter, type Position } from './cursor.ts'
import { type FindContext, idsByName, maxCandidates } from './findContext.ts'
import type { NameField } from './schema.ts'
import { containsAny, isLongEnough, needlesFor, type SearchText } from './searchText.ts'

const textFields: readonly NameField[] = ['email', 'customerUid', 'itemUid', 'metatag']

/** Returns at most `count` positions behind `after`. */
export function tierPage(
  context: FindContext,
  tier: MatchTier,
  query: UnderstoodQuery,
  after: Position,
  count: number,
): Position[] {
  if (needlesFor(tier, query).length === 0) return []
  const ids = candidates(context, tier, query)
  return ids === null
    ? scan(context, tier, query, after, count)
    : pickCandidates(context, ids, tier, query, after, count)
}

/** Returns the reads that together find all candidates of a tier. */
export function sources(
  context: FindContext,
  tier: MatchTier,
  query: UnderstoodQuery,
): readonly (() => readonly number[])[] {
  const find = (field: NameField, needle: string) => () => idsByName(context, field, tier, needle)
  if (tier === 'substring')
    return isLongEnough(query.text)
      ? [() => context.reads.words.all(context.trigrams.matching(query.text), maxCandidates + 1)]
      : []
  if (tier === 'suffix') {
    const backwards = Array.from(query.compact).reverse().join('')
    return query.compact.length < minLastDigits
      ? []
      : [find('iccidReversed', backwards), find('imsiReversed', backwards)]
  }
  return [
    ...textFields.map((field) => find(field, query.text)),
    ...(['iccid', 'imsi'] as const).map((field) => find(field, query.compact)),
  ]
}

/** Returns the ids of all customers that may match in this tier, or null if there are too many. */
function candidates(context: FindContext, tier: MatchTier, query: UnderstoodQuery): ReadonlySet<number> | null {
  const ids = new Set<number>()
  for (const source of sources(context, tier, query)) {
    for (const id of source()) ids.add(id)
    if (ids.size > maxCandidates) return null
  }
  return ids
}

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
  const { searchTextAt } = context.reads
  const picked: Position[] = []
  for (const position of sorted(context, ids)) {
    if (picked.length === count) break
    const searchText = isAfter(position, after) ? searchTextAt.get(position.soldAt, position.id) : undefined
    if (searchText !== undefined && isBestTier(tier, query, searchText)) picked.push(position)
  }
  return picked
}

/** Returns whether the customer matches in this tier and in no better one, where it was listed already. */
function isBestTier(tier: MatchTier, query: UnderstoodQuery, searchText: SearchText): boolean {
  const better = matchTiers.slice(0, matchTiers.indexOf(tier))
  return (
    containsAny(searchText, needlesFor(tier, query)) &&
    !better.some((other) => containsAny(searchText, needlesFor(other, query)))
  )
}

function scan(
  { db }: FindContext,
  tier: MatchTier,
  query: UnderstoodQuery,
  after: Position,
  count: number,
): Position[] {
  const better = matchTiers.slice(0, matchTiers.indexOf(tier)).flatMap((other) => needlesFor(other, query))
  const needles = needlesFor(tier, query)
  const test = (some: typeof needles): string => some.map(({ column }) => `instr(${column}, ?) > 0`).join(' OR ')
  const statement = db.prepare<unknown[], Position>(
    `SELECT sold_at AS soldAt, id FROM sales
    WHERE (sold_at, id) < (?, ?) AND (${test(needles)}) ${better.length > 0 ? `AND NOT (${test(better)})` : ''}
    ORDER BY sold_at DESC, id DESC LIMIT ?`,
  )
  return statement.all(
    after.soldAt,
    after.id,
    ...needles.map(({ text }) => text),
    ...better.map(({ text }) => text),
    count,
  )
}
