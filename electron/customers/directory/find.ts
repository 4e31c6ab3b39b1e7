/**
 * Reads the directory: pages of customers ordered by match (exact, prefix, last digits, substring) and within a match
 * by the most recent sale. A small number of candidates is fetched and sorted. If a query matches a large share of all
 * customers, the list is scanned in its order until the page is full. Either way a page takes milliseconds.
 */
import { customerRow } from '#shared/model/customerRow.ts'
import { understandQuery, type UnderstoodQuery } from '#shared/model/identifier.ts'
import { minLastDigits, findMatch, matchTiers, namesOf, type MatchTier } from '#shared/model/search.ts'
import type { CustomerRow } from '#shared/model/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { Db } from '../../storage/index.ts'
import { readCopy, type KeyedHash } from './copy.ts'
import { beginning, inListOrder, isAfter, readCursor, writeCursor, type Cursor, type Position } from './cursor.ts'
import { containsAny, isLongEnough, needlesFor, type SearchText } from './searchText.ts'
import type { Page, SearchPage, SearchRequest } from './protocol.ts'
import { nameFields, type NameField } from './schema.ts'

/** Above this number of candidates, scanning the list in order is faster. */
const maxCandidates = 500
const maxCodePoint = '\u{10FFFF}'
const textFields: readonly NameField[] = ['email', 'customerUid', 'itemUid', 'metatag']
const codeMatch: CustomerRow['match'] = { field: 'activationCode', value: '', start: 0, end: 0 }

export interface Finder {
  readonly search: (request: SearchRequest) => SearchPage
  readonly list: (request: Omit<SearchRequest, 'query'>) => Page
}

export function createFinder(db: Db, hash: KeyedHash): Finder {
  const range = db
    .prepare<[number, string, string, number], number>(
      'SELECT id FROM names WHERE field = ? AND value >= ? AND value < ? LIMIT ?',
    )
    .pluck()
  const equal = db
    .prepare<[number, string, number], number>('SELECT id FROM names WHERE field = ? AND value = ? LIMIT ?')
    .pluck()
  const phrase = db.prepare<[string, number], number>('SELECT rowid FROM words WHERE words MATCH ? LIMIT ?').pluck()
  const positionsById = db.prepare<[string], Position>(
    'SELECT id, sold_at AS soldAt FROM standing WHERE id IN (SELECT value FROM json_each(?))',
  )
  const searchTextAt = db.prepare<[number, number], SearchText>(
    'SELECT words, uids, numbers FROM sales WHERE sold_at = ? AND id = ?',
  )
  const inOrder = db.prepare<[number, number, number], Position>(
    'SELECT sold_at AS soldAt, id FROM sales WHERE (sold_at, id) < (?, ?) ORDER BY sold_at DESC, id DESC LIMIT ?',
  )
  const entryOf = db.prepare<[number], { entry: string }>('SELECT entry FROM customers WHERE id = ?')

  const find = (field: NameField, tier: MatchTier, needle: string): readonly number[] => {
    if (needle === '') return []
    return tier === 'exact'
      ? equal.all(nameFields[field], needle, maxCandidates + 1)
      : range.all(nameFields[field], needle, needle + maxCodePoint, maxCandidates + 1)
  }

  const sources = (tier: MatchTier, query: UnderstoodQuery): readonly (() => readonly number[])[] => {
    if (tier === 'substring')
      return isLongEnough(query.text)
        ? [() => phrase.all(`"${query.text.replaceAll('"', '""')}"`, maxCandidates + 1)]
        : []
    if (tier === 'suffix') {
      const backwards = Array.from(query.compact).reverse().join('')
      return query.compact.length < minLastDigits
        ? []
        : [() => find('iccidReversed', tier, backwards), () => find('imsiReversed', tier, backwards)]
    }
    return [
      ...textFields.map((field) => () => find(field, tier, query.text)),
      ...(['iccid', 'imsi'] as const).map((field) => () => find(field, tier, query.compact)),
    ]
  }

  /** Returns the ids of all customers that may match in this tier, or null if there are too many. */
  const candidates = (tier: MatchTier, query: UnderstoodQuery): ReadonlySet<number> | null => {
    const ids = new Set<number>()
    for (const source of sources(tier, query)) {
      for (const id of source()) ids.add(id)
      if (ids.size > maxCandidates) return null
    }
    return ids
  }

  /** Whether the customer matches in this tier and in no better one, where it was listed already. */
  const isBestTier = (tier: MatchTier, query: UnderstoodQuery, searchText: SearchText): boolean => {
    const better = matchTiers.slice(0, matchTiers.indexOf(tier))
    return (
      containsAny(searchText, needlesFor(tier, query)) &&
      !better.some((other) => containsAny(searchText, needlesFor(other, query)))
    )
  }

  const sorted = (ids: ReadonlySet<number>): Position[] =>
    positionsById.all(JSON.stringify([...ids])).toSorted(inListOrder)

  const pickCandidates = (
    ids: ReadonlySet<number>,
    tier: MatchTier,
    query: UnderstoodQuery,
    after: Position,
    count: number,
  ): Position[] => {
    const picked: Position[] = []
    for (const position of sorted(ids)) {
      if (picked.length === count) break
      const searchText = isAfter(position, after) ? searchTextAt.get(position.soldAt, position.id) : undefined
      if (searchText !== undefined && isBestTier(tier, query, searchText)) picked.push(position)
    }
    return picked
  }

  const scan = (tier: MatchTier, query: UnderstoodQuery, after: Position, count: number): Position[] => {
    const better = matchTiers.slice(0, matchTiers.indexOf(tier)).flatMap((other) => needlesFor(other, query))
    const needles = needlesFor(tier, query)
    const test = (some: typeof needles): string => some.map(({ column }) => `instr(${column}, ?) > 0`).join(' OR ')
    const statement = db.prepare<unknown[], Position>(
      `SELECT sold_at AS soldAt, id FROM sales WHERE (sold_at, id) < (?, ?) AND (${test(needles)}) ${better.length > 0 ? `AND NOT (${test(better)})` : ''} ORDER BY sold_at DESC, id DESC LIMIT ?`,
    )
    return statement.all(
      after.soldAt,
      after.id,
      ...needles.map(({ text }) => text),
      ...better.map(({ text }) => text),
      count,
    )
  }

  const tierPage = (tier: MatchTier, query: UnderstoodQuery, after: Position, count: number): Position[] => {
    if (needlesFor(tier, query).length === 0) return []
    const ids = candidates(tier, query)
    return ids === null ? scan(tier, query, after, count) : pickCandidates(ids, tier, query, after, count)
  }

  /** Returns up to `limit + 1` positions, so that the caller knows whether there are more. */
  const findPositions = (query: UnderstoodQuery, limit: number, from: Cursor | null): Cursor[] => {
    const found: Cursor[] = []
    for (const [tier, name] of matchTiers.entries()) {
      if (found.length > limit || tier < (from?.tier ?? 0)) continue
      const after = from?.tier === tier ? from : beginning
      found.push(...tierPage(name, query, after, limit + 1 - found.length).map((position) => ({ ...position, tier })))
    }
    return found
  }

  const findCodePositions = (code: string, limit: number, from: Cursor | null): Cursor[] => {
    const ids = new Set(equal.all(nameFields.activationCode, hash.ofCode(code), maxCandidates))
    return sorted(ids)
      .filter((position) => isAfter(position, from ?? beginning))
      .slice(0, limit + 1)
      .map((position) => ({ ...position, tier: 0 }))
  }

  const page = (
    found: readonly Cursor[],
    { limit, now }: { readonly limit: number; readonly now: number },
    query: UnderstoodQuery | null,
  ): Page => {
    const shown = found.slice(0, limit)
    const rows = shown.flatMap(({ id }) => {
      const row = entryOf.get(id)
      if (row === undefined) return []
      const entry = readCopy(row.entry)
      return [customerRow(entry, now, query === null ? null : matchIn(entry, query))]
    })
    const end = shown.at(-1)
    return found.length > limit && end !== undefined ? { rows, cursor: writeCursor(end) } : { rows }
  }

  const exactIds = (query: UnderstoodQuery): ReadonlySet<number> => {
    const code = query.whole?.kind === 'activationCode' ? query.whole.value : null
    const found =
      code === null
        ? sources('exact', query).flatMap((source) => source())
        : equal.all(nameFields.activationCode, hash.ofCode(code), 2)
    return new Set(found)
  }

  const uidOf = (id: number | undefined): CustomerUid | null => {
    const row = id === undefined ? undefined : entryOf.get(id)
    return row === undefined ? null : readCopy(row.entry).customer.uid
  }

  const list: Finder['list'] = (request) => {
    const after = request.cursor === undefined ? beginning : readCursor(request.cursor)
    return page(
      inOrder.all(after.soldAt, after.id, request.limit + 1).map((position) => ({ ...position, tier: 0 })),
      request,
      null,
    )
  }

  return {
    list,
    search(request) {
      const query = understandQuery(request.query)
      if (query.text === '' && query.compact === '' && query.whole === null)
        return { ...list(request), exactCount: 0, exact: null }
      const from = request.cursor === undefined ? null : readCursor(request.cursor)
      const found =
        query.whole?.kind === 'activationCode'
          ? findCodePositions(query.whole.value, request.limit, from)
          : findPositions(query, request.limit, from)
      const exact = exactIds(query)
      const isReference = query.whole !== null || (found.length === 1 && looksLikeReference(query.text))
      return {
        ...page(found, request, query),
        exactCount: exact.size,
        exact: exact.size === 1 && isReference ? uidOf([...exact][0]) : null,
      }
    },
  }
}

/**
 * Whether the text looks like a reference, such as an order number. A customer is opened at once if a reference finds
 * only that one; a plain word does not open it.
 */
const looksLikeReference = (text: string): boolean => text.length >= 6 && /\d/.test(text)

function matchIn(entry: Parameters<typeof namesOf>[0], query: UnderstoodQuery): CustomerRow['match'] {
  return query.whole?.kind === 'activationCode' ? codeMatch : (findMatch(namesOf(entry), query)?.match ?? null)
}
