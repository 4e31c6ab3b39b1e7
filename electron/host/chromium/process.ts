/**
 * The browser's process, seen without the driver: the driver notices only after half a minute that a browser was killed
 * while it was starting, and leaves some calls without an answer for ever when it is killed a moment later.
 */
import { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setTimeout as wait } from 'node:timers/promises'
import { HostProblem } from '../problem.ts'

export interface BrowserProcess {
  readonly spawned: Promise<void>
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>
}

const channel = 'child_process'

/** Watches the next process of that program which this process starts. */
export function watchProcess(executable: string): BrowserProcess {
  const spawned = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const onProcess = (message: unknown): void => {
    const child = readProcess(message)
    if (child === null) return
    // Its program is known in the next moment.
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

/** Milliseconds. The driver may hear of the end a moment before this process does. */
const lateness = 500

/** Rejects when the process ends before the work has, which is then the reason whatever the driver says. */
export async function whileItRuns<T>({ ended }: Pick<BrowserProcess, 'ended'>, work: Promise<T>): Promise<T> {
  const end = ended.then(() => {
    throw new HostProblem('The browser that shows the window has ended. Start the desk again.')
  })
  const explained = work.catch(async (error: unknown) => {
    await Promise.race([end, wait(lateness)])
    throw error
  })
  return await Promise.race([explained, end])
}

function readProcess(message: unknown): ChildProcess | null {
  if (typeof message !== 'object' || message === null || !('process' in message)) return null
  return message.process instanceof ChildProcess ? message.process : null
}
