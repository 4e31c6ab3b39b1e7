/**
 * The directory as the main process sees it: calls to a worker thread. When the worker ends, everything that waits for
 * it is rejected at once, it is started anew one time, and the owner is told: no promise hangs.
 */
import { Worker } from 'node:worker_threads'
import { createBirpc, type BirpcReturn } from 'birpc'
import { DeskError } from '#shared/errors.ts'
import type { EncryptedPlace } from '../../storage/index.ts'
import { decodeError } from './errors.ts'
import type { DirectoryCalls, OpenedDirectory } from './protocol.ts'

type Remote = BirpcReturn<DirectoryCalls, Record<string, never>>

export interface DirectoryOptions {
  readonly workerUrl: URL
  readonly place: EncryptedPlace
  /** The worker ended by itself. `reopened`: it runs again with what is on the disk; null: it doesn't. */
  readonly onFailure: (reopened: OpenedDirectory | null) => void
}

export interface Directory {
  readonly opened: OpenedDirectory
  /** Throws DeskErrors; `storage_unreadable` where the worker ended before it answered. */
  readonly ask: <R>(call: (remote: Remote) => Promise<R>) => Promise<R>
  readonly close: () => Promise<void>
}

interface Running {
  readonly remote: Remote
  readonly opened: OpenedDirectory
  readonly end: () => Promise<void>
}

const ended = (): DeskError =>
  new DeskError('storage_unreadable', "The directory's worker ended", { reason: 'worker_ended' })

export async function startDirectory({ workerUrl, place, onFailure }: DirectoryOptions): Promise<Directory> {
  let closed = false
  const start = (onEnd: () => void): Promise<Running> =>
    startWorker(workerUrl, place, () => (closed ? undefined : onEnd()))

  let running = start(restart)
  const { opened } = await running

  function restart(): void {
    running = start(() => {
      running = Promise.reject(ended())
      running.catch(() => undefined)
      onFailure(null)
    })
    running.then(
      ({ opened: again }) => onFailure(again),
      () => onFailure(null),
    )
  }

  return {
    opened,
    ask: async (call) => call((await running).remote),
    async close() {
      closed = true
      await running.then(
        ({ end }) => end(),
        () => undefined,
      )
    },
  }
}

async function startWorker(workerUrl: URL, place: EncryptedPlace, onEnd: () => void): Promise<Running> {
  const worker = new Worker(workerUrl, {
    name: 'directory',
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 6 },
  })
  const remote = createBirpc<DirectoryCalls, Record<string, never>>(
    {},
    {
      post: (message) => worker.postMessage(message),
      on: (listener) => worker.on('message', listener),
      deserialize: decodeError,
    },
  )
  let settled = false
  // An error in the worker ends it: the exit that follows is what counts.
  worker.on('error', () => undefined)
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      remote.$close(ended())
      resolve()
      if (settled) onEnd()
    })
  })
  try {
    const opened = await remote.open(place)
    settled = true
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
