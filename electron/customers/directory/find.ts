/**
 * Reading the directory: pages of customers in the order exact, beginning, last digits, anywhere, and within each the
 * most recently sold first. Few candidates are fetched and sorted; where a query matches a large share of all, the list
 * is walked in its order until the page is full. Either way a page costs milliseconds, whatever was typed.
 */
import { customerRow } from '#shared/model/customerRow.ts'
import { understandQuery, type UnderstoodQuery } from '#shared/model/identifier.ts'
import { minLastDigits, findMatch, matchTiers, namesOf, type MatchTier } from '#shared/model/search.ts'
import type { CustomerRow } from '#shared/model/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { Db } from '../../storage/index.ts'
import { readCopy, type KeyedHash } from './copy.ts'
import { beginning, inListOrder, isAfter, readCursor, writeCursor, type Cursor, type Position } from './cursor.ts'
import { holds, isLongEnough, strawsFor, type Haystack } from './searchText.ts'
import type { Page, SearchPage, SearchRequest } from './protocol.ts'
import { nameFields, type NameField } from './schema.ts'

/** More candidates than these are not collected: then walking the list is faster. */
const maxCandidates = 500
const last = '\u{10FFFF}'
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
  const positions = db.prepare<[string], Position>(
    'SELECT id, sold_at AS soldAt FROM standing WHERE id IN (SELECT value FROM json_each(?))',
  )
  const searchTextAt = db.prepare<[number, number], Haystack>(
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
      : range.all(nameFields[field], needle, needle + last, maxCandidates + 1)
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

  /** Ids of all that may match in this tier, or null where they are too many. */
  const candidates = (tier: MatchTier, query: UnderstoodQuery): ReadonlySet<number> | null => {
    const ids = new Set<number>()
    for (const source of sources(tier, query)) {
      for (const id of source()) ids.add(id)
      if (ids.size > maxCandidates) return null
    }
    return ids
  }

  /** A customer who matches better was shown before. */
  const belongsTo = (tier: MatchTier, query: UnderstoodQuery, searchText: Haystack): boolean => {
    const better = matchTiers.slice(0, matchTiers.indexOf(tier))
    return (
      holds(searchText, strawsFor(tier, query)) && !better.some((other) => holds(searchText, strawsFor(other, query)))
    )
  }

  const sorted = (ids: ReadonlySet<number>): Position[] => positions.all(JSON.stringify([...ids])).toSorted(inListOrder)

  const pickFew = (
    ids: ReadonlySet<number>,
    tier: MatchTier,
    query: UnderstoodQuery,
    after: Position,
    wanted: number,
  ): Position[] => {
    const picked: Position[] = []
    for (const place of sorted(ids)) {
      if (picked.length === wanted) break
      const searchText = isAfter(place, after) ? searchTextAt.get(place.soldAt, place.id) : undefined
      if (searchText !== undefined && belongsTo(tier, query, searchText)) picked.push(place)
    }
    return picked
  }

  const walk = (tier: MatchTier, query: UnderstoodQuery, after: Position, wanted: number): Position[] => {
    const better = matchTiers.slice(0, matchTiers.indexOf(tier)).flatMap((other) => strawsFor(other, query))
    const here = strawsFor(tier, query)
    const test = (straws: typeof here): string => straws.map(({ column }) => `instr(${column}, ?) > 0`).join(' OR ')
    const statement = db.prepare<unknown[], Position>(
      `SELECT sold_at AS soldAt, id FROM sales WHERE (sold_at, id) < (?, ?) AND (${test(here)}) ${better.length > 0 ? `AND NOT (${test(better)})` : ''} ORDER BY sold_at DESC, id DESC LIMIT ?`,
    )
    return statement.all(
      after.soldAt,
      after.id,
      ...here.map(({ text }) => text),
      ...better.map(({ text }) => text),
      wanted,
    )
  }

  const tierPage = (tier: MatchTier, query: UnderstoodQuery, after: Position, wanted: number): Position[] => {
    if (strawsFor(tier, query).length === 0) return []
    const ids = candidates(tier, query)
    return ids === null ? walk(tier, query, after, wanted) : pickFew(ids, tier, query, after, wanted)
  }

  /** One more than `limit` where there is more. */
  const places = (query: UnderstoodQuery, limit: number, from: Cursor | null): Cursor[] => {
    const found: Cursor[] = []
    for (const [tier, name] of matchTiers.entries()) {
      if (found.length > limit || tier < (from?.tier ?? 0)) continue
      const after = from?.tier === tier ? from : beginning
      found.push(...tierPage(name, query, after, limit + 1 - found.length).map((place) => ({ ...place, tier })))
    }
    return found
  }

  const placesOfCode = (code: string, limit: number, from: Cursor | null): Cursor[] => {
    const ids = new Set(equal.all(nameFields.activationCode, hash.ofCode(code), maxCandidates))
    return sorted(ids)
      .filter((place) => isAfter(place, from ?? beginning))
      .slice(0, limit + 1)
      .map((place) => ({ ...place, tier: 0 }))
  }

  const page = (
    found: readonly Cursor[],
    { limit, now }: { readonly limit: number; readonly now: number },
    query: UnderstoodQuery | null,
  ): Page => {
    const shown = found.slice(0, limit)
    const rows = shown.flatMap(({ id }) => {
      const kept = entryOf.get(id)
      if (kept === undefined) return []
      const entry = readCopy(kept.entry)
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
    const kept = id === undefined ? undefined : entryOf.get(id)
    return kept === undefined ? null : readCopy(kept.entry).customer.uid
  }

  const list: Finder['list'] = (request) => {
    const after = request.cursor === undefined ? beginning : readCursor(request.cursor)
    return page(
      inOrder.all(after.soldAt, after.id, request.limit + 1).map((place) => ({ ...place, tier: 0 })),
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
          ? placesOfCode(query.whole.value, request.limit, from)
          : places(query, request.limit, from)
      const exact = exactIds(query)
      const names = query.whole !== null || (found.length === 1 && isTelling(query.text))
      return {
        ...page(found, request, query),
        exactCount: exact.size,
        exact: exact.size === 1 && names ? uidOf([...exact][0]) : null,
      }
    },
  }
}

/** A reference such as an order number: opened at once when it is the only thing found. A plain word is not. */
const isTelling = (text: string): boolean => text.length >= 6 && /\d/.test(text)

function matchIn(entry: Parameters<typeof namesOf>[0], query: UnderstoodQuery): CustomerRow['match'] {
  return query.whole?.kind === 'activationCode' ? codeMatch : (findMatch(namesOf(entry), query)?.match ?? null)
}
