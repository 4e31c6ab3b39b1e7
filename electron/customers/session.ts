/**
 * The customers of one open connection: its directory, the sync that keeps it current, and the lookups at the service.
 */
import { basename } from 'node:path'
import type { Emit } from '#shared/contract.ts'
import type { Clock } from '../base/clock.ts'
import type { OpenConnection } from '../connections/index.ts'
import type { Log } from '../log/index.ts'
import { releaseMemory } from '../base/memory.ts'
import { trackSending, type Sending } from '../service/index.ts'
import type { Storage } from '../storage/index.ts'
import { createServiceLookup, type ServiceLookup } from './ask.ts'
import { startDirectory, type Directory } from './directory/directory.ts'
import type { OpenedDirectory } from './directory/protocol.ts'
import { createIdleTimer } from './idleTimer.ts'
import { placeDirectory } from './placeDirectory.ts'
import type { Pace } from './sync/options.ts'
import { noSync } from './sync/noSync.ts'
import { createSync, type Sync } from './sync/sync.ts'

interface SessionOptions {
  readonly open: OpenConnection
  readonly storage: Pick<Storage, 'directoryLocation' | 'sessionDirectory' | 'quarantined'>
  readonly clock: Clock
  readonly emit: Emit
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly workerUrl: URL
  /** Resolves when the window has what it needs to start. */
  readonly started: Promise<void>
  /** `due` syncs now if the directory is old; `later` waits for the default interval. */
  readonly firstSync: 'due' | 'later'
  readonly maxCustomers?: (() => Promise<number>) | undefined
  readonly pace?: Pace | undefined
  /** Whether the connection keeps a list. Without one nothing is synced, and what is read stays in memory. */
  readonly keepsList: boolean
  /** Called when the whole list was read. */
  readonly onComplete: () => void
}

export interface Session {
  readonly open: OpenConnection
  readonly directory: Directory
  readonly sync: Sync
  readonly lookUp: ServiceLookup
  readonly keepsList: boolean
  /** Called for each read whose answer is stored: answers are ordered by the time of their request. */
  readonly trackSending: () => Sending
  readonly close: () => Promise<void>
}

/** Milliseconds without a call. */
const idleMs = 3000

export async function openSession(options: SessionOptions): Promise<Session> {
  const { open, storage, clock, emit, log, workerUrl, started, firstSync, maxCustomers, pace, keepsList } = options
  const movedBefore = storage.quarantined.length
  const { directory: opened, kind } = await placeDirectory({
    open,
    storage,
    keepsList,
    start: (location) => startDirectory({ workerUrl, location, onFailure }),
    emit,
    log,
  })
  const idle = createIdleTimer(
    () => void Promise.all([releaseMemory(), opened.call((remote) => remote.releaseMemory())]).catch(() => undefined),
    idleMs,
  )
  const directory: Directory = {
    ...opened,
    call(call) {
      idle.touch()
      return opened.call(call)
    },
  }
  const sync = !keepsList
    ? noSync
    : createSync({
        client: open.client,
        directory,
        storage: kind,
        signal: open.signal,
        clock,
        emit: (status) => emit('sync.progress', status),
        log,
        started,
        onComplete: options.onComplete,
        ...(maxCustomers === undefined ? {} : { maxCustomers }),
        ...(pace === undefined ? {} : { pace }),
      })

  function onFailure(reopened: OpenedDirectory | null): void {
    log.warn("The directory's worker ended by itself", { restarted: reopened !== null })
    emit('notice', {
      code: reopened === null ? 'directory_failed' : 'directory_restarted',
      level: reopened === null ? 'error' : 'warning',
      details: {},
    })
    if (reopened !== null) sync.reopened(reopened)
  }

  for (const file of [...storage.quarantined.slice(movedBefore), ...directory.opened.quarantined]) {
    log.warn('A directory could not be opened and was moved aside', { file: basename(file) })
    emit('notice', { code: 'file_moved_aside', level: 'warning', details: { file: basename(file) } })
  }
  sync.begin(firstSync)
  return {
    open,
    directory,
    sync,
    lookUp: createServiceLookup(open.client),
    keepsList,
    trackSending: () => trackSending(clock),
    async close() {
      idle.stop()
      await sync.stop()
      await directory.close()
    },
  }
}
