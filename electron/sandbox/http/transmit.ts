/**
 * Sends a response over the socket and applies the faults of the stage `after`. This is the only module that cuts,
 * delays or withholds bytes; the call has been executed before it runs.
 */
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { jsonType, type ApiResponse } from '../serializers/response.ts'
import { withWrongTypes } from '../serializers/values.ts'
import type { Fault } from '../faults.ts'

type TransmitContext = {
  readonly response: ServerResponse
  /** The time of the sandbox's clock, in epoch milliseconds. */
  readonly now: number
  readonly gzip: boolean
  /** Whether a JSON body begins with a byte order mark. */
  readonly byteOrderMark: boolean
}

/** Resets the connection: the client gets ECONNRESET instead of an orderly end. */
export function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy()
}

function wholeText(body: ApiResponse['body']): string {
  if (body === null) return ''
  if (typeof body === 'string') return body
  return Buffer.isBuffer(body) ? body.toString('utf8') : [...body].join('')
}

function* hugeText(megabytes: number): Iterable<string> {
  const padding = 'x'.repeat(64 * 1024)
  yield '{"padding":"'
  for (let sent = 0; sent < megabytes * 1024 * 1024; sent += padding.length) yield padding
  yield '"}'
}

/** Applies the faults that change the status or the body of a response. */
function applyContentFaults(apiResponse: ApiResponse, faults: readonly Fault[]): ApiResponse {
  return faults.reduce<ApiResponse>((before, fault) => {
    switch (fault.kind) {
      case 'invalidJson': {
        const whole = wholeText(before.body)
        return { ...before, body: whole.slice(0, Math.ceil(whole.length / 2)) }
      }
      case 'wrongTypes':
        return before.type === jsonType
          ? { ...before, body: JSON.stringify(withWrongTypes(JSON.parse(wholeText(before.body)))) }
          : before
      case 'emptyBody':
        return { ...before, type: null, body: null }
      case 'hugeBody':
        return { ...before, type: jsonType, body: hugeText(fault.megabytes) }
      case 'failAfter':
        return {
          status: fault.status ?? 500,
          type: fault.contentType ?? 'text/plain',
          body: fault.body ?? 'Internal Server Error',
        }
      case 'status':
        return { status: fault.status ?? 503, type: fault.contentType ?? 'text/plain', body: fault.body ?? '' }
      default:
        return before
    }
  }, apiResponse)
}

function withByteOrderMark(apiResponse: ApiResponse): ApiResponse {
  const { type, body } = apiResponse
  return body === null || type?.includes('json') !== true
    ? apiResponse
    : { ...apiResponse, body: `\uFEFF${wholeText(body)}` }
}

export async function transmit(
  { response, now, gzip, byteOrderMark }: TransmitContext,
  original: ApiResponse,
  faults: readonly Fault[],
): Promise<void> {
  for (const fault of faults) {
    if (fault.kind === 'late') await wait(fault.ms)
    if (fault.kind === 'hangAfter') return
    if (fault.kind === 'dropAfter') return reset(response)
    if (fault.kind === 'endAfter') {
      response.socket?.destroy()
      return
    }
  }
  if (response.destroyed) return
  const withFaults = applyContentFaults(original, faults)
  const apiResponse = byteOrderMark ? withByteOrderMark(withFaults) : withFaults
  const hasLength =
    apiResponse.body === null || typeof apiResponse.body === 'string' || Buffer.isBuffer(apiResponse.body)
  const body = typeof apiResponse.body === 'string' ? Buffer.from(apiResponse.body) : apiResponse.body
  const encoded = gzip && Buffer.isBuffer(body) && body.length > 1024 ? gzipSync(body) : body
  response.sendDate = false
  response.statusCode = apiResponse.status
  response.setHeader('date', new Date(now).toUTCString())
  if (apiResponse.type !== null) response.setHeader('content-type', apiResponse.type)
  if (encoded !== body) response.setHeader('content-encoding', 'gzip')
  for (const [name, value] of Object.entries(apiResponse.headers ?? {})) response.setHeader(name, value)
  if (hasLength && apiResponse.status !== 204)
    response.setHeader('content-length', Buffer.isBuffer(encoded) ? encoded.length : 0)
  const connectionFaults = faults.filter((fault) => fault.kind === 'cut' || fault.kind === 'slowBody')
  if (connectionFaults.length > 0)
    await sendDamaged(
      response,
      encoded === null ? [] : Buffer.isBuffer(encoded) ? [encoded] : encoded,
      connectionFaults,
    )
  else if (encoded === null || Buffer.isBuffer(encoded)) response.end(encoded ?? undefined)
  else await stream(response, encoded)
}

/** The size of a single write. */
const bufferBytes = 128 * 1024

/** Sends texts through one buffer that it reuses after every write, so that memory does not grow with the response. */
async function stream(response: ServerResponse, texts: Iterable<string>): Promise<void> {
  const buffer = Buffer.allocUnsafeSlow(bufferBytes)
  let filled = 0
  for (const text of texts) {
    // UTF-8 takes at most three bytes for a UTF-16 code unit.
    if (filled + text.length * 3 > bufferBytes) {
      if (!(await writeBytes(response, buffer.subarray(0, filled)))) return
      filled = 0
    }
    if (text.length * 3 <= bufferBytes) filled += buffer.write(text, filled)
    else if (!(await writeBytes(response, Buffer.from(text)))) return
  }
  if (await writeBytes(response, buffer.subarray(0, filled))) response.end()
}

async function sendDamaged(
  response: ServerResponse,
  chunks: Iterable<Buffer | string>,
  connectionFaults: readonly Fault[],
): Promise<void> {
  const cut = connectionFaults.find((fault) => fault.kind === 'cut')
  const slow = connectionFaults.find((fault) => fault.kind === 'slowBody')
  let left = cut?.bytes ?? Infinity
  response.flushHeaders()
  for (const chunk of chunks) {
    const bytes = Buffer.from(chunk).subarray(0, left)
    left -= bytes.length
    const step = slow === undefined ? bytes.length : Math.max(1, slow.bytes)
    for (let at = 0; at < bytes.length; at += step) {
      if (!(await writeBytes(response, bytes.subarray(at, at + step)))) return
      if (slow !== undefined) await wait(slow.ms)
    }
    if (left <= 0) break
  }
  if (cut === undefined) response.end()
  else await flush(response).then(() => reset(response))
}

/** Resolves to true once the bytes are passed to the system, or to false when the client has disconnected. */
function writeBytes(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  if (response.destroyed) return Promise.resolve(false)
  return new Promise((resolve) => {
    const onClose = (): void => resolve(false)
    response.once('close', onClose)
    response.write(bytes, (error) => {
      response.off('close', onClose)
      resolve(error === null || error === undefined)
    })
  })
}

/** Waits until written bytes have left for the client, so that a reset does not discard them. */

async function flush(response: ServerResponse): Promise<void> {
  await wait(20)
  if (response.writableLength > 0) await wait(50)
}
