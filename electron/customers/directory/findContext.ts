/** What the functions that search the directory share: the database, its key and the statements, prepared once. */
import { nameOf, type NameField } from './indexedNames.ts'
import { minLastDigits, type MatchTier } from '#shared/model/search/search.ts'
import type { KeyedHash } from '../../base/keyedHash.ts'
import type { Db } from '../../storage/index.ts'
import type { ListOrderReads } from './listOrder.ts'
import { prepareSharesEmail, type SharesEmail } from './sharedEmail.ts'
import type { NameReads, Staging } from './staging.ts'
import type { TrigramReads } from './trigramIndex.ts'
import type { Trigrams } from './trigrams.ts'

/** Above this number of candidates, scanning the list in order is faster. */
export const maxCandidates = 500

export interface FindContext {
  readonly hash: KeyedHash
  readonly trigrams: Trigrams
  readonly names: NameReads
  readonly texts: TrigramReads
  readonly order: ListOrderReads
  /** Returns what tells for a page which customers share their address. */
  readonly preparePage: () => SharesEmail
  readonly reads: ReturnType<typeof prepareReads>
}

export function createFindContext(
  db: Db,
  { hash, trigrams }: Pick<FindContext, 'hash' | 'trigrams'>,
  staging: Pick<Staging, 'names' | 'texts' | 'order'>,
): FindContext {
  const { names, texts, order } = staging
  const preparePage = prepareSharesEmail(db, names)
  return { hash, trigrams, names, texts, order, preparePage, reads: prepareReads(db) }
}

function prepareReads(db: Db) {
  return {
    entryOf: db.prepare<[number], { entry: string }>('SELECT entry FROM customers WHERE id = ?'),
  }
}

/** Returns the ids of customers with a name that equals `needle` or, in other tiers, begins with it. */
export function idsByName(
  { names }: FindContext,
  field: NameField,
  tier: MatchTier,
  needle: string,
): readonly number[] {
  if (needle === '') return []
  const name = nameOf(field, needle)
  return tier === 'exact' ? names.equal(name, maxCandidates + 1) : names.beginningWith(name, maxCandidates + 1)
}

/** Returns the ids of customers with this activation code. */
export const idsByCode = ({ names, hash }: FindContext, code: string, limit: number): readonly number[] =>
  names.equal(nameOf('activationCode', hash('code', code)), limit)

export type Source = () => readonly number[]

/** Returns what the sources find, or null if that is more than `max`. */
export function collect(parts: readonly Source[], max: number): ReadonlySet<number> | null {
  const ids = new Set<number>()
  for (const source of parts) {
    for (const id of source()) ids.add(id)
    if (ids.size > max) return null
  }
  return ids
}

/** Returns the reads that together find the customers whose ICCID or IMSI ends with these digits. */
export function withLastDigits(context: FindContext, digits: string): readonly Source[] {
  if (digits.length < minLastDigits) return []
  const backwards = Array.from(digits).reverse().join('')
  return (['iccidReversed', 'imsiReversed'] as const).map(
    (field) => () => idsByName(context, field, 'suffix', backwards),
  )
}
