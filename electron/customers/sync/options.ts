/** What the sync needs, and its pace. */
import type { SyncStatus } from '#shared/model/customer/sync.ts'
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../log/index.ts'
import type { ServiceClient } from '../../service/index.ts'
import type { Directory } from '../directory/directory.ts'

export interface SyncOptions {
  readonly client: Pick<ServiceClient, 'customersPage' | 'now'>
  readonly directory: Directory
  readonly storage: SyncStatus['storage']
  /** Aborted when the connection closes. */
  readonly signal: AbortSignal
  readonly clock: Clock
  readonly emit: (status: SyncStatus) => void
  readonly log: Pick<Log, 'info' | 'warn'>
  /** Resolves when the desk has started. A run reads no more than the first screen shows before that. */
  readonly started: Promise<void>
  /** The maximum number of customers in the directory and in one run. */
  readonly maxCustomers?: () => Promise<number>
  readonly pace?: Pace
  /** Called when a run has read the whole list. */
  readonly onComplete?: () => void
}

export interface Pace {
  readonly pageSize: number
  /** Number of customers that are read while the desk starts: as many rows as a large screen shows. */
  readonly firstScreen: number
  /** Milliseconds between a complete run and the next. */
  readonly every: number
  /** Milliseconds before a failed run is repeated; doubled each time, up to `every`. */
  readonly retryAfter: number
  /** Milliseconds between two progress events. */
  readonly progressEvery: number
  /** Milliseconds after a search or another use of the list in which a run yields to the user. */
  readonly inUseFor: number
  /** Milliseconds for which a run that yields rests before each part of the list. */
  readonly rest: number
}

/**
 * A page of 200 customers blocks the main process for about 10 ms. A part of a large list takes its two threads 3 to
 * 6 ms, so that they need about a quarter of the time of a processor each while the list is in use.
 */
export const defaultPace: Pace = {
  pageSize: 200,
  firstScreen: 30,
  every: 15 * 60_000,
  retryAfter: 30_000,
  progressEvery: 100,
  inUseFor: 1000,
  rest: 25,
}
