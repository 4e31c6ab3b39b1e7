/**
 * Reconciles operations whose outcome is unknown: it checks them at growing intervals and then leaves them to a person. A
 * check that fails does not count and is repeated within a minute, so that the desk notices when a service is back. All
 * requests are reads.
 *
 * A purchase that ended without a clear answer is checked for duplicates a few more times, because its request may still
 * be executed.
 */
import { asDeskError } from '#shared/errors.ts'
import { isUnresolved, unresolvedStates } from '#shared/model/operationStates.ts'
import { isPurchaseKind } from '#shared/model/purchase.ts'
import type { Clock } from '../../base/clock.ts'
import type { OpenConnection } from '../../connections/index.ts'
import type { Log } from '../../log/index.ts'
import type { Journal, JournalRow } from '../journal/journal.ts'
import { createLimiter } from '../../base/limiter.ts'
import type { Timer, Transition } from '../types.ts'

const second = 1000
const minute = 60 * second
/** Milliseconds since the outcome became unknown. The fifth check is just after the request can't arrive any more. */
const checkSchedule: readonly number[] = [
  0,
  2 * second,
  5 * second,
  15 * second,
  minute + second / 2,
  3 * minute,
  10 * minute,
]
/** Milliseconds since the operation ended. */
const duplicateSchedule: readonly number[] = [minute, 10 * minute, 60 * minute]
/** The schedule of an operation that needs a person. The second check is late enough to prove a missing activation. */
const recheckSchedule: readonly number[] = [0, minute + second / 2]
/** From this age on, a check may read the whole list of customers if no faster way finds a new customer. */
const thoroughAfter = 5 * second
/** After an outage there may be hundreds of checks, and they share the client's connections with the person's reads. */
const maxConcurrentChecks = 4
const day = 24 * 60 * minute

export interface CheckOptions {
  /** Whether to read the whole list of customers if no faster way finds a new customer. */
  readonly thorough: boolean
  readonly signal: AbortSignal
}

export interface ReconcileOptions {
  readonly journal: Journal
  readonly clock: Clock
  readonly timer: Timer
  readonly log: Pick<Log, 'info'>
  readonly current: () => OpenConnection | null
  /** Checks one operation once. Rejects if the service can't be read. */
  readonly check: (open: OpenConnection, row: JournalRow, options: CheckOptions) => Promise<void>
  readonly move: (id: string, transition: Transition) => void
  /** Called when the check status of an operation has changed. */
  readonly changed: (id: string) => void
}

export interface CheckStatus {
  /** Epoch milliseconds, or `null` while a check is running and when no check is scheduled. */
  readonly nextCheck: number | null
  readonly checking: boolean
}

export interface Reconciler {
  /** Starts the checks of an operation with an unknown outcome, unless they have started before. */
  readonly watch: (row: JournalRow) => void
  /** Starts the checks of a purchase that has ended while its request may still be executed. */
  readonly watchForDuplicates: (row: JournalRow) => void
  readonly statusOf: (id: string) => CheckStatus
  /** Starts the checks of the unresolved operations of a connection that has opened. */
  readonly onOpened: (open: OpenConnection) => void
  /** Runs all scheduled checks now, because the machine has slept. */
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

/** Whether the service itself says that the customer does not exist, which counts as a completed check. */
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
      // The status is `checking` also while the check waits for the limiter.
      changed(id)
      limiter(() => runCheck(id, entry)).catch((thrown: unknown) => {
        entry.checking = false
        log.info('The result of a check could not be written', {
          operation: id,
          code: asDeskError(thrown).code,
        })
        // The journal may be writable again later.
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
  /** Whether the operation needs no further check. */
  const isDone = (entry: Watched, row: JournalRow): boolean =>
    entry.at === duplicateSchedule ? false : !isUnresolved(row.state)

  const giveUp = (row: JournalRow, cause: string): void => {
    if (row.state === 'UNKNOWN') move(row.id, { state: 'NEEDS_HUMAN', cause, reason: row.reason })
  }

  /** Schedules the next check that is still ahead. The check that has just run replaces those that were due meanwhile. */
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
        log.info('An unresolved operation could not be checked', {
          operation: id,
          code: asDeskError(thrown).code,
        })
        return isNotFound(thrown)
      },
    )
    entry.checking = false
    if (isStopped()) return
    const after = journal.row(id)
    // If the connection has been reopened meanwhile, `onOpened` has found this entry and the checks go on.
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
