/**
 * The indexes of the list. The first sync of a directory drops them, and they are created after it, because sorting all
 * customers once takes a fifth of the time in which each of them is put into all indexes. Until then, and in a
 * file whose first sync was interrupted, the list is read without them.
 */
import type { CustomerFilter, CustomerSort } from '#shared/model/customer/customerList.ts'
import type { Db } from '../../storage/index.ts'
import { todayIndexes } from './today.ts'

/** The filters that are columns, whose values are 0 and 1. `members.ts` has bits for 16 of them. */
export const flagColumns = {
  error: 'error',
  notInstalled: 'not_installed',
  neverInstalled: 'never_installed',
  installed: 'installed',
  disabled: 'disabled',
  unknownState: 'unknown_state',
  waiting: 'waiting',
  active: 'active',
  empty: 'empty',
  expired: 'expired',
  unreadable: 'unreadable',
} as const satisfies Record<Exclude<CustomerFilter, 'all' | 'ending' | 'unconfirmed'>, string>
export type FlagFilter = keyof typeof flagColumns

// The compiler loses the keys of an object in a list.
export const flagFilters = Object.keys(flagColumns) as readonly FlagFilter[]

/** Returns a value for each of these filters. */
export function eachFlag<Value>(valueOf: (flag: FlagFilter) => Value): Readonly<Record<FlagFilter, Value>> {
  // It is called for each customer of a sync, so it makes no lists.
  const values: Partial<Record<FlagFilter, Value>> = {}
  for (const flag of flagFilters) values[flag] = valueOf(flag)
  return values as Record<FlagFilter, Value>
}

/** These columns in a query, by the names of their filters. */
export const selectedFlags = flagFilters.map((flag) => `${flagColumns[flag]} AS ${flag}`).join(', ')

/** The columns by which the list is sorted. */
export const sortColumns = {
  email: 'email',
  remaining: 'remaining',
  expiry: 'expiry',
  lastSeen: 'last_seen',
  sold: 'sold',
} as const satisfies Readonly<Record<CustomerSort, string>>

/** The columns and the condition of each index. */
const indexes: readonly (readonly [name: string, what: string])[] = [
  ...Object.values(sortColumns).map((column) => [`facts_all_${column}`, `(${column})`] as const),
  ...Object.values(flagColumns).flatMap((flag) =>
    Object.values(sortColumns).map((column) => [`facts_${flag}_${column}`, `(${column}) WHERE ${flag}`] as const),
  ),
  ['facts_ending', '(expiry, email, remaining, last_seen, sold) WHERE expiry IS NOT NULL'],
  ...todayIndexes,
  ['facts_since', '(since) WHERE since IS NOT NULL'],
  ['facts_until', '(until) WHERE until IS NOT NULL'],
]

const statementOf = ([name, what]: (typeof indexes)[number]): string => `CREATE INDEX ${name} ON facts ${what};`
export const indexStatements = indexes.map(statementOf).join('\n  ')

export interface FactsIndexes {
  /** Whether all of them are there. */
  readonly areThere: () => boolean
  /** Returns the part of a query that names the index by which it has to be answered, or nothing without them. */
  readonly indexedBy: (name: string) => string
  readonly drop: () => void
  /** Creates the next of them, and returns whether any are left. */
  readonly createNext: () => boolean
  readonly rolledBack: () => void
}

export function createFactsIndexes(db: Db): FactsIndexes {
  const stored = db
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'facts'")
    .pluck()
  let missing: (typeof indexes)[number][] | null = null
  const known = (): (typeof indexes)[number][] => {
    if (missing !== null) return missing
    const names = new Set(stored.all())
    return (missing = indexes.filter(([name]) => !names.has(name)))
  }
  const areThere = (): boolean => known().length === 0
  return {
    areThere,
    indexedBy: (name) => (areThere() ? `INDEXED BY ${name}` : ''),
    drop() {
      for (const [name] of indexes) db.exec(`DROP INDEX IF EXISTS ${name}`)
      missing = [...indexes]
    },
    createNext() {
      const [next] = known()
      if (next === undefined) return false
      db.exec(statementOf(next))
      missing = known().slice(1)
      return missing.length > 0
    },
    rolledBack: () => void (missing = null),
  }
}
