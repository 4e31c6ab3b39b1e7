/** Stores which relay a connection's events come from, together with this desk's key. */
import type { ConnectionsContext } from './context.ts'
import type { Relays } from './types.ts'

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
