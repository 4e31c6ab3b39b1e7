/**
 * The directory for the main process: calls to a worker thread. When the worker ends unexpectedly, all pending calls
 * are rejected at once, the worker is restarted, and the owner is notified. No promise stays pending. A worker that
 * ends again soon is not restarted, because it would end again.
 */
import { createBirpc, type BirpcReturn } from 'birpc'
import { DeskError } from '#shared/errors.ts'
import { takeDirectoryThread } from './directoryThread.ts'
import { movedMemory } from './packedItems.ts'
import type { DirectoryLocation } from '../../storage/index.ts'
import { decodeError } from './errors.ts'
import type { Batch, DirectoryCalls, OpenedDirectory } from './protocol.ts'

type Remote = BirpcReturn<DirectoryCalls, Record<string, never>>

interface DirectoryOptions {
  readonly workerUrl: URL
  readonly location: DirectoryLocation
  /**
   * Called when the worker ended unexpectedly. `reopened` describes the directory after the restart, or is null if the
   * restart failed.
   */
  readonly onFailure: (reopened: OpenedDirectory | null) => void
  /** Milliseconds after a restart in which another end is final. */
  readonly restartPause?: number
}

const defaultRestartPause = 60_000

export interface Directory {
  readonly opened: OpenedDirectory
  /** Throws DeskErrors; `storage_unreadable` if the worker ended before it answered. */
  readonly call: <R>(call: (remote: Remote) => Promise<R>) => Promise<R>
  readonly close: () => Promise<void>
}

/** A message of the library that is a call. Only `put` has entries. */
interface Call {
  readonly a: readonly Partial<Batch>[]
}

interface Running {
  readonly remote: Remote
  readonly opened: OpenedDirectory
  readonly end: () => Promise<void>
}

const workerEnded = (): DeskError =>
  new DeskError('storage_unreadable', "The directory's worker ended", { reason: 'worker_ended' })

export async function startDirectory({
  workerUrl,
  location,
  onFailure,
  restartPause = defaultRestartPause,
}: DirectoryOptions): Promise<Directory> {
  let closed = false
  const start = (onEnd: () => void): Promise<Running> =>
    startWorker(workerUrl, location, () => (closed ? undefined : onEnd()))

  let running = start(restart)
  const { opened } = await running

  function restart(): void {
    const restartedAt = performance.now()
    running = start(() => {
      if (performance.now() - restartedAt >= restartPause) return restart()
      running = Promise.reject(workerEnded())
      running.catch(() => undefined)
      onFailure(null)
    })
    running.then(
      ({ opened: reopened }) => onFailure(reopened),
      () => onFailure(null),
    )
  }

  return {
    opened,
    async call(call) {
      const { remote } = await running
      // A list that is exported may still be read when its connection closes.
      if (remote.$closed) throw workerEnded()
      return await call(remote)
    },
    async close() {
      closed = true
      await running.then(
        ({ end }) => end(),
        () => undefined,
      )
    },
  }
}

async function startWorker(workerUrl: URL, location: DirectoryLocation, onEnd: () => void): Promise<Running> {
  const worker = takeDirectoryThread(workerUrl)
  const remote = createBirpc<DirectoryCalls, Record<string, never>>(
    {},
    {
      post: (message: Partial<Call>) => worker.postMessage(message, movedMemory(message.a?.[0]?.entries)),
      on: (listener) => worker.on('message', listener),
      deserialize: decodeError,
    },
  )
  let isOpen = false
  // An error ends the worker; the exit event that follows is handled below.
  worker.on('error', () => undefined)
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      remote.$close(workerEnded())
      resolve()
      if (isOpen) onEnd()
    })
  })
  try {
    const opened = await remote.open(location)
    isOpen = true
    const end = async (): Promise<void> => {
      await remote.close().catch(() => undefined)
      await worker.terminate()
      await exited
    }
    return { remote, opened, end }
  } catch (error) {
    await worker.terminate()
    throw error
  }
}
