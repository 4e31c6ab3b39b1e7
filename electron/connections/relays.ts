/** Stores which relay a connection's events come from, together with this desk's key. */
import type { ConnectionsContext } from './context.ts'
import type { StoredRelay } from './relayKeys.ts'

export interface Relays {
  /** Throws `connection_not_found`. */
  readonly find: (id: string) => Promise<StoredRelay | null>
  /** Throws `secret_missing` and `keychain_unavailable`. */
  readonly privateKey: (id: string, relay: StoredRelay) => Promise<string>
  /** Throws `connection_not_found` if the connection was removed meanwhile, and stores nothing then. */
  readonly set: (id: string, relay: Omit<StoredRelay, 'key'>, privateKey: string) => Promise<StoredRelay>
  /** Removes the relay with its key. Does nothing if there is none. */
  readonly remove: (id: string) => Promise<void>
}

type Context = Pick<ConnectionsContext, 'store' | 'relayKeys' | 'runExclusively'>

export const createRelays = ({ store, relayKeys, runExclusively }: Context): Relays => ({
  find: async (id) => (await store.get(id)).relay,
  privateKey: relayKeys.get,
  set: (id, relay, privateKey) =>
    runExclusively(async () => {
      await store.get(id)
      const stored = { ...relay, key: await relayKeys.set(id, relay, privateKey) }
      await store.patch(id, { relay: stored })
      return stored
    }),
  remove: (id) =>
    runExclusively(async () => {
      await relayKeys.remove(id, (await store.get(id)).relay)
      await store.patch(id, { relay: null })
    }),
})
