/**
 * The thread that parses large lists. It has its own memory limit, starts with the first large answer and ends when it
 * has had no work for a while. An answer that ends the thread is refused, and the next answer gets a new thread.
 */
import { type ResourceLimits, Worker } from 'node:worker_threads'
import { createBirpc, type BirpcReturn } from 'birpc'
import { DeskError } from '#shared/errors.ts'
import { wholeMemoryOf } from '../../base/memory.ts'
import { createElementReader, TooMany, type CustomerStorage, type ListSpec, type Part } from './elementReader.ts'
import { NotAList } from './elementSplitter.ts'

export type ParseProblem = 'not JSON' | 'not a list' | 'two lists' | 'too many elements' | 'too many unreadable'
export type ParseOutcome =
  | { readonly ok: true; readonly part: Part }
  | { readonly ok: false; readonly problem: ParseProblem }

interface ListJob {
  /** Throws `too_large` where the thread has ended. Bytes that share their memory with nothing else are moved there. */
  readonly push: (bytes: Uint8Array) => Promise<ParseOutcome>
  readonly end: () => Promise<ParseOutcome>
  readonly close: () => void
}

export interface ListParser {
  readonly open: (spec: ListSpec) => ListJob
  readonly close: () => Promise<void>
}

export interface ParserCalls {
  readonly push: (id: number, spec: ListSpec, bytes: Uint8Array) => ParseOutcome
  readonly end: (id: number, spec: ListSpec) => ParseOutcome
  readonly close: (id: number) => void
}

function outcomeOf(work: () => Part): ParseOutcome {
  try {
    return { ok: true, part: work() }
  } catch (thrown) {
    if (thrown instanceof TooMany)
      return { ok: false, problem: thrown.message === 'elements' ? 'too many elements' : 'too many unreadable' }
    if (thrown instanceof NotAList && (thrown.message === 'not a list' || thrown.message === 'two lists'))
      return { ok: false, problem: thrown.message }
    if (thrown instanceof NotAList || thrown instanceof SyntaxError) return { ok: false, problem: 'not JSON' }
    throw thrown
  }
}

/** Implements the calls of the thread. A job begins with its first bytes. */
export function parserCalls(storage?: CustomerStorage): ParserCalls {
  const jobs = new Map<number, ReturnType<typeof createElementReader>>()
  const jobOf = (id: number, spec: ListSpec): ReturnType<typeof createElementReader> => {
    const job = jobs.get(id) ?? createElementReader(spec, storage)
    jobs.set(id, job)
    return job
  }
  return {
    push: (id, spec, bytes) => outcomeOf(() => jobOf(id, spec).push(bytes)),
    end: (id, spec) => outcomeOf(() => jobOf(id, spec).end()),
    close: (id) => void jobs.delete(id),
  }
}

/** Returns a parser on the calling thread, for programs that read no service but their own. */
export const createParserHere = (storage?: CustomerStorage): ListParser => ({
  open(spec) {
    const calls = parserCalls(storage)
    return {
      push: async (bytes) => Promise.resolve(calls.push(0, spec, bytes)),
      end: async () => Promise.resolve(calls.end(0, spec)),
      close: () => calls.close(0),
    }
  },
  close: () => Promise.resolve(),
})

/** Parses on the calling thread. It can't compare or prepare customers for a directory (`known`, `hashKey`). */
export const parseHere = createParserHere()

/** A message of the library that is a call. Only `push` has bytes. */
interface Call {
  readonly a: Readonly<Partial<Parameters<ParserCalls['push']>>>
}

type Remote = BirpcReturn<ParserCalls, Record<string, never>>

interface Thread {
  readonly remote: Remote
  readonly worker: Worker
  jobs: number
}

export interface ParserOptions {
  /** The limits of the thread's memory. */
  readonly resourceLimits?: ResourceLimits
  /** Milliseconds that one part of an answer may take. */
  readonly partTimeout?: number
  /** Milliseconds after which a thread without work ends. */
  readonly idleTimeout?: number
}

/**
 * Megabytes. One element of the largest size takes about half of the first. With half of the second, a long list takes
 * a fifth more processor time, because more of what is parsed survives a collection.
 */
const defaultLimits: ResourceLimits = { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 32 }

/** Starts no thread before the first large answer comes. */
export function createParser(
  workerUrl: URL,
  { resourceLimits = defaultLimits, partTimeout = 60_000, idleTimeout = 3000 }: ParserOptions = {},
): ListParser {
  let thread: Thread | null = null
  let idleTimer: NodeJS.Timeout | undefined
  let lastId = 0

  const start = (): Thread => {
    const worker = new Worker(workerUrl, { name: 'parser', resourceLimits })
    const remote = createBirpc<ParserCalls, Record<string, never>>(
      {},
      {
        post: (message: Partial<Call>) => worker.postMessage(message, wholeMemoryOf(message.a?.[2])),
        on: (listener) => worker.on('message', listener),
        timeout: partTimeout,
        onTimeoutError: () => void worker.terminate(),
      },
    )
    const started: Thread = { remote, worker, jobs: 0 }
    // An error ends the thread, and its exit rejects the calls that are pending.
    worker.on('error', () => undefined)
    worker.once('exit', () => {
      if (thread === started) thread = null
      remote.$close(new Error('The thread has ended'))
    })
    worker.unref()
    return started
  }

  const end = async (): Promise<void> => {
    clearTimeout(idleTimer)
    const ending = thread
    thread = null
    await ending?.worker.terminate()
  }

  return {
    open(spec) {
      clearTimeout(idleTimer)
      const used = (thread ??= start())
      used.jobs += 1
      const id = (lastId += 1)
      let closed = false
      const ask = async (call: () => Promise<ParseOutcome>): Promise<ParseOutcome> => {
        try {
          return await call()
        } catch (cause) {
          throw new DeskError(
            'too_large',
            'An answer could not be parsed within the limits of memory and time',
            { reason: 'parser_ended' },
            { cause },
          )
        }
      }
      return {
        push: (bytes) => ask(() => used.remote.push(id, spec, bytes)),
        end: () => ask(() => used.remote.end(id, spec)),
        close() {
          if (closed) return
          closed = true
          used.jobs -= 1
          used.remote.close(id).catch(() => undefined)
          if (thread === used && used.jobs === 0) idleTimer = setTimeout(() => void end(), idleTimeout).unref()
        },
      }
    },
    close: end,
  }
}
