/** What the functions that search the directory share: the database, its key and the statements, prepared once. */
import { nameOf, type NameKind } from './indexedNames.ts'
import { minLastDigits } from '#shared/model/search/search.ts'
import type { KeyedHash } from '../../base/keyedHash.ts'
import type { Db } from '../../storage/index.ts'
import type { ListOrderReads } from './listOrder.ts'
import type { Store } from './store.ts'
import { prepareSharesEmail } from './sharedEmail.ts'
import type { NameReads } from './nameIndex.ts'
import type { SearchIndexes } from './searchIndexes.ts'
import type { TextReads } from './textIndex.ts'
import type { Trigrams } from './trigrams.ts'

/** Above this number of candidates, scanning the list in order is faster. */
export const maxCandidates = 500

export interface FindContext {
  readonly hash: KeyedHash
  readonly trigrams: Trigrams
  readonly names: NameReads
  readonly texts: TextReads
  readonly order: ListOrderReads
  /** Prepares a page, and returns which of its customers share their address. */
  readonly preparePage: ReturnType<typeof prepareSharesEmail>
  readonly reads: ReturnType<typeof prepareReads>
}

export function createFindContext(
  db: Db,
  { hash, trigrams, facts }: Pick<Store, 'hash' | 'trigrams' | 'facts'>,
  { names, texts, order }: SearchIndexes,
): FindContext {
  const preparePage = prepareSharesEmail(db, names, facts.indexes)
  return { hash, trigrams, names, texts, order, preparePage, reads: prepareReads(db) }
}

function prepareReads(db: Db) {
  return {
    entryOf: db.prepare<[number], { entry: string }>('SELECT entry FROM customers WHERE id = ?'),
  }
}

/** Returns the ids of customers with a name that begins with `needle`. */
export const idsByBeginning = ({ names }: FindContext, kind: NameKind, needle: string): readonly number[] =>
  needle === '' ? [] : names.beginningWith(nameOf(kind, needle), maxCandidates + 1)

/** Returns the ids of customers with this activation code. */
export const idsByCode = ({ names, hash }: FindContext, code: string, limit: number): readonly number[] =>
  names.equal([nameOf('activationCode', hash('code', code))], limit)

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
  return [() => idsByBeginning(context, 'reversedNumber', backwards)]
}
