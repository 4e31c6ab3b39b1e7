/** Where the events of connections are: in a file of each, or in memory. */
import type { Emit } from '#shared/contract.ts'
import { asDeskError } from '#shared/errors.ts'
import { isStored, type OpenConnection } from '../connections/index.ts'
import type { Log } from '../log/index.ts'
import type { EncryptedLocation, Storage } from '../storage/index.ts'
import type { EventStore } from './store.ts'

export interface StoresContext {
  readonly storage: Pick<Storage, 'eventsLocation' | 'deleteEvents'>
  readonly emit: Emit
  readonly log: Pick<Log, 'info' | 'warn'>
}

export interface Stores {
  readonly open: (connection: OpenConnection) => Promise<EventStore>
  /** Closes a file; what is in memory stays. */
  readonly release: (store: EventStore) => void
  /** Deletes what is stored of a connection, whose store is not open. */
  readonly remove: (connection: OpenConnection) => Promise<void>
  readonly close: () => void
}

async function locationOf({ storage, emit, log }: StoresContext, open: OpenConnection): Promise<EncryptedLocation> {
  if (!isStored(open.profile)) return { kind: 'memory' }
  return await storage.eventsLocation(open.profile.id).catch((thrown: unknown): EncryptedLocation => {
    const { code } = asDeskError(thrown)
    log.warn('The events could not be opened on the disk', { code })
    emit('notice', { code: 'events_in_memory', level: 'warning', details: { problem: code } })
    return { kind: 'memory' }
  })
}

export function createStores(context: StoresContext): Stores {
  let inMemory: { readonly identity: string; readonly store: EventStore } | null = null
  const forget = (): void => {
    inMemory?.store.close()
    inMemory = null
  }
  return {
    async open(connection) {
      if (inMemory?.identity === connection.identity) return inMemory.store
      const [{ openEventStore }, location] = await Promise.all([import('./store.ts'), locationOf(context, connection)])
      // Nothing is opened for a connection that was closed meanwhile: its file may be deleted now.
      connection.signal.throwIfAborted()
      const onQuarantine = (file: string): void =>
        context.emit('notice', { code: 'file_moved_aside', level: 'warning', details: { file } })
      const store = openEventStore({ location, onQuarantine, log: context.log })
      if (location.kind === 'memory') {
        forget()
        inMemory = { identity: connection.identity, store }
      }
      return store
    },
    release(store) {
      if (store.location === 'disk') store.close()
    },
    async remove(connection) {
      if (inMemory?.identity === connection.identity) forget()
      if (isStored(connection.profile)) await context.storage.deleteEvents(connection.profile.id)
    },
    close: forget,
  }
}
