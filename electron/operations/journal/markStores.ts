/**
 * The stores for marks that a restored profile folder does not restore: the keychain, or without one a file in the
 * system's folder for the state of programs. Where the system asks a person about each entry of the keychain it is
 * always the file, because a mark is no secret. A store that can't be read now is read again the next time, and is not
 * written before that.
 */
import { join } from 'node:path'
import { z } from 'zod'
import { asDeskError, DeskError } from '#shared/errors.ts'
import { asksForEachEntry, type Keychain } from '../../keychain/index.ts'
import type { Log } from '../../log/index.ts'
import { createJsonFile } from '../../storage/index.ts'
import { JournalMark } from './mark.ts'

export interface MarkStore {
  readonly name: string
  /**
   * Returns the stored mark, or `null` or `undefined` if there is none. Throws if the store can't be read now.
   * @param journal the first id of the journal, which copies of it share
   */
  readonly read: (journal: string) => Promise<unknown>
  readonly write: (mark: JournalMark, journal: string) => Promise<unknown>
}

const account = 'journal-mark'
/** Windows stores at most 2,560 bytes in one entry of the keychain. */
const maxConnections = 6
const maxNameLength = 40

function keychainMarkStore(keychain: Keychain): MarkStore {
  const requireStored = async (): Promise<void> => {
    if ((await keychain.state()) === 'session')
      throw new DeskError('keychain_unavailable', 'There is no keychain to store a mark in')
  }
  return {
    name: 'keychain',
    async read() {
      await requireStored()
      const text = await keychain.get(account)
      return text === null ? null : parseJson(text)
    },
    async write(mark) {
      await requireStored()
      const connections = mark.connections
        .slice(0, maxConnections)
        .map((connection) => ({ ...connection, name: connection.name.slice(0, maxNameLength) }))
      await keychain.set(account, JSON.stringify({ ...mark, connections }))
    },
  }
}

/** Marks in a folder outside of the profile, each by the first id of its journal. */
function stateMarkStore(folder: string, isUsed: () => Promise<boolean>): MarkStore {
  const fileOf = (journal: string) =>
    createJsonFile({
      file: join(folder, `journal-${journal.replaceAll(/[^\w-]/g, '_')}.json`),
      schema: z.looseObject({}).nullable(),
      empty: null,
      now: Date.now,
    })
  return {
    name: 'state',
    read: async (journal) => ((await isUsed()) ? (await fileOf(journal).read()).content : null),
    write: async (mark, journal) => {
      if (await isUsed()) await fileOf(journal).write(mark)
    },
  }
}

/** @param folder the system's folder for the state of programs */
export function outsideMarkStores(keychain: Keychain, folder: string, asks = asksForEachEntry): readonly MarkStore[] {
  if (asks) return [stateMarkStore(folder, () => Promise.resolve(true))]
  // With a keychain nothing is read or written in the folder, so that no outdated mark is left behind.
  return [keychainMarkStore(keychain), stateMarkStore(folder, async () => (await keychain.state()) === 'session')]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

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
}

export function createStoredMarks({ stores, journal, log }: StoredMarksOptions): StoredMarks {
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
