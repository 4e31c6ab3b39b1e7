/** The request that endpoints receive, and the function that reads its body within limits. */
import type { IncomingMessage } from 'node:http'
import { invalid, Refusal } from '../rules/refusal.ts'

export type ApiRequest = {
  readonly method: string
  /** The path and query as the client sent them. */
  readonly address: string
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** In bytes. Larger bodies get 413 (an assumption). Hundreds of unfinished bodies together stay small. */
const bodyLimit = 64 * 1024

/** The client disconnected before it had sent the whole body. */
class ClientDisconnected extends Error {}

/**
 * Reads the whole body. Rejects with a `Refusal` when the body is too large, and then discards the rest of it: a
 * response is lost when the server closes a connection with unread bytes. Rejects with `ClientDisconnected` when the
 * client leaves.
 */
export function readBody(message: IncomingMessage, limit = bodyLimit): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let buffer = Buffer.alloc(0)
    let length = 0
    const tooLarge = (): void => {
      message.off('data', append)
      discardRest(message)
      reject(new Refusal(413, 'body-too-large', `A request body may have ${limit} bytes.`))
    }
    const append = (chunk: Buffer): void => {
      if (length + chunk.length > limit) return tooLarge()
      if (length + chunk.length > buffer.length) {
        const larger = Buffer.alloc(Math.max(1024, 2 * (length + chunk.length)))
        buffer.copy(larger, 0, 0, length)
        buffer = larger
      }
      length += chunk.copy(buffer, length)
    }
    message.once('end', () => resolve(buffer.subarray(0, length)))
    message.once('error', () => reject(new ClientDisconnected()))
    message.once('close', () => reject(new ClientDisconnected()))
    if (Number(message.headers['content-length'] ?? 0) > limit) tooLarge()
    else message.on('data', append)
  })
}

/** After this time the connection of a client that is still sending a refused body is closed. */
const discardTimeoutMs = 2000

function discardRest(message: IncomingMessage): void {
  const timer = setTimeout(() => message.destroy(), discardTimeoutMs).unref()
  message.once('end', () => clearTimeout(timer))
  message.resume()
}

/** Parses the body as JSON; throws a `Refusal` if it isn't. */
export function jsonBody(request: ApiRequest): unknown {
  try {
    return JSON.parse(request.body.toString('utf8'))
  } catch {
    throw invalid('The body is not JSON.')
  }
}
