/** What the directory is searched by. */
import type { Db } from '../../storage/index.ts'
import { createListOrder, type ListOrder } from './listOrder.ts'
import { metaOf } from './meta.ts'
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
  const meta = metaOf(db)
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
    beginFirstSync: () => meta.set(mark, ''),
    mergeSome() {
      if (meta.get(mark) === null) return false
      if (merges.some(hasWork)) return true
      meta.remove(mark)
      return false
    },
  }
}
