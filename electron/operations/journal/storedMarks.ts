/**
 * The marks of the journal in their stores. A store that can't be read now is read again the next time, and is not
 * written before that.
 */
import { asDeskError } from '#shared/errors.ts'
import type { Log } from '../../log/index.ts'
import { JournalMark, type MarkedConnection } from './mark.ts'
import type { MarkStore } from './markStores.ts'

export interface StoredMarks {
  /** Returns the marks that were found. */
  readonly found: () => readonly JournalMark[]
  readonly isComplete: () => boolean
  /** Reads the stores that could not be read before, one after another. */
  readonly read: () => Promise<void>
  /** Writes the mark to each store that has none. */
  readonly fill: (mark: JournalMark) => Promise<void>
  /** Writes the mark to each store that could be read. A store that can't be written now is skipped. */
  readonly write: (mark: JournalMark) => Promise<void>
}

interface StoredMarksOptions {
  readonly stores: readonly MarkStore[]
  /** The first id of the journal. */
  readonly journal: string
  readonly log: Pick<Log, 'info' | 'warn'>
  /** Called with the connections of each mark that was found. */
  readonly onConnections: (connections: readonly MarkedConnection[]) => void
}

export function createStoredMarks({ stores, journal, log, onConnections }: StoredMarksOptions): StoredMarks {
  /** The mark of each store that could be read, or `null` if it had none. */
  const marks = new Map<MarkStore, JournalMark | null>()
  const writtenText = new Map<MarkStore, string>()
  /** What is logged once, although it is tried again and again. */
  const unreadable = new Set<MarkStore>()

  const writeTo = async (store: MarkStore, mark: JournalMark): Promise<void> => {
    // The time is excluded, because it alone is no reason to write the mark again.
    const text = JSON.stringify({ ...mark, at: 0 })
    if (writtenText.get(store) === text) return
    try {
      await store.write(mark, journal)
      writtenText.set(store, text)
    } catch (thrown) {
      log.warn('A mark of the journal cannot be written now', { store: store.name, code: asDeskError(thrown).code })
    }
  }

  return {
    found: () => [...marks.values()].filter((mark) => mark !== null),
    isComplete: () => marks.size >= stores.length,
    read: async () => {
      for (const store of stores) {
        if (marks.has(store)) continue
        try {
          const stored = await store.read(journal)
          const mark = JournalMark.safeParse(stored)
          if (!mark.success && stored != null) log.warn('A mark of the journal is damaged', { store: store.name })
          marks.set(store, mark.data ?? null)
          onConnections(mark.data?.connections ?? [])
        } catch (thrown) {
          if (!unreadable.has(store))
            log.info('A mark of the journal cannot be read now', { store: store.name, code: asDeskError(thrown).code })
          unreadable.add(store)
        }
      }
    },
    fill: async (mark) => {
      for (const store of stores) {
        if (marks.get(store) !== null) continue
        marks.set(store, mark)
        await writeTo(store, mark)
      }
    },
    write: async (mark) => {
      for (const store of stores) if (marks.has(store)) await writeTo(store, mark)
    },
  }
}
