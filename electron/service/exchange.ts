/**
 * One HTTP exchange: a request out, a whole answer in or the reason why not. It never repeats, follows nothing, and
 * resolves always. `undici.request` and not fetch: fetch sends a second time after a 421 answer.
 */
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Clock } from '../clock.ts'
import { freeBytes } from '../memory.ts'
import { whenReached } from './deadline.ts'
import { causeOf, codeOf, type Stage } from './failure.ts'
import type { FailureCause } from './types.ts'
import { sendRequest, type Dispatcher } from './undici.ts'

/** Milliseconds. `headers` counts from the connection where that can be seen, else from the start. */
export interface Limits {
  readonly connect: number
  readonly headers: number
  readonly total: number
}

export const usualLimits: Limits = { connect: 10_000, headers: 30_000, total: 60_000 }

export interface ExchangeRequest {
  readonly dispatcher: Dispatcher
  readonly clock: Clock
  readonly limits: Limits
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
  /** Given for a connection of its own: the head's time limit then counts from here. */
  readonly onConnected?: (listener: () => void) => void
}

export interface Answer {
  readonly type: 'answer'
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

export interface Failure {
  readonly type: 'failure'
  readonly cause: FailureCause
  readonly code: string | null
  /** Whether the head of an answer had come. */
  readonly heard: boolean
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
  const stopTotal = whenReached(clock, limits.total, () => stop('total_timeout'))
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
      carryOut(request, abort.signal, () => {
        progress.stage = 'reading'
        stopStage()
      }),
      stopped(abort.signal),
    ])
  } catch (error) {
    return failureOf(error, abort.signal, progress.stage)
  } finally {
    stopTotal()
    stopStage()
    signal?.removeEventListener('abort', onAbort)
  }
}

/** Rejects when the exchange is stopped, in case the library should not. */
function stopped(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = (): void => reject(new Error('stopped'))
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
}

async function carryOut(request: ExchangeRequest, signal: AbortSignal, onHead: () => void): Promise<Exchange> {
  signal.throwIfAborted()
  const { url } = request
  const response = await sendRequest(request.dispatcher, {
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
  const body = await collect(decoded(response.body, headers.get('content-encoding')), request.maxBytes)
  return { type: 'answer', status: response.statusCode, headers, body }
}

function decoded(body: Readable, encoding: string | undefined): Readable {
  const decoder = { gzip: createGunzip, 'x-gzip': createGunzip, br: createBrotliDecompress, deflate: createInflate }[encoding?.trim().toLowerCase() ?? '']
  return decoder === undefined ? body : pipeline(body, decoder(), () => undefined)
}

/** The size is counted after decoding, so that a small body can't unfold into a huge one. */
async function collect(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk)) throw new Stop('other')
    size += chunk.length
    if (size > maxBytes) throw new Stop('too_large')
    chunks.push(chunk)
  }
  const whole = Buffer.concat(chunks, size)
  chunks.forEach(freeBytes)
  return whole
}

function failureOf(error: unknown, signal: AbortSignal, stage: Stage): Failure {
  const reason: unknown = signal.aborted ? signal.reason : error
  const heard = stage === 'reading'
  if (reason instanceof Stop) return { type: 'failure', cause: reason.why, code: null, heard }
  const code = codeOf(error)
  return { type: 'failure', cause: causeOf(code, stage), code, heard }
}
