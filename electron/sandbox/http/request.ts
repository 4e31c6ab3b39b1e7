/** A request as the endpoints see it, and the reading of its body within limits. */
import type { IncomingMessage } from 'node:http'
import { invalid, Refusal } from '../rules/refusal.ts'

export type ApiRequest = {
  readonly method: string
  /** Path and query as sent. */
  readonly address: string
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** Chosen: larger bodies get 413. Hundreds of them that never end stay small together. */
export const bodyLimit = 64 * 1024

/** The client went away in the middle of its body. */
export class ClientGone extends Error {}

/**
 * The whole body. Rejects with a refusal when it is too large, and then lets the rest go by: an answer is lost when the
 * connection is closed on bytes that nobody read.
 */
export function readBody(message: IncomingMessage, limit = bodyLimit): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let kept = Buffer.alloc(0)
    let length = 0
    const tooLarge = (): void => {
      message.off('data', take)
      letGo(message)
      reject(new Refusal(413, 'body-too-large', `A request body may have ${limit} bytes.`))
    }
    const take = (chunk: Buffer): void => {
      if (length + chunk.length > limit) return tooLarge()
      if (length + chunk.length > kept.length) {
        const larger = Buffer.alloc(Math.max(1024, 2 * (length + chunk.length)))
        kept.copy(larger, 0, 0, length)
        kept = larger
      }
      length += chunk.copy(kept, length)
    }
    message.once('end', () => resolve(kept.subarray(0, length)))
    message.once('error', () => reject(new ClientGone()))
    message.once('close', () => reject(new ClientGone()))
    if (Number(message.headers['content-length'] ?? 0) > limit) tooLarge()
    else message.on('data', take)
  })
}

/** Milliseconds that a client may go on sending what is not wanted any more. */
const timeoutMs = 2000

function letGo(message: IncomingMessage): void {
  const timer = setTimeout(() => message.destroy(), timeoutMs).unref()
  message.once('end', () => clearTimeout(timer))
  message.resume()
}

/** The body as a JSON value; refuses what isn't JSON. */
export function jsonBody(request: ApiRequest): unknown {
  try {
    return JSON.parse(request.body.toString('utf8'))
  } catch {
    throw invalid('The body is not JSON.')
  }
}
