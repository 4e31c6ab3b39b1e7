/**
 * The events of the connection that is open: they are opened after the first screen has been painted, and closed with
 * the connection. The events in memory outlive it, because a sandbox goes on while its connection is closed.
 */
import type { Emit } from '#shared/contract.ts'
import { asDeskError, DeskError } from '#shared/errors.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { Clock } from '../base/clock.ts'
import { raceAbort } from '../base/raceAbort.ts'
import { systemTimer, type Timer } from '../base/timer.ts'
import { endsWithin } from '../base/withTimeout.ts'
import type { Connections, OpenConnection } from '../connections/index.ts'
import type { Log } from '../log/index.ts'
import type { HintTargets } from './hints.ts'
import type { LoopbackOptions } from './loopback.ts'
import type { EventSession, EventSessionOptions } from './session.ts'
import type { EventSource } from './source.ts'
import { defaultSource } from './sourceOf.ts'
import type { EventStore } from './store.ts'
import { createStores, type Stores, type StoresContext } from './stores.ts'

export interface ActiveEventsOptions extends StoresContext {
  readonly connections: Pick<Connections, 'current' | 'require' | 'onChange' | 'relays' | 'openEndpoint'>
  readonly targets: HintTargets
  /** Gives the open connection's sandbox the address to post to. */
  readonly announce: LoopbackOptions['announce']
  /** Makes the open connection's sandbox post this body. */
  readonly forge: LoopbackOptions['forge']
  readonly app?: LoopbackOptions['app']
  /** Returns the source of a connection's events, or `null` if it has none. */
  readonly sourceOf?: (open: OpenConnection) => Promise<EventSource | null>
  readonly clock: Clock
  readonly timer?: Timer
  readonly emit: Emit
  readonly log: Log
  /** Resolves when the window has painted its first screen. */
  readonly started: Promise<void>
}

export interface ActiveEvents {
  /**
   * The events of the open connection, or `null` if it has no source of events. Throws `not_connected`, also if the
   * connection was closed meanwhile, or the reason why the events cannot be opened.
   */
  readonly session: () => Promise<EventSession | null>
  /** Throws `not_connected` if this connection is not the open one any more. */
  readonly requireOpen: (open: OpenConnection) => void
  /** Ends the session, does something while no file is open, and starts the source that there is then. */
  readonly restart: (open: OpenConnection, between: () => Promise<void>) => Promise<void>
  readonly deleteEvents: (open: OpenConnection) => Promise<void>
  /** The customer whose page is open. */
  readonly watch: (customerUid: CustomerUid | null) => void
  readonly onResume: () => void
  readonly close: () => Promise<void>
}

/** Milliseconds that a closing connection waits for its events. */
const closeTimeoutMs = 5000

interface StartContext extends Omit<EventSessionOptions, 'store' | 'source' | 'signal'> {
  readonly stores: Stores
  readonly sourceOf: NonNullable<ActiveEventsOptions['sourceOf']>
  /** Resolves when the session may begin. */
  readonly ready: Promise<unknown>
}

async function startSession(
  { stores, sourceOf, ready, ...session }: StartContext,
  open: OpenConnection,
): Promise<EventSession | null> {
  const { signal } = open
  await raceAbort(ready, signal)
  const source = await raceAbort(sourceOf(open), signal)
  if (source === null) return null
  let store: EventStore | null = null
  try {
    const { startEventSession } = await import('./session.ts')
    store = await stores.open(open)
    return await startEventSession({ ...session, store, source, signal })
  } catch (error) {
    if (store !== null) stores.release(store)
    await source.dispose?.()
    throw error
  }
}

/** Closes the session and its file. It never rejects. */
async function closeSession(
  stores: Stores,
  starting: Promise<EventSession | null>,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const session = await starting.catch(() => null)
  if (session === null) return
  try {
    await session.close()
  } catch (thrown) {
    log.warn('The events could not be closed well', { code: asDeskError(thrown).code })
  } finally {
    stores.release(session.store)
  }
}

const requireOpenOf =
  (connections: Pick<Connections, 'current'>): ActiveEvents['requireOpen'] =>
  (open) => {
    if (connections.current() !== open) throw new DeskError('not_connected', 'This connection was closed')
  }

export function createActiveEvents(options: ActiveEventsOptions): ActiveEvents {
  const { connections, targets, clock, timer = systemTimer, emit, log } = options
  const stores = createStores(options)
  const shared = {
    stores,
    sourceOf: options.sourceOf ?? ((open: OpenConnection) => defaultSource({ ...options, timer }, open)),
    targets,
    isOpen: (uid: CustomerUid): boolean => uid === watched,
    clock,
    timer,
    emit,
    log,
  }
  let current: { readonly open: OpenConnection; readonly session: Promise<EventSession | null> } | null = null
  let closing: Promise<unknown> = Promise.resolve()
  /** It has no time limit, because a person may have to unlock the keychain, and the source is another one after it. */
  let restarting: Promise<unknown> = Promise.resolve()
  let watched: CustomerUid | null = null

  const begin = (open: OpenConnection): Promise<EventSession | null> => {
    const ready = Promise.all([options.started, closing, restarting])
    const session = startSession({ ...shared, ready }, open)
    const entry = { open, session }
    current = entry
    session.catch((thrown: unknown) => {
      if (!open.signal.aborted) log.warn('The events could not be opened', { code: asDeskError(thrown).code })
      // The next call tries again.
      if (current === entry) current = null
    })
    return session
  }

  /** Ends the session. Resolves when its file is closed. */
  const end = (): Promise<unknown> => {
    const ended = current?.session
    current = null
    if (ended !== undefined) closing = endsWithin(closeSession(stores, ended, log), closeTimeoutMs)
    return closing
  }

  const requireOpen = requireOpenOf(connections)

  const session = async (): Promise<EventSession | null> => {
    const open = connections.require()
    const found = await (current?.open === open ? current.session : begin(open)).catch((thrown: unknown) => {
      requireOpen(open)
      throw thrown
    })
    requireOpen(open)
    return found
  }

  const stopListening = connections.onChange(async (open) => {
    if (open === null) {
      watched = null
      await end()
    } else if (current?.open !== open) begin(open).catch(() => undefined)
  })
  const already = connections.current()
  if (already !== null) begin(already).catch(() => undefined)

  return {
    session,
    requireOpen,
    async restart(open, between) {
      const work = Promise.all([end(), restarting]).then(() => {
        requireOpen(open)
        return between()
      })
      // A call of the window meanwhile waits before it opens the file again.
      restarting = Promise.allSettled([work])
      try {
        await work
      } finally {
        if (connections.current() === open && current === null) begin(open).catch(() => undefined)
      }
    },
    deleteEvents: stores.remove,
    watch: (customerUid) => void (watched = customerUid),
    onResume: () => void current?.session.then((found) => found?.wake()).catch(() => undefined),
    async close() {
      stopListening()
      await end()
      stores.close()
    },
  }
}
