/**
 * The index of the texts that are searched in their middle: SQLite's full-text index of their trigrams, without
 * positions, so that what is found has to be compared with the query.
 */
import type { Db } from '../../storage/index.ts'
import { anyOf, boundsOf, prepareChange } from './fullText.ts'
import type { Clauses } from './trigrams.ts'

export interface TextReads {
  /** Returns at most `limit` customers who have a trigram of each clause, those who were added last first. */
  readonly find: (clauses: Clauses, limit: number) => number[]
  /** Returns at most `limit` of the trigrams that begin with this text. */
  readonly beginningWith: (text: string, limit: number) => string[]
}

export interface TextIndex extends TextReads {
  /** Replaces the text of a customer, of which an empty one is not indexed. */
  readonly change: (id: number, before: string, after: string) => void
}

export function createTextIndex(db: Db): TextIndex {
  db.exec('CREATE VIRTUAL TABLE temp.trigrams USING fts5vocab(main, texts, row)')
  const find = db
    .prepare<[string, number], number>('SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rowid DESC LIMIT ?')
    .pluck()
  const beginning = db
    .prepare<[string, string, number], string>('SELECT term FROM temp.trigrams WHERE term >= ? AND term < ? LIMIT ?')
    .pluck()
  return {
    change: prepareChange(db, 'texts'),
    find: (clauses, limit) =>
      clauses.length === 0 ? [] : find.all(clauses.map((clause) => `(${anyOf(clause)})`).join(' AND '), limit),
    beginningWith: (text, limit) => beginning.all(...boundsOf(text), limit),
  }
}
