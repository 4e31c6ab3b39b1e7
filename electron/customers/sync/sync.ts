/**
 * Keeps the directory in step with the service's customer list: reads it page by page (interface 4.6, paging by field
 * notes), and each page is searchable as soon as it is stored. A customer is removed only after two complete runs in a
 * row did not see them. A run that fails, or finds nobody where there were customers, removes nothing. One run is
 * active at a time; a new one starts every 15 minutes.
 */
import { asDeskError, DeskError } from '#shared/errors.ts'
import { parseInstant } from '#shared/model/instant.ts'
import type { SyncStatus } from '#shared/model/customer/sync.ts'
import type { OpenedDirectory } from '../directory/protocol.ts'
import { complete } from './completion.ts'
import { createContext, notify, status, type SyncContext } from './context.ts'
import { recordActivity } from './yieldToUser.ts'
import type { SyncOptions } from './options.ts'
import { readList, recordFailure } from './readList.ts'

export interface Sync {
  readonly status: () => SyncStatus
  /** Whether the directory held the whole list at some time. */
  readonly isComplete: () => boolean
  /** Starts a run, or joins the running one. Resolves when the run has ended, also if it failed. */
  readonly run: () => Promise<void>
  /** Ends the running run, if there is one, and returns the status afterwards. What it has read stays. */
  readonly cancel: () => Promise<SyncStatus>
  /** Starts the automatic runs: `due` runs at once if the directory is old, `later` waits for the default interval. */
  readonly begin: (first: 'due' | 'later') => void
  /** Something else has stored or removed customers, and the directory holds this many now. */
  readonly counted: (customers: number) => void
  /**
   * Records that the user searches, scrolls or opens a customer, so that a run yields for a moment. A request
   * that the window repeats by itself counts once.
   *
   * @param what identifies the activity
   */
  readonly recordActivity: (what: string) => void
  /** The directory was reopened and may hold less than before. */
  readonly reopened: (opened: OpenedDirectory) => void
  readonly stop: () => Promise<void>
}

export function createSync(options: SyncOptions): Sync {
  const stopping = new AbortController()
  const context = createContext(options, stopping.signal)
  return {
    status: () => status(context),
    isComplete: () => context.record.completedAt !== null && context.record.whole,
    run: () => run(context),
    async cancel() {
      context.interrupted.abort(new DeskError('aborted', 'The sync was cancelled'))
      await context.running
      return status(context)
    },
    begin: (first) => begin(context, first),
    counted(customers) {
      if (customers === context.customers) return
      context.customers = customers
      // A run reports its progress itself.
      if (context.running === null) notify(context, true)
    },
    recordActivity: (what) => recordActivity(context, what),
    reopened: (opened) => reopened(context, opened),
    async stop() {
      stopping.abort()
      clearTimeout(context.timer)
      await context.running
      await context.completing
    },
  }
}

function run(context: SyncContext): Promise<void> {
  if (context.running !== null) return context.running
  clearTimeout(context.timer)
  context.startedAt = context.clock.now()
  context.received = 0
  context.readingSince = null
  context.customersBefore = context.customers
  context.known = undefined
  context.interrupted = new AbortController()
  const running = runOnce(context).finally(() => {
    context.running = null
    context.known = undefined
    notify(context, true)
    const { failures, pace } = context
    schedule(context, failures === 0 ? pace.every : Math.min(pace.every, pace.retryAfter * 2 ** (failures - 1)))
  })
  context.running = running
  notify(context, true)
  return running
}

async function runOnce(context: SyncContext): Promise<void> {
  try {
    await readList(context)
    context.failures = 0
    context.onComplete()
  } catch (thrown) {
    if (context.signal.aborted) return
    // A list that is too long will be too long the next time as well, so it is not read more often.
    if (['customer_limit_reached', 'aborted'].includes(asDeskError(thrown).code)) context.failures = 0
    else context.failures += 1
    await recordFailure(context, thrown)
  }
}

/** The largest share by which a delay is extended, so that many desks do not read the list at the same moment. */
const maxJitter = 0.1

function schedule(context: SyncContext, delay: number): void {
  if (context.signal.aborted) return
  clearTimeout(context.timer)
  const jittered = delay * (1 + maxJitter * Math.random())
  context.timer = setTimeout(() => void run(context), jittered).unref()
}

function begin(context: SyncContext, first: 'due' | 'later'): void {
  const { clock, record, pace, started } = context
  const age = first === 'later' ? 0 : clock.now() - (parseInstant(record.completedAt) ?? -Infinity)
  if (age < 0 || age >= pace.every) return void run(context)
  schedule(context, pace.every - age)
  // The desk may have been closed before the last run was completed.
  started.then(() => complete(context)).catch(() => undefined)
}

function reopened(context: SyncContext, opened: OpenedDirectory): void {
  context.interrupted.abort(
    new DeskError('storage_unreadable', 'The directory was reopened while the list was read', { reason: 'reopened' }),
  )
  context.record = { ...opened.record, problem: context.record.problem }
  context.customers = opened.customers
  context.sorted = opened.sorted
  notify(context, true)
  // A running run ends with this error and is repeated automatically.
  if (context.running !== null) return
  if (context.record.completedAt === null) void run(context)
  else void (context.completing ?? Promise.resolve()).then(() => complete(context))
}
