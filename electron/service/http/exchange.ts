/**
 * Sends one HTTP request and resolves to the whole answer, or to the reason why there is none. It never repeats a
 * request, follows no redirect and never rejects. It uses undici's `request` because `fetch` sends a second time after
 * a 421 answer.
 */
import { PassThrough, pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Clock } from '../../base/clock.ts'
import { freeBytes } from '../../base/memory.ts'
import { minBytesPerSecond, wholeBytes as defaultWholeBytes } from './answerLimits.ts'
import { pausableLimit, whenReached, type PausableLimit } from './deadline.ts'
import { causeOf, codeOf, type Stage } from './failure.ts'
import type { FailureCause } from '../types.ts'
import type { Dispatcher } from 'undici'

/** Milliseconds. `headers` counts from the moment of the connection where that is known, else from the start. */
export interface Limits {
  readonly connect: number
  readonly headers: number
  readonly total: number
}

export const defaultLimits: Limits = { connect: 10_000, headers: 30_000, total: 60_000 }

interface ExchangeRequest {
  readonly dispatcher: Dispatcher
  readonly clock: Clock
  readonly limits: Limits
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** The maximum size after decoding. */
  readonly maxBytes: number
  /** Receives a successful answer of more than `wholeBytes` while it is read; `body` is then only its beginning. */
  readonly large?: (() => LargeBody) | undefined
  /** Bytes up to which an answer is collected as a whole, although there is a `LargeBody`. */
  readonly wholeBytes?: number | undefined
  /**
   * Receives a successful answer chunk by chunk as it arrives, without a limit for its time and its size. `signal` ends
   * it.
   */
  readonly stream?: (() => LargeBody) | undefined
  readonly signal?: AbortSignal | undefined
  /** Registers a listener on a connection of this request's own. The limit for the head then counts from its call. */
  readonly onConnected?: (listener: () => void) => void
}

export interface LargeBody {
  /**
   * Called with the next bytes once the last call has resolved. It may move their memory to another thread. The
   * transfer ends with whatever it throws.
   */
  readonly take: (bytes: Uint8Array) => Promise<void>
  readonly end: () => Promise<void>
  /** Called once, also after a failure. */
  readonly close: () => void
}

export interface Answer {
  readonly type: 'answer'
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
  /** Present where a `LargeBody` has received the answer. `problem` is what it threw. */
  readonly large?: { readonly problem: unknown }
}

export interface Failure {
  readonly type: 'failure'
  readonly cause: FailureCause
  readonly code: string | null
  /** Whether the head of an answer had arrived. */
  readonly headReceived: boolean
}

export type Exchange = Answer | Failure

class Stop extends Error {
  readonly why: FailureCause

  constructor(why: FailureCause) {
    super(why)
    this.why = why
  }
}

export async function exchange(request: ExchangeRequest): Promise<Exchange> {
  const { clock, limits, signal } = request
  const progress: { stage: Stage } = { stage: request.onConnected === undefined ? 'waiting' : 'connecting' }
  const abort = new AbortController()
  const stop = (why: FailureCause): void => abort.abort(new Stop(why))
  const onAbort = (): void => stop('aborted')
  const total = pausableLimit(clock, limits.total, () => stop('total_timeout'))
  let stopStage =
    progress.stage === 'connecting'
      ? whenReached(clock, limits.connect, () => stop('connect_timeout'))
      : whenReached(clock, limits.headers, () => stop('headers_timeout'))
  request.onConnected?.(() => {
    progress.stage = 'waiting'
    stopStage()
    stopStage = whenReached(clock, limits.headers, () => stop('headers_timeout'))
  })
  signal?.addEventListener('abort', onAbort, { once: true })
  if (signal?.aborted === true) onAbort()

  try {
    return await Promise.race([
      carryOut(request, abort.signal, total, () => {
        progress.stage = 'reading'
        stopStage()
      }),
      stopped(abort.signal),
    ])
  } catch (error) {
    return failureOf(error, abort.signal, progress.stage)
  } finally {
    total.pause()
    stopStage()
    signal?.removeEventListener('abort', onAbort)
  }
}

/** Rejects when the exchange is stopped, in case the library does not. */
function stopped(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = (): void => reject(new Error('stopped'))
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
}

async function carryOut(
  request: ExchangeRequest,
  signal: AbortSignal,
  total: PausableLimit,
  onHead: () => void,
): Promise<Exchange> {
  signal.throwIfAborted()
  const { url } = request
  const response = await request.dispatcher.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: request.method,
    headers: request.headers,
    body: request.body ?? null,
    reset: request.onConnected !== undefined,
    signal,
  })
  onHead()
  const headers = new Map<string, string>()
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers.set(name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value)
  }
  const status = response.statusCode
  const isSuccess = status >= 200 && status < 300
  const body = decoded(response.body, headers.get('content-encoding'))
  if (isSuccess && request.stream !== undefined) {
    total.pause()
    return { type: 'answer', status, headers, ...(await follow(body, request.stream(), signal)) }
  }
  const large = isSuccess ? request.large : undefined
  return {
    type: 'answer',
    status,
    headers,
    ...(await collect(large === undefined ? body : oneByOne(body), {
      maxBytes: request.maxBytes,
      large,
      wholeBytes: request.wholeBytes ?? defaultWholeBytes,
      total,
      signal,
    })),
  }
}

function decoded(body: Readable, encoding: string | undefined): Readable {
  const decoder = { gzip: createGunzip, 'x-gzip': createGunzip, br: createBrotliDecompress, deflate: createInflate }[
    encoding?.trim().toLowerCase() ?? ''
  ]
  return decoder === undefined ? body : pipeline(body, decoder(), () => undefined)
}

/**
 * Returns a stream of the same chunks. A stream of bytes joins those that wait in it, in memory that nobody frees, and
 * a stream of objects does not.
 */
const oneByOne = (body: Readable): Readable =>
  pipeline(body, new PassThrough({ objectMode: true, highWaterMark: 1 }), () => undefined)

interface Collecting {
  readonly maxBytes: number
  readonly large: (() => LargeBody) | undefined
  readonly wholeBytes: number
  readonly total: PausableLimit
  readonly signal: AbortSignal
}

/** The number of bytes that a `LargeBody` receives in one call. */
const batchBytes = 256 * 1024
const beginningBytes = 1024

/** Counts the size after decoding, so that a small body can't expand into a huge one. */
async function collect(body: Readable, collecting: Collecting): Promise<Pick<Answer, 'body' | 'large'>> {
  const { maxBytes, large, wholeBytes } = collecting
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk)) throw new Stop('other')
    size += chunk.length
    if (size > maxBytes) throw new Stop('too_large')
    chunks.push(chunk)
    if (size > wholeBytes && large !== undefined)
      return await passOn(body, Buffer.concat(chunks, size), large(), collecting)
  }
  const whole = Buffer.concat(chunks, size)
  chunks.forEach(freeBytes)
  return { body: whole }
}

/**
 * Passes a body on in batches. The time that the receiver needs does not count for the time limit of the exchange, and
 * a body that arrives at a reasonable rate may take as long as its size requires.
 */
async function passOn(
  body: Readable,
  first: Buffer,
  receiver: LargeBody,
  { maxBytes, total, signal }: Collecting,
): Promise<Pick<Answer, 'body' | 'large'>> {
  const beginning = Buffer.from(first.subarray(0, beginningBytes))
  let size = first.length
  const given = async (work: () => Promise<void>): Promise<void> => {
    total.pause()
    try {
      await work()
    } catch (problem) {
      throw new ReceiverFailed(problem)
    }
    signal.throwIfAborted()
    total.resume()
  }
  try {
    for (let at = 0; at < first.length; at += batchBytes)
      await given(() => receiver.take(first.subarray(at, at + batchBytes)))
    let waiting: Buffer[] = []
    let waitingBytes = 0
    for await (const chunk of body) {
      if (!Buffer.isBuffer(chunk)) throw new Stop('other')
      size += chunk.length
      if (size > maxBytes) throw new Stop('too_large')
      waiting.push(chunk)
      waitingBytes += chunk.length
      if (waitingBytes < batchBytes) continue
      const batch = Buffer.concat(waiting, waitingBytes)
      waiting.forEach(freeBytes)
      waiting = []
      waitingBytes = 0
      total.extend((1000 * batch.length) / minBytesPerSecond)
      await given(() => receiver.take(batch))
    }
    await given(() => receiver.take(Buffer.concat(waiting, waitingBytes)))
    await given(receiver.end)
    return { body: beginning, large: { problem: undefined } }
  } catch (thrown) {
    if (!(thrown instanceof ReceiverFailed)) throw thrown
    return { body: beginning, large: { problem: thrown.problem } }
  } finally {
    receiver.close()
    body.destroy()
  }
}

/** Passes each chunk on as it arrives, until the sender ends, the receiver fails, or the signal is aborted. */
async function follow(
  body: Readable,
  receiver: LargeBody,
  signal: AbortSignal,
): Promise<Pick<Answer, 'body' | 'large'>> {
  const failed = (problem: unknown): never => {
    throw new ReceiverFailed(problem)
  }
  try {
    for await (const chunk of body) {
      if (!Buffer.isBuffer(chunk)) throw new Stop('other')
      await receiver.take(chunk).catch(failed)
      signal.throwIfAborted()
    }
    await receiver.end().catch(failed)
    return { body: Buffer.alloc(0), large: { problem: undefined } }
  } catch (thrown) {
    if (!(thrown instanceof ReceiverFailed)) throw thrown
    return { body: Buffer.alloc(0), large: { problem: thrown.problem } }
  } finally {
    receiver.close()
    body.destroy()
  }
}

class ReceiverFailed extends Error {
  readonly problem: unknown

  constructor(problem: unknown) {
    super('not taken')
    this.problem = problem
  }
}

function failureOf(error: unknown, signal: AbortSignal, stage: Stage): Failure {
  const reason: unknown = signal.aborted ? signal.reason : error
  const headReceived = stage === 'reading'
  if (reason instanceof Stop) return { type: 'failure', cause: reason.why, code: null, headReceived }
  const code = codeOf(error)
  return { type: 'failure', cause: causeOf(code, stage), code, headReceived }
}
