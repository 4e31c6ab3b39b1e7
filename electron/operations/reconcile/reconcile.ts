/**
 * Reconciles operations whose outcome is unknown: it checks them at growing intervals and then leaves them to a person.
 * A check that fails does not count and is repeated within a minute, so that the desk notices when a service is back.
 * All requests are reads.
 *
 * A purchase that ended without a clear answer is checked for duplicates a few more times, because its request may
 * still be executed.
 */
import { asDeskError } from '#shared/errors.ts'
import { isUnresolved, unresolvedStates } from '#shared/model/operation/operationStates.ts'
import { isPurchaseKind } from '#shared/model/operation/purchase.ts'
import type { Clock } from '../../base/clock.ts'
import type { OpenConnection } from '../../connections/index.ts'
import type { Log } from '../../log/index.ts'
import type { Journal, JournalRow } from '../journal/journal.ts'
import { createLimiter, type Limiter } from '../../base/limiter.ts'
import type { Timer } from '../../base/timer.ts'
import type { Transition } from '../types.ts'
import {
  acceptedSchedule,
  checkSchedule,
  day,
  duplicateSchedule,
  minute,
  recheckSchedule,
  retryDelay,
  thoroughAfter,
} from './schedule.ts'
import { isAcceptedUnseen } from '../outcomes.ts'
import { createWatchList, type Watched, type WatchList } from './watchList.ts'

/** After an outage there may be hundreds of checks, and they share the client's connections with the person's reads. */
const maxConcurrentChecks = 4

export interface CheckOptions {
  /** Whether to read the whole list of customers if no faster way finds a new customer. */
  readonly thorough: boolean
  /** Whether a person has just pressed: then one customer may be searched for in the whole list. */
  readonly pressed?: boolean
  readonly signal: AbortSignal
}

interface ReconcileOptions {
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

interface ReconcilerContext extends ReconcileOptions {
  readonly watchList: WatchList
  readonly limiter: Limiter
}

/** Returns whether the service itself reports that the customer does not exist, which counts as a completed check. */
function isNotFound(thrown: unknown): boolean {
  const { code, details } = asDeskError(thrown)
  return code === 'not_found' && details['definite'] === true
}

/** An accepted operation gets its whole schedule again after a start, because no clock has measured the time before. */
function scheduleOf({ state, shows }: Pick<JournalRow, 'state' | 'shows'>): readonly number[] {
  if (state === 'UNKNOWN') return checkSchedule
  return state === 'CONFIRMED' && shows !== 'overdue' ? acceptedSchedule : recheckSchedule
}

const idle: CheckStatus = { nextCheck: null, checking: false }

function schedule(context: ReconcilerContext, id: string, entry: Watched, delay: number): void {
  const { clock, timer, log, changed, limiter, watchList } = context
  entry.cancel()
  if (watchList.isClosed()) return
  entry.dueAt = clock.now() + delay
  entry.cancel = timer(delay, () => {
    entry.dueAt = null
    entry.checking = true
    // The status is `checking` also while the check waits for the limiter.
    changed(id)
    limiter(() => runCheck(context, id, entry)).catch((thrown: unknown) => {
      entry.checking = false
      log.info('The result of a check could not be written', {
        operation: id,
        code: asDeskError(thrown).code,
      })
      // The journal may be writable again later.
      if (watchList.get(id) === entry) schedule(context, id, entry, minute)
      else changed(id)
    })
  })
  changed(id)
}

function startWatching(context: ReconcilerContext, id: string, at: readonly number[]): void {
  const entry = context.watchList.add(id, at)
  if (entry !== null) schedule(context, id, entry, at[0] ?? 0)
}

function stopWatching({ watchList, changed }: ReconcilerContext, id: string, entry: Watched): void {
  watchList.remove(id, entry)
  changed(id)
}

/** Returns whether the operation needs no further check. */
const isDone = (entry: Watched, row: JournalRow): boolean =>
  entry.at === duplicateSchedule ? false : !isUnresolved(row.state) && !isAcceptedUnseen(row)

function giveUp({ move, journal }: ReconcilerContext, row: JournalRow, cause: string): void {
  if (row.state === 'UNKNOWN') move(row.id, { state: 'NEEDS_HUMAN', cause, reason: row.reason })
  if (row.shows === 'none') journal.addLook(row.id, 'overdue', cause)
}

const elapsed = ({ clock }: ReconcilerContext, entry: Watched): number => clock.monotonic() - entry.since

/**
 * Schedules the next check that is still to come. The check that has just run replaces those that were due meanwhile.
 */
function scheduleNext(context: ReconcilerContext, entry: Watched, row: JournalRow): void {
  const now = elapsed(context, entry)
  const next = entry.at.findIndex((at, step) => step > entry.step && at > now)
  if (next === -1) {
    giveUp(context, row, 'looks ended')
    stopWatching(context, row.id, entry)
    return
  }
  entry.step = next
  schedule(context, row.id, entry, (entry.at[next] ?? 0) - now)
}

function scheduleRetry(context: ReconcilerContext, entry: Watched, row: JournalRow): void {
  const now = elapsed(context, entry)
  if (now >= (entry.at.at(-1) ?? 0)) {
    giveUp(context, row, 'not readable')
    // The answer to an accepted operation counts until a read shows something else.
    if (row.state === 'CONFIRMED') {
      stopWatching(context, row.id, entry)
      return
    }
  }
  schedule(context, row.id, entry, retryDelay(now))
}

async function runCheck(context: ReconcilerContext, id: string, entry: Watched): Promise<void> {
  const { journal, log, current, check, watchList } = context
  if (watchList.isClosed()) return
  const open = current()
  const row = journal.row(id)
  if (row === undefined || isDone(entry, row) || open === null || row.connection !== open.identity) {
    entry.checking = false
    stopWatching(context, id, entry)
    return
  }
  const hasRead = await check(open, row, {
    thorough: entry.at === duplicateSchedule || elapsed(context, entry) >= thoroughAfter,
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
  if (watchList.isClosed()) return
  const after = journal.row(id)
  // If the connection has been reopened meanwhile, `onOpened` has found this entry and the checks go on.
  const isConnectionClosed = open.signal.aborted && current()?.identity !== open.identity
  if (after === undefined || isConnectionClosed || isDone(entry, after)) {
    stopWatching(context, id, entry)
    return
  }
  if (hasRead) scheduleNext(context, entry, after)
  else scheduleRetry(context, entry, after)
}

export function createReconciler(options: ReconcileOptions): Reconciler {
  const { journal, clock } = options
  const watchList = createWatchList(clock)
  const context: ReconcilerContext = { ...options, watchList, limiter: createLimiter(maxConcurrentChecks) }
  const watch = (row: Pick<JournalRow, 'id' | 'state' | 'shows'>): void => {
    startWatching(context, row.id, scheduleOf(row))
  }
  return {
    watch,
    watchForDuplicates: ({ id, kind }) => {
      const before = watchList.get(id)
      if (before !== undefined) watchList.remove(id, before)
      if (isPurchaseKind(kind)) startWatching(context, id, duplicateSchedule)
    },
    statusOf: (id) => {
      const entry = watchList.get(id)
      return entry === undefined || entry.at === duplicateSchedule
        ? idle
        : { nextCheck: entry.checking ? null : entry.dueAt, checking: entry.checking }
    },
    onOpened: ({ identity }) => {
      for (const state of unresolvedStates) {
        for (const row of journal.openIn(state)) {
          if (row.connection === identity) watch(row)
        }
      }
      // An accepted operation whose change was not shown within its time needs a person, but may be shown later.
      const lately = journal.acceptedUnseen(identity, clock.now() - day).filter(isAcceptedUnseen)
      const awaited = journal.unshown(identity).filter(({ shows }) => shows === 'none')
      for (const row of [...lately, ...awaited]) watch(row)
      for (const { id } of journal.notAppliedPurchases(identity, clock.now() - day))
        startWatching(context, id, duplicateSchedule)
    },
    runDue: () => {
      for (const [id, entry] of watchList.entries()) if (!entry.checking) schedule(context, id, entry, 0)
    },
    stop: watchList.close,
  }
}
