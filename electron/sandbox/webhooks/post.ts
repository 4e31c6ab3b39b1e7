/** One webhook: an HTTP POST with a JSON body, https or, on loopback, http (interface 6). */
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

export type Reply = { readonly status: number; readonly body: string }

const timeLimit = 10_000
const maxReplyMs = 64 * 1024

/** Why an address can't be a webhook's, or null. */
export function refusedAddress(address: string): string | null {
  if (!URL.canParse(address)) return 'is not an address'
  const { protocol, hostname } = new URL(address)
  if (protocol === 'https:') return null
  return protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
    ? null
    : 'is neither https nor on loopback'
}

export function post(address: string, value: unknown): Promise<Reply> {
  const url = new URL(address)
  const body = Buffer.from(JSON.stringify(value))
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = start(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': body.length },
        timeout: timeLimit,
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          if (text.length < maxReplyMs) text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
        response.on('error', reject)
      },
    )
    request.on('timeout', () => request.destroy(new Error('no answer in time')))
    request.on('error', reject)
    request.end(body)
  })
}
