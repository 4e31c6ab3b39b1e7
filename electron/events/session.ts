/**
 * The events of one open connection: its file, its source, and what follows when something is received. It is loaded
 * when the first screen has been painted and a connection with a source of events is open.
 */
import type { Emit } from '#shared/contract.ts'
import { asDeskError } from '#shared/errors.ts'
import type { EventStatus } from '#shared/model/events.ts'
import { toInstant } from '#shared/model/instant.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { Clock } from '../base/clock.ts'
import type { Timer } from '../base/timer.ts'
import type { Log } from '../log/index.ts'
import { asWriteError } from '../storage/index.ts'
import { createHints, type HintTargets } from './hints.ts'
import { createListening, type Listening } from './listening.ts'
import { createPushes } from './pushes.ts'
import { createRereads } from './rereads.ts'
import type { EventSink, EventSource } from './source.ts'
import type { EventStore } from './store.ts'
import type { Stored } from './writes.ts'

export interface EventSessionOptions {
  readonly store: EventStore
  readonly source: EventSource
  readonly targets: HintTargets
  /** Whether the page of this customer is open. */
  readonly isOpen: (uid: CustomerUid) => boolean
  readonly clock: Clock
  readonly timer: Timer
  readonly emit: Emit
  readonly log: Pick<Log, 'info' | 'warn'>
}

export interface EventSession {
  readonly store: EventStore
  readonly status: () => EventStatus
  readonly markRead: (seqs: readonly number[]) => void
  readonly markAllRead: () => void
  readonly close: () => Promise<void>
}

const day = 24 * 3_600_000

const statusOf = (
  store: EventStore,
  { name }: EventSource,
  { isListening, problem }: { readonly isListening: boolean; readonly problem: string | null },
): EventStatus => ({
  source: name,
  listeningSince: isListening ? toInstant(store.listeningSince()) : null,
  problem,
  storage: store.location,
  ...store.received(),
  unread: store.unread(),
  holes: store.holes(),
})

interface SinkContext {
  readonly store: EventStore
  readonly listening: Listening
  readonly setProblem: (code: string | null) => void
  readonly onStored: (stored: Stored) => void
}

function createSink({ store, listening, setProblem, onStored }: SinkContext): EventSink {
  const storeOrRefuse: EventStore['store'] = (deliveries, cursor) => {
    try {
      return store.store(deliveries, cursor)
    } catch (thrown) {
      // The sender is told that nothing was stored and does not send it again, so this time is a hole.
      listening.interrupt()
      const error = asWriteError(thrown, 'events.db')
      setProblem(error.code)
      throw error
    }
  }
  return {
    store(deliveries, cursor) {
      const stored = storeOrRefuse(deliveries, cursor)
      // The deliveries are stored, so what fails from here on must not refuse them.
      try {
        listening.beat()
      } catch {
        listening.interrupt()
      }
      setProblem(null)
      onStored(stored)
    },
  }
}

/** Deletes what is too old, now and once a day. Returns the function that ends it. */
function prunePerDay({ store, clock, timer, log }: EventSessionOptions): () => void {
  let cancel = (): void => undefined
  const prune = (): void => {
    cancel = timer(day, prune)
    try {
      store.prune(clock.now())
    } catch (thrown) {
      log.warn('Old events could not be deleted', { code: asDeskError(thrown).code })
    }
  }
  prune()
  return () => cancel()
}

export async function startEventSession(options: EventSessionOptions): Promise<EventSession> {
  const { store, source, targets, isOpen, clock, timer, emit, log } = options
  const closing = new AbortController()
  const listening = createListening(store, clock, timer)
  const pushes = createPushes(store, emit, timer)
  const rereads = createRereads(timer)
  const handleHints = createHints({
    targets,
    rereads,
    isOpen,
    onOwner: (iccid, uid) => pushes.updated(store.assignCustomer(iccid, uid)),
    clock,
    log,
    signal: closing.signal,
  })
  let problem: string | null = null
  let isListening = false

  const setProblem = (code: string | null): void => {
    if (code === problem) return
    problem = code
    if (code !== null) log.warn('Events cannot be received now', { code })
    pushes.all()
  }

  /** Repeats are followed too: a forged event could have come before the real one. */
  const follow = (seqs: readonly number[]): void => {
    try {
      void handleHints(store.bySeq(seqs))
    } catch (thrown) {
      log.warn('Events could not be read', { code: asDeskError(thrown).code })
    }
  }

  const sink = createSink({
    store,
    listening,
    setProblem,
    onStored({ arrived, repeated }) {
      pushes.arrived(arrived)
      pushes.updated(repeated)
      follow([...arrived, ...repeated])
    },
  })

  const stopPruning = prunePerDay(options)

  const stopSource = await source.start(sink, store.cursor()).then(
    (stop) => {
      isListening = true
      listening.beat()
      return stop
    },
    (thrown: unknown) => {
      setProblem(asDeskError(thrown).code)
      return () => Promise.resolve()
    },
  )
  pushes.all()

  return {
    store,
    status: () => statusOf(store, source, { isListening, problem }),
    markRead(seqs) {
      store.markRead(seqs, clock.now())
      pushes.updated(seqs)
    },
    markAllRead() {
      store.markAllRead(clock.now())
      pushes.all()
    },
    async close() {
      closing.abort()
      await stopSource()
      isListening = false
      rereads.stop()
      pushes.stop()
      stopPruning()
      listening.stop()
    },
  }
}
