/**
 * Events of the open connection: an inbox, timelines, and the reads that they cause. This module moves no money and
 * believes nothing that an event says. The parts that receive and store are loaded once the first screen is painted.
 */
import type { Emit } from '#shared/contract.ts'
import { asDeskError, DeskError } from '#shared/errors.ts'
import type { EventStatus } from '#shared/model/events.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { HandlersOf } from '../bridge/index.ts'
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
import type { TimelineSources } from './timeline.ts'

export interface EventsOptions {
  readonly connections: Pick<Connections, 'current' | 'require' | 'onChange'>
  readonly storage: Pick<Storage, 'eventsLocation'>
  readonly targets: HintTargets
  readonly timelineSources: Omit<TimelineSources, 'events'>
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

export interface Events {
  readonly handlers: HandlersOf<'events'>
  readonly close: () => Promise<void>
}

const noEvents: EventStatus = {
  source: null,
  listeningSince: null,
  problem: null,
  storage: null,
  lastReceived: {},
  unreadable: 0,
  unread: 0,
  holes: [],
}
const defaultPageSize = 100
const defaultTimelineSize = 50
/** Milliseconds that a closing connection waits for its events. */
const closeTimeoutMs = 5000

/** The sandbox has new data at each start, and a connection from the command line stores nothing. */
const isStored = ({ profile }: OpenConnection): boolean => profile.kind === 'service' && profile.id !== 'ephemeral'

export function createEvents(options: EventsOptions): Events {
  const { connections, storage, targets, timelineSources, announce, clock, timer = systemTimer, emit, log } = options
  let current: { readonly open: OpenConnection; readonly session: Promise<EventSession | null> } | null = null
  let closing: Promise<unknown> = Promise.resolve()
  /** The events in memory outlive their connection: a sandbox goes on while its connection is closed. */
  let inMemory: { readonly identity: string; readonly store: EventStore } | null = null
  let watched: CustomerUid | null = null

  const sandboxSource = async (open: OpenConnection): Promise<EventSource | null> => {
    if (open.profile.kind !== 'sandbox') return null
    const { createLoopbackSource } = await import('./loopback.ts')
    return createLoopbackSource({ clock, announce })
  }
  const sourceOf = options.sourceOf ?? sandboxSource

  const locationOf = async (open: OpenConnection): Promise<EncryptedLocation> => {
    if (!isStored(open)) return { kind: 'memory' }
    return await storage.eventsLocation(open.profile.id).catch((thrown: unknown): EncryptedLocation => {
      const { code } = asDeskError(thrown)
      log.warn('The events could not be opened on the disk', { code })
      emit('notice', { code: 'events_in_memory', level: 'warning', details: { problem: code } })
      return { kind: 'memory' }
    })
  }

  const openStore = async (open: OpenConnection): Promise<EventStore> => {
    if (inMemory?.identity === open.identity) return inMemory.store
    const [{ openEventStore }, location] = await Promise.all([import('./store.ts'), locationOf(open)])
    const onQuarantine = (file: string): void =>
      emit('notice', { code: 'file_moved_aside', level: 'warning', details: { file } })
    const store = openEventStore({ location, onQuarantine, log })
    if (location.kind === 'memory') {
      inMemory?.store.close()
      inMemory = { identity: open.identity, store }
    }
    return store
  }

  const closeSession = async (session: EventSession | null): Promise<void> => {
    await session?.close()
    if (session?.store.location === 'disk') session.store.close()
  }

  const startSession = async (open: OpenConnection): Promise<EventSession | null> => {
    await raceAbort(Promise.all([options.started, closing]), open.signal)
    const source = await sourceOf(open)
    if (source === null || open.signal.aborted) return null
    const [{ startEventSession }, store] = await Promise.all([import('./session.ts'), openStore(open)])
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

  /** Throws `not_connected`, or the reason why the events cannot be opened. */
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
    handlers: {
      async list(input) {
        const { limit = defaultPageSize, cursor, ...filter } = input ?? {}
        const store = (await session())?.store
        if (store === undefined) return { rows: [], total: 0 }
        const found = store.page(filter, limit + 1, seqOfCursor(cursor))
        const rows = found.slice(0, limit)
        const last = rows.at(-1)
        const hasMore = found.length > limit && last !== undefined
        return { rows, total: store.count(filter), ...(hasMore && { cursor: last.id }) }
      },
      async markRead({ ids }) {
        ;(await session())?.markRead(ids.map(Number))
        return null
      },
      async markAllRead() {
        ;(await session())?.markAllRead()
        return null
      },
      async timeline({ limit = defaultTimelineSize, cursor, ...whose }) {
        const events = (await session())?.store ?? null
        const { readTimeline } = await import('./timeline.ts')
        return await readTimeline({ ...timelineSources, events }, whose, { limit, cursor })
      },
      watch({ customerUid }) {
        watched = customerUid
        return Promise.resolve(null)
      },
      status: async () => (await session())?.status() ?? noEvents,
    },
    async close() {
      stopListening()
      await end()
      inMemory?.store.close()
    },
  }
}

function seqOfCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  if (!/^\d{1,16}$/.test(cursor))
    throw new DeskError('invalid_input', 'The cursor is not valid for this list', { path: 'cursor' })
  return Number(cursor)
}
