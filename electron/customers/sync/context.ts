/** What the functions of the sync share: its options and its present state, which the window sees as a status. */
import { defaultCustomerLimit } from '#shared/model/settings.ts'
import { toInstant } from '#shared/model/instant.ts'
import type { SyncStatus } from '#shared/model/customer/sync.ts'
import type { KnownCustomers } from '../../service/index.ts'
import type { SyncRecord } from '../directory/record.ts'
import { defaultPace, type Pace, type SyncOptions } from './options.ts'

export interface SyncContext extends Pick<
  SyncOptions,
  'client' | 'directory' | 'storage' | 'clock' | 'emit' | 'log' | 'started'
> {
  readonly maxCustomers: () => Promise<number>
  readonly pace: Pace
  readonly onComplete: () => void
  /** Aborted when the connection closes or the sync stops. */
  readonly signal: AbortSignal
  record: SyncRecord
  /** Number of customers in the directory. */
  customers: number
  /** Whether all customers are sorted into the list. */
  sorted: boolean
  /** The entries that the directory has, by which the current run recognises unchanged ones. */
  known: KnownCustomers | undefined
  /** Number of customers that the current run has received. */
  received: number
  running: Promise<void> | null
  /** The work that the previous run left is being done. */
  completing: Promise<void> | null
  startedAt: number | null
  /** The monotonic clock when the current run began to read the list. */
  readingSince: number | null
  /** Number of customers before the current run. */
  customersBefore: number
  timer: NodeJS.Timeout | undefined
  /** Number of runs in a row that failed. */
  failures: number
  lastEmit: number
  /** The monotonic clock when the user last used the list. */
  lastActivity: number
  /** The latest activities with their times, repetitions by the window included, the latest last. */
  readonly uses: Map<string, number>
  /** Aborted when the directory loses what the current run has stored. */
  interrupted: AbortController
}

export function createContext(options: SyncOptions, stopping: AbortSignal): SyncContext {
  const { client, directory, storage, clock, emit, log, started } = options
  const { record, customers, sorted } = directory.opened
  return {
    client,
    directory,
    storage,
    clock,
    emit,
    log,
    started,
    maxCustomers: options.maxCustomers ?? ((): Promise<number> => Promise.resolve(defaultCustomerLimit)),
    pace: options.pace ?? defaultPace,
    onComplete: options.onComplete ?? ((): void => undefined),
    signal: AbortSignal.any([options.signal, stopping]),
    record,
    customers,
    sorted,
    known: undefined,
    received: 0,
    running: null,
    completing: null,
    startedAt: null,
    readingSince: null,
    customersBefore: customers,
    timer: undefined,
    failures: 0,
    lastEmit: -Infinity,
    lastActivity: -Infinity,
    uses: new Map(),
    interrupted: new AbortController(),
  }
}

function state({ running, record }: SyncContext): SyncStatus['state'] {
  if (running !== null) return 'syncing'
  if (record.problem !== null) return 'failed'
  return record.completedAt === null ? 'never' : 'done'
}

/** Milliseconds after which a rate is meaningful. */
const minRateMs = 1000

function rate({ clock, readingSince, received }: SyncContext): number | null {
  const elapsed = readingSince === null ? 0 : clock.monotonic() - readingSince
  return elapsed < minRateMs ? null : Math.round((received * 1000) / elapsed)
}

export function status(context: SyncContext): SyncStatus {
  const { customers, received, sorted, startedAt, record, running, storage } = context
  return {
    state: state(context),
    customers,
    received,
    perSecond: running === null ? null : rate(context),
    expected: running === null || record.completedAt === null ? null : context.customersBefore,
    sorted,
    startedAt: startedAt === null ? record.startedAt : toInstant(startedAt),
    finishedAt: record.completedAt,
    whole: record.whole,
    problem: running === null ? record.problem : null,
    unreadable: record.unreadable,
    unreadableCount: record.unreadableCount,
    unreadableParts: record.unreadableParts,
    storage,
  }
}

/** Emits the status, but not more often than the pace allows, unless `force` is set. */
export function notify(context: SyncContext, force: boolean): void {
  const { signal, clock, pace, emit } = context
  if (signal.aborted || (!force && clock.monotonic() - context.lastEmit < pace.progressEvery)) return
  context.lastEmit = clock.monotonic()
  emit(status(context))
}
