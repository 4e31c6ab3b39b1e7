/**
 * Finds out by itself how an operation ended that isn't known: reads at growing intervals, then a person is asked. A
 * read that could not be made is made again and counts for nothing, so that a service that comes back is asked within a
 * minute, however long it was away. Sends nothing that changes anything.
 *
 * A purchase that ended without a plain answer is looked for a few times more: its request may still be executed.
 */
import { asDeskError } from '#shared/errors.ts'
import { isUnresolved, unresolvedStates } from '#shared/model/operationStates.ts'
import { isPurchaseKind } from '#shared/model/purchase.ts'
import type { Clock } from '../clock.ts'
import type { OpenConnection } from '../connections/index.ts'
import type { Log } from '../log/index.ts'
import type { Journal, JournalRow } from './journal.ts'
import { createLimiter } from './limiter.ts'
import type { Timer, Transition } from './types.ts'

const second = 1000
const minute = 60 * second
/** Since it isn't known. The fifth is a little after the time when an activation can't arrive any more. */
const checkSchedule: readonly number[] = [
  0,
  2 * second,
  5 * second,
  15 * second,
  minute + second / 2,
  3 * minute,
  10 * minute,
]
const duplicateSchedule: readonly number[] = [minute, 10 * minute, 60 * minute]
/** The second one is late enough to prove that an activation was not applied. */
const recheckSchedule: readonly number[] = [0, minute + second / 2]
/** From this look on the whole list of customers is read where nothing quicker finds a new one. */
const thoroughAfter = 5 * second
/** Looks at a time: after an outage there may be hundreds, and a person's own reads share the client's connections with them. */
const maxConcurrentChecks = 4
const day = 24 * 60 * minute

export interface ReconcileOptions {
  readonly journal: Journal
  readonly clock: Clock
  readonly timer: Timer
  readonly log: Pick<Log, 'info'>
  readonly current: () => OpenConnection | null
  /** One look; throws why the service could not be read. */
  readonly check: (
    open: OpenConnection,
    row: JournalRow,
    options: { readonly thorough: boolean; readonly signal: AbortSignal },
  ) => Promise<void>
  readonly move: (id: string, transition: Transition) => void
  /** What is said of it (when it is looked at next, that it is) has changed. */
  readonly changed: (id: string) => void
}

export interface CheckStatus {
  /** Epoch milliseconds; null while it is being looked at, or where nobody looks any more. */
  readonly nextCheck: number | null
  readonly checking: boolean
}

export interface Reconciler {
  /** It isn't known: looks begin, unless they have. */
  readonly watch: (row: JournalRow) => void
  /** It ended, and its request may still be executed. */
  readonly watchForDuplicates: (row: JournalRow) => void
  readonly statusOf: (id: string) => CheckStatus
  /** A connection has opened: what is not known of it is looked at. */
  readonly onOpened: (open: OpenConnection) => void
  /** What is waited for is done now: the machine slept. */
  readonly runDue: () => void
  readonly stop: () => void
}

interface Watched {
  readonly since: number
  readonly at: readonly number[]
  step: number
  dueAt: number | null
  checking: boolean
  cancel: () => void
}

/** The service itself says that there is nothing to look at: an answer like any other. */
function isNotFound(thrown: unknown): boolean {
  const { code, details } = asDeskError(thrown)
  return code === 'not_found' && details['definite'] === true
}

const idle: CheckStatus = { nextCheck: null, checking: false }

export function createReconciler(options: ReconcileOptions): Reconciler {
  const { journal, clock, timer, log, current, check, move, changed } = options
  const watched = new Map<string, Watched>()
  const limiter = createLimiter(maxConcurrentChecks)
  let stopped = false
  const isStopped = (): boolean => stopped

  const schedule = (id: string, entry: Watched, delay: number): void => {
    entry.cancel()
    if (stopped) return
    entry.dueAt = clock.now() + delay
    entry.cancel = timer(delay, () => {
      entry.dueAt = null
      entry.checking = true
      // Also while it waits for others.
      changed(id)
      limiter(() => runCheck(id, entry)).catch((thrown: unknown) => {
        entry.checking = false
        log.info('What was found out of an operation could not be written', {
          operation: id,
          code: asDeskError(thrown).code,
        })
        // A journal that can't be written now may be later.
        if (watched.get(id) === entry) schedule(id, entry, minute)
        else changed(id)
      })
    })
    changed(id)
  }

  const forget = (id: string, entry: Watched): void => {
    entry.cancel()
    if (watched.get(id) === entry) watched.delete(id)
  }

  const startWatching = (id: string, at: readonly number[]): void => {
    if (watched.has(id) || stopped) return
    const entry: Watched = {
      since: clock.monotonic(),
      at,
      step: 0,
      dueAt: null,
      checking: false,
      cancel: () => undefined,
    }
    watched.set(id, entry)
    schedule(id, entry, at[0] ?? 0)
  }

  const elapsed = (entry: Watched): number => clock.monotonic() - entry.since
  /** What a look of this row is for has come. */
  const isDone = (entry: Watched, row: JournalRow): boolean =>
    entry.at === duplicateSchedule ? false : !isUnresolved(row.state)

  const giveUp = (row: JournalRow, cause: string): void => {
    if (row.state === 'UNKNOWN') move(row.id, { state: 'NEEDS_HUMAN', cause, reason: row.reason })
  }

  /** The next look that is still to come; those whose time went by are made up for by the one that was just made. */
  const scheduleNext = (entry: Watched, row: JournalRow): void => {
    const now = elapsed(entry)
    const next = entry.at.findIndex((at, step) => step > entry.step && at > now)
    if (next === -1) {
      giveUp(row, 'looks ended')
      forget(row.id, entry)
      changed(row.id)
      return
    }
    entry.step = next
    schedule(row.id, entry, (entry.at[next] ?? 0) - now)
  }

  const scheduleRetry = (entry: Watched, row: JournalRow): void => {
    const now = elapsed(entry)
    if (now >= (entry.at.at(-1) ?? 0)) giveUp(row, 'not readable')
    schedule(row.id, entry, now < minute ? 5 * second : minute)
  }

  const runCheck = async (id: string, entry: Watched): Promise<void> => {
    if (isStopped()) return
    const open = current()
    const row = journal.row(id)
    if (row === undefined || isDone(entry, row) || open === null || row.connection !== open.identity) {
      entry.checking = false
      forget(id, entry)
      changed(id)
      return
    }
    const hasRead = await check(open, row, {
      thorough: entry.at === duplicateSchedule || elapsed(entry) >= thoroughAfter,
      signal: open.signal,
    }).then(
      () => true,
      (thrown: unknown) => {
        log.info('An operation that is not known could not be looked at', {
          operation: id,
          code: asDeskError(thrown).code,
        })
        return isNotFound(thrown)
      },
    )
    entry.checking = false
    if (isStopped()) return
    const after = journal.row(id)
    // Opened anew meanwhile, it found this watch in place.
    const isConnectionClosed = open.signal.aborted && current()?.identity !== open.identity
    if (after === undefined || isConnectionClosed || isDone(entry, after)) {
      forget(id, entry)
      changed(id)
      return
    }
    if (hasRead) scheduleNext(entry, after)
    else scheduleRetry(entry, after)
  }

  return {
    watch: ({ id, state }) => {
      startWatching(id, state === 'UNKNOWN' ? checkSchedule : recheckSchedule)
    },
    watchForDuplicates: ({ id, kind }) => {
      const before = watched.get(id)
      if (before !== undefined) forget(id, before)
      if (isPurchaseKind(kind)) startWatching(id, duplicateSchedule)
    },
    statusOf: (id) => {
      const entry = watched.get(id)
      return entry === undefined || entry.at === duplicateSchedule
        ? idle
        : { nextCheck: entry.checking ? null : entry.dueAt, checking: entry.checking }
    },
    onOpened: ({ identity }) => {
      for (const state of unresolvedStates) {
        for (const { id, connection } of journal.openIn(state)) {
          if (connection === identity) startWatching(id, state === 'UNKNOWN' ? checkSchedule : recheckSchedule)
        }
      }
      for (const { id } of journal.deniedPurchases(identity, clock.now() - day)) startWatching(id, duplicateSchedule)
    },
    runDue: () => {
      for (const [id, entry] of watched) if (!entry.checking) schedule(id, entry, 0)
    },
    stop: () => {
      stopped = true
      for (const entry of watched.values()) entry.cancel()
      watched.clear()
    },
  }
}
