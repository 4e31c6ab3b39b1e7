/**
 * The stores for marks that a restored profile folder does not restore: the keychain, or without one a file in the
 * system's folder for the state of programs. Where the system asks a person about each entry of the keychain it is
 * always the file, because a mark is no secret.
 */
import { join } from 'node:path'
import { z } from 'zod'
import { DeskError } from '#shared/errors.ts'
import { asksForEachEntry, type Keychain } from '../../keychain/index.ts'
import { createJsonFile } from '../../storage/index.ts'
import type { JournalMark } from './mark.ts'

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
