/** Runs tasks over hostile texts in a thread, and ends the thread if one of them does not return. */
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { Growth } from './timing.ts'

export type HostileTask = { readonly source: string; readonly flags: string } | { readonly function: string }

export interface SlowTask {
  readonly index: number
  readonly text: string
  /** Milliseconds for the short and the long text, or null if the task did not return. */
  readonly measured: { readonly short: number; readonly long: number } | null
}

export interface HostileRunOptions {
  readonly growth: Growth
  /** Whether to run every text with every ending. */
  readonly all: boolean
  /** The time limit for one text. */
  readonly timeoutMs?: number
}

export interface HostileRun {
  readonly slow: readonly SlowTask[]
  /** The number of texts in total. */
  readonly texts: number
}

const Report = z.object({
  index: z.number(),
  text: z.string().optional(),
  measured: z.object({ short: z.number(), long: z.number() }).optional(),
  done: z.number().optional(),
})

/** The time limit for one text. */
const defaultTimeoutMs = 30_000

interface PartialRun extends HostileRun {
  /** The index of the task with which to continue. */
  readonly next: number
}

function runFrom(
  from: number,
  tasks: readonly HostileTask[],
  { growth, all, timeoutMs = defaultTimeoutMs }: HostileRunOptions,
): Promise<PartialRun> {
  const worker = new Worker(new URL('hostileWorker.ts', import.meta.url), {
    workerData: { tasks: tasks.slice(from), growth, all },
  })
  const slow: SlowTask[] = []
  let texts = 0
  let current: { readonly index: number; readonly text: string } = { index: from, text: '' }
  return new Promise((resolve, reject) => {
    let hasEnded = false
    const end = (next: number): void => {
      clearTimeout(timer)
      if (hasEnded) return
      hasEnded = true
      void worker.terminate().then(() => resolve({ slow, texts, next }))
    }
    const onTimeout = (): void => {
      slow.push({ ...current, measured: null })
      end(current.index + 1)
    }
    // The timer starts with the first text, because starting the thread may take longer on a busy machine.
    let timer: NodeJS.Timeout | undefined
    worker.on('message', (message) => {
      clearTimeout(timer)
      timer = setTimeout(onTimeout, timeoutMs)
      const { index, text, measured, done } = Report.parse(message)
      if (text !== undefined) current = { index: from + index, text }
      if (measured !== undefined) slow.push({ ...current, measured })
      texts += done ?? 0
    })
    worker.on('error', (error: Error) => {
      clearTimeout(timer)
      reject(error)
    })
    worker.on('exit', () => end(tasks.length))
  })
}

export async function runHostile(tasks: readonly HostileTask[], options: HostileRunOptions): Promise<HostileRun> {
  const slow: SlowTask[] = []
  let texts = 0
  for (let from = 0; from < tasks.length;) {
    const partial = await runFrom(from, tasks, options)
    slow.push(...partial.slow)
    texts += partial.texts
    from = partial.next
  }
  return { slow, texts }
}
