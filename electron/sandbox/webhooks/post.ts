/** Sends one webhook: an HTTP POST with a JSON body over https or, on loopback, http (interface 6). */
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { rootCertificates } from 'node:tls'

export type Reply = { readonly status: number; readonly body: string }
type PostOptions = {
  /** The time limit for the whole answer. */
  readonly timeoutMs: number
  /** A certificate (PEM) that is trusted in addition to the well-known authorities, or null. */
  readonly certificateAuthority: string | null
}

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

/** The length from which a part of a path may be a secret of the receiver. */
const minSecretLength = 16

/** Returns an address for a record: without credentials and query, and without the long parts of its path. */
export function addressToShow(address: string): string {
  const { origin, pathname } = new URL(address)
  const parts = pathname.split('/').map((part) => (part.length < minSecretLength ? part : '…'))
  return `${origin}${parts.join('/')}`
}

export function post(address: string, value: unknown, options: PostOptions): Promise<Reply> {
  const { timeoutMs, certificateAuthority } = options
  const url = new URL(address)
  const body = Buffer.from(JSON.stringify(value))
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => reject(signal.aborted ? new Error('no response in time') : error)
    const request = start(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': body.length },
        signal,
        ...(certificateAuthority !== null && { ca: [...rootCertificates, certificateAuthority] }),
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          if (text.length < maxReplyLength) text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
        response.on('error', fail)
      },
    )
    request.on('error', fail)
    request.end(body)
  })
}
