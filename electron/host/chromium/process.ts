/**
 * Watches the browser's process without the driver: the driver notices only after half a minute that a browser was
 * killed during its start, and leaves some calls pending forever if it is killed a moment later.
 */
import { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { endsWithin } from '../../base/withTimeout.ts'
import { HostProblem } from '../problem.ts'

export interface BrowserProcess {
  readonly spawned: Promise<void>
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>
}

const channel = 'child_process'

/** Watches the next process that this process starts from the executable. */
export function watchProcess(executable: string): BrowserProcess {
  const spawned = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const onProcess = (message: unknown): void => {
    const child = readProcess(message)
    if (child === null) return
    // `spawnfile` is set only after this event.
    queueMicrotask(() => {
      if (child.spawnfile !== executable) return
      unsubscribe(channel, onProcess)
      spawned.resolve()
      child.once('exit', () => ended.resolve())
      child.once('error', () => ended.resolve())
    })
  }
  subscribe(channel, onProcess)
  return { spawned: spawned.promise, ended: ended.promise }
}

/** Milliseconds. The driver may notice the end a moment before this process does. */
const graceMs = 500

/** Rejects when the process ends before the work does: that is the reason then, whatever the driver reports. */
export async function whileItRuns<T>({ ended }: Pick<BrowserProcess, 'ended'>, work: Promise<T>): Promise<T> {
  const end = ended.then(() => {
    throw new HostProblem('The browser that shows the window has ended. Start the desk again.')
  })
  const explained = work.catch(async (error: unknown) => {
    await endsWithin(end, graceMs)
    throw error
  })
  return await Promise.race([explained, end])
}

function readProcess(message: unknown): ChildProcess | null {
  if (typeof message !== 'object' || message === null || !('process' in message)) return null
  return message.process instanceof ChildProcess ? message.process : null
}
