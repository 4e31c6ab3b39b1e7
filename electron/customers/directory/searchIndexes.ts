/** What the directory is searched by. */
import type { Db } from '../../storage/index.ts'
import { createListOrder, type ListOrder } from './listOrder.ts'
import { createNameIndex, type NameIndex } from './nameIndex.ts'
import { createTextIndex, type TextIndex } from './textIndex.ts'

export interface SearchIndexes {
  readonly names: NameIndex
  readonly texts: TextIndex
  readonly order: ListOrder
  /** A first sync begins, of which `mergeSome` merges what it leaves. */
  readonly beginFirstSync: () => void
  /**
   * Merges some segments of the full-text indexes after a first sync, which takes some milliseconds, and returns
   * whether any are left. A search looks into each segment. Those of later runs are few, and SQLite merges them.
   */
  readonly mergeSome: () => boolean
}

const mark = 'unmerged'
/** Pages of an index that are merged without a pause. */
const mergedAtOnce = 500

export function createSearchIndexes(db: Db): SearchIndexes {
  const marked = db.prepare<[string], string>('SELECT value FROM meta WHERE name = ?').pluck()
  const addMark = db.prepare("INSERT OR REPLACE INTO meta VALUES (?, '')")
  const removeMark = db.prepare('DELETE FROM meta WHERE name = ?')
  const merges = ['names', 'texts'].map((table) =>
    // A negative number merges segments of all sizes.
    db.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', -${String(mergedAtOnce)})`),
  )
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
  /** By SQLite's documentation a merge that had nothing to do changes fewer than two rows. */
  const hasWork = (merge: (typeof merges)[number]): boolean => {
    const before = changes.get() ?? 0
    merge.run()
    return (changes.get() ?? 0) - before >= 2
  }
  return {
    names: createNameIndex(db),
    texts: createTextIndex(db),
    order: createListOrder(db),
    beginFirstSync: () => void addMark.run(mark),
    mergeSome() {
      if (marked.get(mark) === undefined) return false
      if (merges.some(hasWork)) return true
      removeMark.run(mark)
      return false
    },
  }
}
