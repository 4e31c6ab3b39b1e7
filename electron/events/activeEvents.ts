/**
 * The events of the connection that is open: they are opened after the first screen has been painted, and closed with
 * the connection. The events in memory outlive it, because a sandbox goes on while its connection is closed.
 */
import type { Emit } from '#shared/contract.ts'
import { asDeskError } from '#shared/errors.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { Clock } from '../base/clock.ts'
import { raceAbort } from '../base/raceAbort.ts'
import { systemTimer, type Timer } from '../base/timer.ts'
import { endsWithin } from '../base/withTimeout.ts'
import type { Connections, OpenConnection } from '../connections/index.ts'
import type { Log } from '../log/index.ts'
import type { EncryptedLocation, Storage } from '../storage/index.ts'
import type { HintTargets } from './hints.ts'
import type { LoopbackOptions } from './loopback.ts'
import type { EventSession } from './session.ts'
import type { EventSource } from './source.ts'
import type { EventStore } from './store.ts'

export interface ActiveEventsOptions {
  readonly connections: Pick<Connections, 'current' | 'require' | 'onChange'>
  readonly storage: Pick<Storage, 'eventsLocation'>
  readonly targets: HintTargets
  /** Tells the open connection's sandbox where to post. */
  readonly announce: LoopbackOptions['announce']
  /** Returns the source of a connection's events, or `null` if it has none. The default is the sandbox's. */
  readonly sourceOf?: (open: OpenConnection) => Promise<EventSource | null>
  readonly clock: Clock
  readonly timer?: Timer
  readonly emit: Emit
  readonly log: Pick<Log, 'info' | 'warn'>
  /** Resolves when the window has painted its first screen. */
  readonly started: Promise<void>
}

export interface ActiveEvents {
  /**
   * The events of the open connection, or `null` if it has no source of events. Throws `not_connected`, or the reason
   * why the events cannot be opened.
   */
  readonly session: () => Promise<EventSession | null>
  /** The customer whose page is open. */
  readonly watch: (customerUid: CustomerUid | null) => void
  readonly close: () => Promise<void>
}

/** Milliseconds that a closing connection waits for its events. */
const closeTimeoutMs = 5000

/** The sandbox has new data at each start, and a connection from the command line stores nothing. */
const isStored = ({ profile }: OpenConnection): boolean => profile.kind === 'service' && profile.id !== 'ephemeral'

type LocationContext = Pick<ActiveEventsOptions, 'storage' | 'emit' | 'log'>

async function locationOf({ storage, emit, log }: LocationContext, open: OpenConnection): Promise<EncryptedLocation> {
  if (!isStored(open)) return { kind: 'memory' }
  return await storage.eventsLocation(open.profile.id).catch((thrown: unknown): EncryptedLocation => {
    const { code } = asDeskError(thrown)
    log.warn('The events could not be opened on the disk', { code })
    emit('notice', { code: 'events_in_memory', level: 'warning', details: { problem: code } })
    return { kind: 'memory' }
  })
}

interface Stores {
  readonly open: (connection: OpenConnection) => Promise<EventStore>
  /** Closes a file; what is in memory stays. */
  readonly release: (store: EventStore) => void
  readonly close: () => void
}

function createStores(context: LocationContext): Stores {
  let inMemory: { readonly identity: string; readonly store: EventStore } | null = null
  return {
    async open(connection) {
      if (inMemory?.identity === connection.identity) return inMemory.store
      const [{ openEventStore }, location] = await Promise.all([import('./store.ts'), locationOf(context, connection)])
      const onQuarantine = (file: string): void =>
        context.emit('notice', { code: 'file_moved_aside', level: 'warning', details: { file } })
      const store = openEventStore({ location, onQuarantine, log: context.log })
      if (location.kind === 'memory') {
        inMemory?.store.close()
        inMemory = { identity: connection.identity, store }
      }
      return store
    },
    release(store) {
      if (store.location === 'disk') store.close()
    },
    close: () => inMemory?.store.close(),
  }
}

export function createActiveEvents(options: ActiveEventsOptions): ActiveEvents {
  const { connections, targets, announce, clock, timer = systemTimer, emit, log } = options
  const stores = createStores(options)
  let current: { readonly open: OpenConnection; readonly session: Promise<EventSession | null> } | null = null
  let closing: Promise<unknown> = Promise.resolve()
  let watched: CustomerUid | null = null

  const sandboxSource = async (open: OpenConnection): Promise<EventSource | null> => {
    if (open.profile.kind !== 'sandbox') return null
    const { createLoopbackSource } = await import('./loopback.ts')
    return createLoopbackSource({ clock, announce })
  }
  const sourceOf = options.sourceOf ?? sandboxSource

  const closeSession = async (session: EventSession | null): Promise<void> => {
    await session?.close()
    if (session !== null) stores.release(session.store)
  }

  const startSession = async (open: OpenConnection): Promise<EventSession | null> => {
    await raceAbort(Promise.all([options.started, closing]), open.signal)
    const source = await sourceOf(open)
    if (source === null || open.signal.aborted) return null
    const [{ startEventSession }, store] = await Promise.all([import('./session.ts'), stores.open(open)])
    const isOpen = (uid: CustomerUid): boolean => uid === watched
    return await startEventSession({ store, source, targets, isOpen, clock, timer, emit, log })
  }

  const begin = (open: OpenConnection): Promise<EventSession | null> => {
    const session = startSession(open)
    const entry = { open, session }
    current = entry
    session.catch((thrown: unknown) => {
      if (!open.signal.aborted) log.warn('The events could not be opened', { code: asDeskError(thrown).code })
      // The next call tries again.
      if (current === entry) current = null
    })
    return session
  }

  /** Ends the session of the connection that was open. Resolves when its file is closed. */
  const end = (): Promise<unknown> => {
    const ended = current?.session
    current = null
    watched = null
    const closed = ended
      ?.catch(() => null)
      .then(closeSession)
      .catch((thrown: unknown) => {
        log.warn('The events could not be closed well', { code: asDeskError(thrown).code })
      })
    if (closed !== undefined) closing = endsWithin(closed, closeTimeoutMs)
    return closing
  }

  const session = async (): Promise<EventSession | null> => {
    const open = connections.require()
    return await (current?.open === open ? current.session : begin(open))
  }

  const stopListening = connections.onChange(async (open) => {
    if (open === null) await end()
    else if (current?.open !== open) begin(open).catch(() => undefined)
  })
  const already = connections.current()
  if (already !== null) begin(already).catch(() => undefined)

  return {
    session,
    watch(customerUid) {
      watched = customerUid
    },
    async close() {
      stopListening()
      await end()
      stores.close()
    },
  }
}
