/**
 * Keeps the directory in step with the service's customer list: reads it page by page (interface 4.6, paging by field
 * notes), and each page is searchable as soon as it is stored. A customer is removed only after two complete runs in a
 * row did not see them. A run that fails, or finds nobody where there were customers, removes nothing. One run is
 * active at a time; a new one starts every 15 minutes.
 */
import { setImmediate } from 'node:timers/promises'
import { asDeskError, DeskError } from '#shared/errors.ts'
import { parseInstant, toInstant } from '#shared/model/instant.ts'
import { defaultCustomerLimit } from '#shared/model/settings.ts'
import type { SyncStatus } from '#shared/model/sync.ts'
import { raceAbort } from '../../base/raceAbort.ts'
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../log/index.ts'
import { readPages, type CustomersAnswer, type PageSource, type ServiceClient } from '../../service/index.ts'
import type { Directory } from '../directory/directory.ts'
import type { OpenedDirectory } from '../directory/protocol.ts'
import type { SyncRecord } from '../directory/record.ts'

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
}

export interface Pace {
  readonly pageSize: number
  /** Number of customers that are read while the desk starts. */
  readonly firstScreen: number
  /** Milliseconds between a complete run and the next. */
  readonly every: number
  /** Milliseconds before a failed run is repeated; doubled each time, up to `every`. */
  readonly retryAfter: number
  /** Milliseconds between two progress events. */
  readonly progressEvery: number
}

/** A page of 200 customers blocks the main process for about 10 ms. */
export const defaultPace: Pace = {
  pageSize: 200,
  firstScreen: 50,
  every: 15 * 60_000,
  retryAfter: 30_000,
  progressEvery: 100,
}

export interface Sync {
  readonly status: () => SyncStatus
  /** Whether the directory held the whole list at some time. */
  readonly isComplete: () => boolean
  /** Starts a run, or joins the running one. Resolves when the run has ended, also if it failed. */
  readonly run: () => Promise<void>
  /** Starts the automatic runs: `due` runs at once if the directory is old, `later` waits for the default interval. */
  readonly begin: (first: 'due' | 'later') => void
  /** The directory was reopened and may hold less than before. */
  readonly reopened: (opened: OpenedDirectory) => void
  readonly stop: () => Promise<void>
}

const maxUnreadable = 100
/** Customers handed to the worker at once. A service that ignores paging may send more than the worker can hold. */
const sliceSize = 250

export function createSync(options: SyncOptions): Sync {
  const { client, directory, storage, clock, emit, log } = options
  const pace = options.pace ?? defaultPace
  const maxCustomers = options.maxCustomers ?? ((): Promise<number> => Promise.resolve(defaultCustomerLimit))
  const stopping = new AbortController()
  const signal = AbortSignal.any([options.signal, stopping.signal])

  let { record, customers } = directory.opened
  let received = 0
  let running: Promise<void> | null = null
  let startedAt: number | null = null
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let lastEmit = -Infinity
  /** Aborted when the directory loses what the current run has stored. */
  let interrupted = new AbortController()

  const state = (): SyncStatus['state'] => {
    if (running !== null) return 'syncing'
    if (record.problem !== null) return 'failed'
    return record.completedAt === null ? 'never' : 'done'
  }

  const status = (): SyncStatus => ({
    state: state(),
    customers,
    received,
    startedAt: startedAt === null ? record.startedAt : toInstant(startedAt),
    finishedAt: record.completedAt,
    problem: running === null ? record.problem : null,
    unreadable: record.unreadable,
    unreadableCount: record.unreadableCount,
    storage,
  })

  const notify = (force: boolean): void => {
    if (signal.aborted || (!force && clock.monotonic() - lastEmit < pace.progressEvery)) return
    lastEmit = clock.monotonic()
    emit(status())
  }

  const pages: PageSource = {
    size: pace.pageSize,
    read: (index, size, aborted, take) => client.customersPage({ size, index }, { signal: aborted, take }),
    async store({ entries, unreadable }, aborted) {
      let fresh = 0
      const limit = await maxCustomers()
      for (let at = 0; at < Math.max(entries.length, unreadable.length); at += sliceSize) {
        // Other work runs in between, because the worker answers asynchronously.
        aborted.throwIfAborted()
        const wanted = entries.slice(at, at + sliceSize)
        const some = wanted.slice(0, Math.max(0, limit - received))
        const others = unreadable.slice(at, at + sliceSize)
        // Counted before it is stored, because two pages are read at the same time.
        received += some.length + others.length
        const unreadableUids = others.map(({ uid }) => uid).filter((uid) => uid !== null)
        const stored = await directory.call((remote) =>
          remote.put({ entries: some, unreadableUids, fetchedAt: client.now(), limit }),
        )
        fresh += stored.fresh
        customers = stored.customers
        notify(false)
        if (some.length < wanted.length || received > limit)
          throw new DeskError('customer_limit_reached', 'The list has more customers than the directory may hold', {
            limit,
          })
      }
      return fresh
    },
  }

  const hasStarted = (): Promise<boolean> => Promise.race([options.started.then(() => true), setImmediate(false)])

  /**
   * Reads only the first screen while the desk starts, and waits until it has started. Returns the answer if it is the
   * whole list already.
   */
  const readFirstScreen = async (aborted: AbortSignal): Promise<CustomersAnswer | null> => {
    if (await hasStarted()) return null
    const storeFirst = async (answer: CustomersAnswer): Promise<unknown> =>
      pages.store({ ...answer, entries: answer.entries.slice(0, pace.firstScreen), unreadable: [] }, aborted)
    let isLarge = false
    const answer = await pages
      .read(0, pace.firstScreen, aborted, async (part) => {
        await storeFirst(part)
        isLarge = true
        throw new Error('The rest of a large answer is read later')
      })
      .catch((thrown: unknown) => {
        if (!isLarge) throw thrown
        return null
      })
    if (answer !== null) await storeFirst(answer)
    aborted.throwIfAborted()
    await raceAbort(options.started, aborted).catch(() => aborted.throwIfAborted())
    aborted.throwIfAborted()
    received = 0
    // An answer with more than a page of the run cannot be one of the run's pages.
    return answer !== null && answer.received > pace.pageSize ? answer : null
  }

  const endRun = async (next: SyncRecord): Promise<void> => {
    record = next
    await directory.call((remote) => remote.endRun(next))
  }

  const readAll = async (): Promise<void> => {
    const interruption = interrupted.signal
    const before = customers
    const stopSignal = AbortSignal.any([signal, interruption])
    const completeAnswer = await readFirstScreen(stopSignal)
    await directory.call((remote) => remote.beginRun())
    const source: PageSource =
      completeAnswer === null
        ? pages
        : {
            ...pages,
            read: (index, ...options) =>
              index === 0 ? Promise.resolve(completeAnswer) : pages.read(index, ...options),
          }
    const { unreadable, complete } = await readPages(source, stopSignal)
    interruption.throwIfAborted()
    if (received === 0 && before > 0)
      throw new DeskError('unreadable_answer', 'The list has no customers', { reason: 'empty' })
    if (complete) customers = await directory.call((remote) => remote.removeUnseen())
    await endRun({
      startedAt: toInstant(startedAt),
      completedAt: toInstant(clock.now()),
      problem: null,
      unreadable: unreadable.slice(0, maxUnreadable),
      unreadableCount: unreadable.length,
    })
    log.info('The customer list was read', { customers, received, unreadable: unreadable.length })
  }

  const recordFailure = async (thrown: unknown): Promise<void> => {
    const { code } = asDeskError(thrown)
    log.warn('Reading the customer list failed', { code, received })
    record = { ...record, startedAt: toInstant(startedAt), problem: code }
    await endRun(record).catch(() => undefined)
  }

  const runOnce = async (): Promise<void> => {
    try {
      await readAll()
      failures = 0
    } catch (thrown) {
      if (signal.aborted) return
      // A list that is too long will be too long the next time as well, so it is not read more often.
      if (asDeskError(thrown).code === 'customer_limit_reached') failures = 0
      else failures += 1
      await recordFailure(thrown)
    }
  }

  const run = (): Promise<void> => {
    if (running !== null) return running
    clearTimeout(timer)
    startedAt = clock.now()
    received = 0
    interrupted = new AbortController()
    running = runOnce().finally(() => {
      running = null
      notify(true)
      schedule(failures === 0 ? pace.every : Math.min(pace.every, pace.retryAfter * 2 ** (failures - 1)))
    })
    notify(true)
    return running
  }

  const schedule = (delay: number): void => {
    if (signal.aborted) return
    clearTimeout(timer)
    timer = setTimeout(() => void run(), delay).unref()
  }

  return {
    status,
    isComplete: () => record.completedAt !== null,
    run,
    begin(first) {
      const age = first === 'later' ? 0 : clock.now() - (parseInstant(record.completedAt) ?? -Infinity)
      if (age >= 0 && age < pace.every) schedule(pace.every - age)
      else void run()
    },
    reopened(opened) {
      interrupted.abort(
        new DeskError('storage_unreadable', 'The directory was reopened while the list was read', {
          reason: 'reopened',
        }),
      )
      record = { ...opened.record, problem: record.problem }
      customers = opened.customers
      notify(true)
      // A running run ends with this error and is repeated automatically.
      if (running === null && record.completedAt === null) void run()
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
