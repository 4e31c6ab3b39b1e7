/** What both of SQLite's full-text indexes need. They keep no texts, so they are given again what they were given. */
import type { Db } from '../../storage/index.ts'

/** Returns a query of what has one of these words. */
export const anyOf = (words: readonly string[]): string =>
  words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' OR ')

const maxCodePoint = '\u{10FFFF}'

/** Returns the bounds of all words that begin with this text. */
export const boundsOf = (beginning: string): readonly [from: string, before: string] => [
  beginning,
  beginning + maxCodePoint,
]

/** Returns what replaces the text of a customer in an index, of which an empty one is not indexed. */
export function prepareChange(db: Db, table: 'names' | 'texts'): (id: number, before: string, after: string) => void {
  const column = { names: 'list', texts: 'text' }[table]
  const add = db.prepare(`INSERT INTO ${table} (rowid, ${column}) VALUES (?, ?)`)
  const remove = db.prepare(`INSERT INTO ${table} (${table}, rowid, ${column}) VALUES ('delete', ?, ?)`)
  return (id, before, after) => {
    if (before === after) return
    if (before !== '') remove.run(id, before)
    if (after !== '') add.run(id, after)
  }
}
