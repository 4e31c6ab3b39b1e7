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

/** Chosen: larger bodies get 413. */
export const bodyLimit = 1024 * 1024

export async function readBody(message: IncomingMessage, limit = bodyLimit): Promise<Buffer> {
  const tooLarge = new Refusal(413, 'body-too-large', `A request body may have ${limit} bytes.`)
  if (Number(message.headers['content-length'] ?? 0) > limit) throw tooLarge
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > limit) throw tooLarge
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The body as a JSON value; refuses what isn't JSON. */
export function jsonBody(request: ApiRequest): unknown {
  try {
    return JSON.parse(request.body.toString('utf8'))
  } catch {
    throw invalid('The body is not JSON.')
  }
}
