/** What the directory remembers of itself, by name. */
import type { Db } from '../../storage/index.ts'

export interface Meta {
  readonly get: (name: string) => string | null
  readonly set: (name: string, value: string) => void
  readonly remove: (name: string) => void
}

export function metaOf(db: Db): Meta {
  const read = db.prepare<[string], string>('SELECT value FROM meta WHERE name = ?').pluck()
  const write = db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
  const remove = db.prepare('DELETE FROM meta WHERE name = ?')
  return {
    get: (name) => read.get(name) ?? null,
    set: (name, value) => void write.run(name, value),
    remove: (name) => void remove.run(name),
  }
}
