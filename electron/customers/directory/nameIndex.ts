/** The index of names, each with the ids of the customers who have it: a full-text index whose words are names. */
import type { Db } from '../../storage/index.ts'
import { anyOf, boundsOf, prepareChange } from './fullText.ts'
import type { Name } from './indexedNames.ts'

export interface NameReads {
  /** Returns the ids of customers with one of these names, each once and at most as many as the limit. */
  readonly equal: (names: readonly Name[], limit: number) => readonly number[]
  /** Returns the ids of customers with a name that begins with this, each once and at most as many as the limit. */
  readonly beginningWith: (beginning: string, limit: number) => readonly number[]
  /** Returns the id of the customer with exactly this uid. */
  readonly idOf: (uid: string) => number | undefined
}

export interface NameIndex extends NameReads {
  /** Replaces the names of a customer. */
  readonly change: (id: number, before: readonly Name[], after: readonly Name[]) => void
}

/** Names hold no control characters. */
const betweenNames = '\n'

export function createNameIndex(db: Db): NameIndex {
  db.exec('CREATE VIRTUAL TABLE temp.single_names USING fts5vocab(main, names, instance)')
  const change = prepareChange(db, 'names')
  const equal = db.prepare<[string, number], number>('SELECT rowid FROM names WHERE names MATCH ? LIMIT ?').pluck()
  const beginning = db
    .prepare<[string, string, number], number>(
      'SELECT DISTINCT doc FROM temp.single_names WHERE term >= ? AND term < ? LIMIT ?',
    )
    .pluck()
  const idOf = db.prepare<[string], number>('SELECT id FROM customers WHERE uid = ?').pluck()
  return {
    equal: (names, limit) => (names.length === 0 ? [] : equal.all(anyOf(names), limit)),
    beginningWith: (from, limit) => beginning.all(...boundsOf(from), limit),
    idOf: (uid) => idOf.get(uid),
    change: (id, before, after) => change(id, before.join(betweenNames), after.join(betweenNames)),
  }
}
