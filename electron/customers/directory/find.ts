/**
 * Reads the directory: pages of customers ordered by match (exact, prefix, last digits, substring, words) and within a
 * match by the most recent sale. A page takes milliseconds.
 */
import { customerRow } from '../../views/customerRow.ts'
import { matchingIdIn, type UnderstoodQuery } from '#shared/model/search/identifier.ts'
import { findMatch, isNamedBy, matchTiers, namesOf, understandSearch } from '#shared/model/search/search.ts'
import type { CustomerRow } from '#shared/model/customer/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { Db } from '../../storage/index.ts'
import { readCopy } from './copy.ts'
import { beginning, readCursor, writeCursor, type Cursor } from './cursor.ts'
import { otherSpelling } from '../otherSpelling.ts'
import { createFindContext, type FindContext, idsByCode, maxCandidates } from './findContext.ts'
import { nearQueries } from './near.ts'
import type { Page, SearchPage, SearchRequest } from './protocol.ts'
import type { SearchIndexes } from './searchIndexes.ts'
import type { Store } from './store.ts'
import { idsEqualTo, type Sought, tierPage } from './tierPage.ts'

const codeMatch: CustomerRow['match'] = { field: 'activationCode', value: '', start: 0, end: 0 }

type ListRequest = Omit<SearchRequest, 'query'>

export interface Finder {
  readonly search: (request: SearchRequest) => SearchPage
  readonly list: (request: ListRequest) => Page
  readonly near: (query: string) => string[]
}

export function createFinder(
  db: Db,
  store: Pick<Store, 'hash' | 'trigrams' | 'facts'>,
  indexes: SearchIndexes,
): Finder {
  const context = createFindContext(db, store, indexes)
  return {
    search: (request) => search(context, request),
    list: (request) => list(context, request),
    near: (query) => nearQueries(context, query),
  }
}

function list(context: FindContext, request: ListRequest): Page {
  const after = request.cursor === undefined ? beginning : readCursor(request.cursor)
  const found = context.order.inOrder(after, request.limit + 1).map((position) => ({ ...position, tier: 0 }))
  return pageOf(context, found, request, null)
}

function search(context: FindContext, request: SearchRequest): SearchPage {
  const query = asCode(context, understandSearch(request.query))
  if (query.text === '' && query.compact === '' && query.whole === null)
    return { ...list(context, request), exactCount: 0, hasSimilar: false, exact: null }
  const page = searchFor(context, query, request)
  const other = page.exactCount === 0 ? otherSpelling(query.whole) : null
  const found = other === null ? page : searchFor(context, understandSearch(other), { ...request, query: other })
  return found.exactCount === 0 ? page : found
}

/** A text that is the matching id of a customer's code means that code, unless somebody has it as a name. */
function asCode(context: FindContext, query: UnderstoodQuery): UnderstoodQuery {
  const value = matchingIdIn(query.text)
  if (value === null || idsByCode(context, value, 1).length === 0 || idsEqualTo(context, query).size > 0) return query
  return { text: '', compact: '', whole: { kind: 'activationCode', value }, words: [] }
}

function searchFor(context: FindContext, query: UnderstoodQuery, request: SearchRequest): SearchPage {
  const from = request.cursor === undefined ? null : readCursor(request.cursor)
  const equal = equalIds(context, query)
  const found =
    query.whole?.kind === 'activationCode'
      ? findCodePositions(context, query.whole.value, request.limit, from)
      : findPositions(context, { query, equal }, request.limit, from)
  const exact = namedIds(context, equal, query)
  const isOnly = found.length === 1 && from === null
  const names = query.whole !== null || (isOnly && looksLikeReference(query.compact))
  return {
    ...pageOf(context, found, request, query),
    exactCount: exact.size,
    hasSimilar: equal.size > exact.size,
    exact: names && exact.size === 1 ? uidOf(context, [...exact][0]) : null,
  }
}

/** Returns up to `limit + 1` positions, so that the caller knows whether there are more. */
function findPositions(context: FindContext, sought: Sought, limit: number, from: Cursor | null): Cursor[] {
  const found: Cursor[] = []
  for (const [tier, name] of matchTiers.entries()) {
    if (found.length > limit || tier < (from?.tier ?? 0)) continue
    const after = from?.tier === tier ? from : beginning
    const positions = tierPage(context, name, sought, after, limit + 1 - found.length)
    found.push(...positions.map((position) => ({ ...position, tier })))
  }
  return found
}

/** Like `findPositions`, for the customers with an activation code. */
function findCodePositions(context: FindContext, code: string, limit: number, from: Cursor | null): Cursor[] {
  const ids = [...new Set(idsByCode(context, code, maxCandidates))]
  return [...context.order.positionsOf(ids, from ?? beginning)]
    .slice(0, limit + 1)
    .map((position) => ({ ...position, tier: 0 }))
}

function pageOf(
  { reads, preparePage }: FindContext,
  found: readonly Cursor[],
  { limit, now }: { readonly limit: number; readonly now: number },
  query: UnderstoodQuery | null,
): Page {
  const shown = found.slice(0, limit)
  const page = shown.flatMap(({ id }) => {
    const row = reads.entryOf.get(id)
    return row === undefined ? [] : { id, entry: readCopy(row.entry) }
  })
  const sharesEmail = preparePage(page.map(({ entry }) => entry))
  const rows = page.map(({ id, entry }) =>
    customerRow(entry, now, query === null ? null : matchIn(entry, query), sharesEmail(id, entry)),
  )
  const end = shown.at(-1)
  return found.length > limit && end !== undefined ? { rows, cursor: writeCursor(end) } : { rows }
}

/** Returns the ids of the customers with a name that equals the query in the spelling of the search. */
function equalIds(context: FindContext, query: UnderstoodQuery): ReadonlySet<number> {
  const code = query.whole?.kind === 'activationCode' ? query.whole.value : null
  return code === null ? idsEqualTo(context, query) : new Set(idsByCode(context, code, 2))
}

/** Returns those of these customers whom the query names, and of many no more than show that it names not only one. */
function namedIds({ reads }: FindContext, equal: ReadonlySet<number>, query: UnderstoodQuery): ReadonlySet<number> {
  if (query.whole?.kind !== 'email' && query.whole?.kind !== 'uid') return equal
  const named = new Set<number>()
  for (const id of equal) {
    const row = reads.entryOf.get(id)
    if (row !== undefined && isNamedBy(namesOf(readCopy(row.entry)), query)) named.add(id)
    if (named.size === 2) break
  }
  return named
}

function uidOf({ reads }: FindContext, id: number | undefined): CustomerUid | null {
  const row = id === undefined ? undefined : reads.entryOf.get(id)
  return row === undefined ? null : readCopy(row.entry).customer.uid
}

/**
 * Whether a text without separators looks like a reference, such as an order number. A customer is opened at once if a
 * whole reference finds only that one; a plain word does not open it.
 */
const looksLikeReference = (compact: string): boolean => compact.length >= 6 && /\d/.test(compact)

function matchIn(entry: Parameters<typeof namesOf>[0], query: UnderstoodQuery): CustomerRow['match'] {
  return query.whole?.kind === 'activationCode' ? codeMatch : (findMatch(namesOf(entry), query)?.match ?? null)
}
