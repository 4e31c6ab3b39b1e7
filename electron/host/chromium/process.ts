/**
 * Watches the browser's process without the driver: the driver notices only after half a minute that a browser was
 * killed during its start, and leaves some calls pending forever if it is killed a moment later.
 */
import { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { endsWithin } from '../../base/withTimeout.ts'
import { HostProblem } from '../problem.ts'

/** How the process has ended; both are null if it could not be started. */
interface ProcessEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface BrowserProcess {
  readonly spawned: Promise<void>
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<ProcessEnd>
}

export class BrowserEnded extends HostProblem {
  /** The signal or the exit code, for people. */
  readonly how: string
  /** Whether the browser failed by itself: nobody closed its window, and no other process ended it. */
  readonly hasCrashed: boolean

  constructor({ code, signal }: ProcessEnd) {
    const how = signal ?? (code === null ? 'not started' : `exit code ${String(code)}`)
    super(`The browser that shows the window has ended (${how}). Start the desk again.`)
    this.how = how
    this.hasCrashed = signal === null ? code !== null && code !== 0 : !endingSignals.has(signal)
  }
}

/** The signals by which a person or the system ends a process. */
const endingSignals: ReadonlySet<NodeJS.Signals> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'])

const channel = 'child_process'

/** Watches the next process that this process starts from the executable. */
export function watchProcess(executable: string): BrowserProcess {
  const spawned = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<ProcessEnd>()
  const onProcess = (message: unknown): void => {
    const child = readProcess(message)
    if (child === null) return
    // `spawnfile` is set only after this event.
    queueMicrotask(() => {
      if (child.spawnfile !== executable) return
      unsubscribe(channel, onProcess)
      spawned.resolve()
      child.once('exit', (code, signal) => ended.resolve({ code, signal }))
      child.once('error', () => ended.resolve({ code: null, signal: null }))
    })
  }
  subscribe(channel, onProcess)
  return { spawned: spawned.promise, ended: ended.promise }
}

/** Milliseconds. The driver may notice the end a moment before this process does. */
const graceMs = 500

/**
 * Rejects with `BrowserEnded` when the process ends before the work does: that is the reason then, whatever the driver
 * reports.
 */
export async function whileItRuns<T>({ ended }: Pick<BrowserProcess, 'ended'>, work: Promise<T>): Promise<T> {
  const end = ended.then((how) => {
    throw new BrowserEnded(how)
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
