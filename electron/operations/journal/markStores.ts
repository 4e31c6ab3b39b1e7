/** The stores for marks: a file beside the journal, and the keychain, which a restored folder does not restore. */
import { DeskError } from '#shared/errors.ts'
import type { Keychain } from '../../keychain/index.ts'
import type { JournalMark } from './mark.ts'

export interface MarkStore {
  readonly name: string
  /** Returns the stored mark, or `null` or `undefined` if there is none. Throws if the store can't be read now. */
  readonly read: () => Promise<unknown>
  readonly write: (mark: JournalMark) => Promise<unknown>
}

const account = 'journal-mark'
/** Windows stores at most 2,560 bytes in one entry of the keychain. */
const maxConnections = 6
const maxNameLength = 40

export function keychainMarkStore(keychain: Keychain): MarkStore {
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
