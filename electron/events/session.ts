/**
 * The events of one open connection: its file, its source, and what follows when something is received. It is loaded
 * when the first screen has been painted and a connection with a source of events is open.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Emit } from '#shared/contract.ts'
import { asDeskError, DeskError } from '#shared/errors.ts'
import type { EventStatus, EventTest } from '#shared/model/customer/events.ts'
import { parseInstant, toInstant } from '#shared/model/instant.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { Clock } from '../base/clock.ts'
import { raceAbort } from '../base/raceAbort.ts'
import type { Timer } from '../base/timer.ts'
import type { Log } from '../log/index.ts'
import { createHints, type HintTargets } from './hints.ts'
import { createListening } from './listening.ts'
import { createSelfTriggeredActivations } from './selfTriggeredActivations.ts'
import { createPushes } from './pushes.ts'
import { createRereads } from './rereads.ts'
import { createSink } from './sink.ts'
import type { EventSource } from './source.ts'
import type { EventStore } from './store.ts'
import { createEventTests } from './tests.ts'

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
  /** Aborted with the connection. */
  readonly signal: AbortSignal
}

export type SessionStatus = Omit<EventStatus, 'canHaveRelay'>

export interface EventSession {
  readonly store: EventStore
  readonly status: () => SessionStatus
  readonly markRead: (seqs: readonly number[]) => void
  readonly markAllRead: () => Promise<void>
  /** Throws `not_supported` for a source that cannot send a test. */
  readonly sendTest: (signal: AbortSignal) => Promise<EventTest>
  readonly wake: () => void
  readonly close: () => Promise<void>
}

const day = 24 * 3_600_000

interface SourceState {
  isListening: boolean
  problem: string | null
  /** Since when a source whose events wait for this desk has been read. */
  readingSince: number | null
}

const statusOf = (
  store: EventStore,
  { name, isDurable = false, relay }: EventSource,
  { isListening, problem, readingSince }: SourceState,
): SessionStatus => ({
  source: name,
  relay: relay?.() ?? null,
  listeningSince: toInstant(isDurable ? readingSince : isListening ? store.listeningSince() : null),
  problem,
  storage: store.location,
  isCut: store.isCut(),
  ...store.received(),
  unread: store.unread(),
  holes: store.holes(),
})

function isRead({ relay }: EventSource): boolean {
  const state = relay?.().state
  return state === 'stream' || state === 'polling'
}

/** Repeats a part of some work until there is no more, with a turn of the event loop after each. */
async function inParts(part: () => boolean, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && part()) await nextTurn()
}

/** Deletes what is too old, now and once a day. Returns the function that ends it. */
function prunePerDay({ store, clock, timer, log }: EventSessionOptions, signal: AbortSignal): () => void {
  let cancel = (): void => undefined
  const prune = (): void => {
    cancel = timer(day, prune)
    inParts(() => store.prune(clock.now()), signal).catch((thrown: unknown) =>
      log.warn('Old events could not be deleted', { code: asDeskError(thrown).code }),
    )
  }
  prune()
  return () => cancel()
}

/** Follows the events that arrived since the connection was opened: its sync reads what changed before. */
function createFollow(
  { store, log, clock }: EventSessionOptions,
  handleHints: ReturnType<typeof createHints>['handle'],
  markSelfTriggered: ReturnType<typeof createSelfTriggeredActivations>,
): (seqs: readonly number[]) => void {
  const openedAt = clock.now()
  return (seqs) => {
    try {
      const rows = store
        .bySeq(seqs.slice(0, maxFollowed))
        .filter(({ at }) => (parseInstant(at) ?? 0) >= openedAt - clockToleranceMs)
      markSelfTriggered(rows)
      void handleHints(rows)
    } catch (thrown) {
      log.warn('Events could not be read', { code: asDeskError(thrown).code })
    }
  }
}

/** Events of one batch. Customers beyond them are read with the next sync. */
const maxFollowed = 1000
/** Milliseconds by which the clock of a relay may differ from this machine's. */
const clockToleranceMs = 10 * 60_000

/** Creates the parts of a session, which end with it. */
function createParts(options: EventSessionOptions, closing: AbortSignal) {
  const { store, source, targets, isOpen, clock, timer, emit, log } = options
  const pushes = createPushes({ store, emit, timer })
  const rereads = createRereads(timer)
  const hints = createHints({
    targets,
    rereads,
    isOpen,
    onOwner: (iccid, uid) => pushes.updated(store.assignCustomer(iccid, uid)),
    ...(source.claims !== undefined && { claims: source.claims }),
    relayIds: store.relayIds,
    clock,
    timer,
    log,
    signal: closing,
  })
  const listening = source.isDurable === true ? null : createListening(store, clock, timer)
  const markSelfTriggered = createSelfTriggeredActivations({
    store,
    pushes,
    targets,
    clock,
    timer,
    log,
    signal: closing,
  })
  return { pushes, rereads, hints, listening, markSelfTriggered, tests: createEventTests(clock, timer) }
}

export async function startEventSession(options: EventSessionOptions): Promise<EventSession> {
  const { store, source, clock, log } = options
  const cursor = store.cursor()
  const closing = new AbortController()
  const ended = AbortSignal.any([closing.signal, options.signal])
  const { pushes, rereads, hints, listening, markSelfTriggered, tests } = createParts(options, ended)
  const state: SourceState = { isListening: false, problem: null, readingSince: null }

  const setProblem = (code: string | null): void => {
    if (code !== state.problem && code !== null) log.warn('Events cannot be received now', { code })
    if (code !== state.problem) pushes.status()
    state.problem = code
  }
  const sink = createSink({
    store,
    pushes,
    listening,
    clock,
    setProblem,
    follow: createFollow(options, hints.handle, markSelfTriggered),
    onOtherRead: hints.onOtherRead,
    onTest: tests.onArrival,
  })
  const onState = (problem: string | null): void => {
    state.readingSince = isRead(source) ? (state.readingSince ?? clock.now()) : null
    setProblem(problem)
    pushes.status()
  }
  const stopPruning = prunePerDay(options, ended)
  const stopSource = await source.start({ ...sink, onState }, cursor, ended).then(
    (stop) => {
      state.isListening = true
      return stop
    },
    (thrown: unknown) => {
      setProblem(asDeskError(thrown).code)
      return () => Promise.resolve()
    },
  )
  const close = async (): Promise<void> => {
    closing.abort()
    state.isListening = false
    rereads.stop()
    pushes.stop()
    stopPruning()
    await stopSource()
    listening?.stop()
  }
  try {
    if (state.isListening) listening?.beat()
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
  pushes.all()

  return {
    store,
    status: () => statusOf(store, source, state),
    markRead(seqs) {
      store.markRead(seqs, clock.now())
      pushes.updated(seqs)
    },
    async markAllRead() {
      const [now, last] = [clock.now(), store.lastSeq()]
      await inParts(() => store.markSomeRead(now, last), ended)
      pushes.all()
    },
    async sendTest(signal) {
      const { sendTest } = source
      if (sendTest === undefined) throw new DeskError('not_supported', 'This source of events sends no test')
      const until = AbortSignal.any([signal, ended])
      return await raceAbort(
        tests.run(() => sendTest('esimStatus', until)),
        until,
      )
    },
    wake: () => source.wake?.(),
    close,
  }
}
