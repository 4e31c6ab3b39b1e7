/**
 * Sends an answer over the socket, with what the faults do to it on the way. Only here bytes are cut, slowed down or
 * kept back; by now the call has been executed.
 */
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { jsonType, type Answer } from '../serializers/response.ts'
import { withWrongTypes } from '../serializers/values.ts'
import type { Fault } from '../faults.ts'

export type Sending = {
  readonly response: ServerResponse
  /** What the clock of the service shows; milliseconds. */
  readonly now: number
  readonly gzip: boolean
}

/** Resets the connection: the client sees ECONNRESET, never a polite end. */
export function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy()
}

function wholeText(body: Answer['body']): string {
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

/** The answer as the faults that change its content leave it. */
function altered(answer: Answer, faults: readonly Fault[]): Answer {
  return faults.reduce<Answer>((before, fault) => {
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
  }, answer)
}

export async function transmit(
  { response, now, gzip }: Sending,
  given: Answer,
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
  const answer = altered(given, faults)
  const fixed = answer.body === null || typeof answer.body === 'string' || Buffer.isBuffer(answer.body)
  const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body
  const packed = gzip && Buffer.isBuffer(body) && body.length > 1024 ? gzipSync(body) : body
  response.sendDate = false
  response.statusCode = answer.status
  response.setHeader('date', new Date(now).toUTCString())
  if (answer.type !== null) response.setHeader('content-type', answer.type)
  if (packed !== body) response.setHeader('content-encoding', 'gzip')
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value)
  if (fixed && answer.status !== 204) response.setHeader('content-length', Buffer.isBuffer(packed) ? packed.length : 0)
  const damage = faults.filter((fault) => fault.kind === 'cut' || fault.kind === 'slowBody')
  if (damage.length > 0)
    await sendDamaged(response, packed === null ? [] : Buffer.isBuffer(packed) ? [packed] : packed, damage)
  else if (packed === null || Buffer.isBuffer(packed)) response.end(packed ?? undefined)
  else await stream(response, packed)
}

/** Bytes that are written at once. */
const piece = 128 * 1024

/** Sends texts through one buffer, used again as soon as it has been written: no more memory, however much is sent. */
async function stream(response: ServerResponse, texts: Iterable<string>): Promise<void> {
  const buffer = Buffer.allocUnsafeSlow(piece)
  let filled = 0
  for (const text of texts) {
    // A character takes three bytes at most.
    if (filled + text.length * 3 > piece) {
      if (!(await written(response, buffer.subarray(0, filled)))) return
      filled = 0
    }
    if (text.length * 3 <= piece) filled += buffer.write(text, filled)
    else if (!(await written(response, Buffer.from(text)))) return
  }
  if (await written(response, buffer.subarray(0, filled))) response.end()
}

async function sendDamaged(
  response: ServerResponse,
  chunks: Iterable<Buffer | string>,
  damage: readonly Fault[],
): Promise<void> {
  const cut = damage.find((fault) => fault.kind === 'cut')
  const slow = damage.find((fault) => fault.kind === 'slowBody')
  let left = cut?.bytes ?? Infinity
  response.flushHeaders()
  for (const chunk of chunks) {
    const bytes = Buffer.from(chunk).subarray(0, left)
    left -= bytes.length
    const step = slow === undefined ? bytes.length : Math.max(1, slow.bytes)
    for (let at = 0; at < bytes.length; at += step) {
      if (!(await written(response, bytes.subarray(at, at + step)))) return
      if (slow !== undefined) await wait(slow.ms)
    }
    if (left <= 0) break
  }
  if (cut === undefined) response.end()
  else await flushed(response).then(() => reset(response))
}

/** Resolves when the bytes have left for the client; false when the client has gone. */
function written(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  if (response.destroyed) return Promise.resolve(false)
  return new Promise((resolve) => {
    const gone = (): void => resolve(false)
    response.once('close', gone)
    response.write(bytes, (error) => {
      response.off('close', gone)
      resolve(error === null || error === undefined)
    })
  })
}

/** What was written has left for the client, so that a reset does not swallow it. */
async function flushed(response: ServerResponse): Promise<void> {
  await wait(20)
  if (response.writableLength > 0) await wait(50)
}
