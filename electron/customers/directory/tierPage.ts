/**
 * The customers that match a query in one tier (exact, prefix, last digits, substring, words), in list order. A small
 * number of candidates is fetched and sorted. If a query matches a large share of all customers, the list is scanned in
 * its order until the page is full.
 */
import { compact, type UnderstoodQuery } from '#shared/model/identifier.ts'
import { isLongEnough, minLastDigits, matchTiers, type MatchTier } from '#shared/model/search.ts'
import { inListOrder, isAfter, type Position } from './cursor.ts'
import { type FindContext, idsByName, maxCandidates } from './findContext.ts'
import type { NameField } from './schema.ts'
import { type Clause, clausesFor, holdsAll, type SearchText } from './searchText.ts'

const textFields: readonly NameField[] = ['email', 'customerUid', 'itemUid', 'metatag']

/** Returns at most `count` positions behind `after`. */
export function tierPage(
  context: FindContext,
  tier: MatchTier,
  query: UnderstoodQuery,
  after: Position,
  count: number,
): Position[] {
  if (clausesFor(tier, query).length === 0) return []
  const ids = tier === 'words' ? wordCandidates(context, query) : candidates(context, tier, query)
  return ids === null
    ? scan(context, tier, query, after, count)
    : pickCandidates(context, ids, tier, query, after, count)
}

type Source = () => readonly number[]

/** Returns the reads that together find all candidates of a tier of the whole query. */
export function sources(
  context: FindContext,
  tier: Exclude<MatchTier, 'words'>,
  query: UnderstoodQuery,
): readonly Source[] {
  const find = (field: NameField, needle: string) => () => idsByName(context, field, tier, needle)
  if (tier === 'substring') return isLongEnough(query.text) ? [withTexts(context, [query.text])] : []
  if (tier === 'suffix') return withLastDigits(context, query.compact)
  return [
    ...textFields.map((field) => find(field, query.text)),
    ...(['iccid', 'imsi'] as const).map((field) => find(field, query.compact)),
  ]
}

/** Finds the customers whose e-mail address and references have all of these texts, and perhaps others. */
const withTexts =
  ({ reads, trigrams }: FindContext, texts: readonly string[]): Source =>
  () =>
    reads.words.all(trigrams.matching(texts), maxCandidates + 1)

function withLastDigits(context: FindContext, digits: string): readonly Source[] {
  if (digits.length < minLastDigits) return []
  const backwards = Array.from(digits).reverse().join('')
  return (['iccidReversed', 'imsiReversed'] as const).map(
    (field) => () => idsByName(context, field, 'suffix', backwards),
  )
}

/** Finds the customers who have a uid, an ICCID or an IMSI that this word matches. */
function withIdentifier(context: FindContext, word: string): readonly Source[] {
  const find = (field: NameField, needle: string) => () => idsByName(context, field, 'prefix', needle)
  const digits = compact(word)
  return [
    find('customerUid', word),
    find('itemUid', word),
    find('iccid', digits),
    find('imsi', digits),
    ...withLastDigits(context, digits),
  ]
}

/** Returns the ids of all customers that may match in this tier, or null if there are too many. */
const candidates = (
  context: FindContext,
  tier: Exclude<MatchTier, 'words'>,
  query: UnderstoodQuery,
): ReadonlySet<number> | null => collect(sources(context, tier, query))

/** Returns what the sources find, or null if that is too much. */
function collect(parts: readonly Source[]): ReadonlySet<number> | null {
  const ids = new Set<number>()
  for (const source of parts) {
    for (const id of source()) ids.add(id)
    if (ids.size > maxCandidates) return null
  }
  return ids
}

/**
 * Returns the ids of all customers who may match each word, or null if there are too many. Whoever matches has all long
 * words in the texts, or one of them in an identifier.
 */
function wordCandidates(context: FindContext, { words }: UnderstoodQuery): ReadonlySet<number> | null {
  const long = words.filter(isLongEnough)
  const identifiers = long.map((word) => collect(withIdentifier(context, word)))
  const few = identifiers.filter((ids) => ids !== null)
  const all = few.length === long.length ? collect([withTexts(context, long), ...few.map(sourceOf)]) : null
  if (all !== null) return all
  for (const [at, word] of long.entries()) {
    const ids = identifiers[at] ?? null
    const ofWord = ids === null ? null : collect([withTexts(context, [word]), sourceOf(ids)])
    if (ofWord !== null) return ofWord
  }
  return null
}

const sourceOf =
  (ids: ReadonlySet<number>): Source =>
  () => [...ids]

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
    holdsAll(searchText, clausesFor(tier, query)) &&
    !better.some((other) => holdsAll(searchText, clausesFor(other, query)))
  )
}

function scan(
  { db }: FindContext,
  tier: MatchTier,
  query: UnderstoodQuery,
  after: Position,
  count: number,
): Position[] {
  const better = matchTiers.slice(0, matchTiers.indexOf(tier)).flatMap((other) => clausesFor(other, query))
  const clauses = clausesFor(tier, query)
  const test = (clause: Clause): string => `(${clause.map(({ column }) => `instr(${column}, ?) > 0`).join(' OR ')})`
  // Each better tier has one clause.
  const conditions = [...clauses.map(test), ...better.map((clause) => `NOT ${test(clause)}`)]
  const statement = db.prepare<unknown[], Position>(
    `SELECT sold_at AS soldAt, id FROM sales
    WHERE (sold_at, id) < (?, ?) AND ${conditions.join(' AND ')}
    ORDER BY sold_at DESC, id DESC LIMIT ?`,
  )
  const needles = [...clauses, ...better].flatMap((clause) => clause.map(({ text }) => text))
  return statement.all(after.soldAt, after.id, ...needles, count)
}
