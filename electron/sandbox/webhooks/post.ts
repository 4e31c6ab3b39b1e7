/** Sends one webhook: an HTTP POST with a JSON body over https or, on loopback, http (interface 6). */
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

export type Reply = { readonly status: number; readonly body: string }

const timeoutMs = 10_000
const maxReplyLength = 64 * 1024

/** Returns why an address can't be used for a webhook, or null if it can. */
export function addressProblem(address: string): string | null {
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
        timeout: timeoutMs,
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          if (text.length < maxReplyLength) text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
        response.on('error', reject)
      },
    )
    request.on('timeout', () => request.destroy(new Error('no response in time')))
    request.on('error', reject)
    request.end(body)
  })
}
