/** Passes a call through to the reseller's app, once and without following redirects. */
import { readFileSync } from 'node:fs'
import { createSecureContext, rootCertificates } from 'node:tls'
import { Agent, request } from 'undici'
import * as z from 'zod'

/** What the caller is sent. */
export const Reply = z.object({ status: z.number().int(), contentType: z.string(), body: z.string() })
export type Reply = z.infer<typeof Reply>

export type Forward = (address: string, body: Buffer, timeoutMs: number) => Promise<Reply | 'late' | 'unreachable'>

const maxReply = 64 * 1024

/** Whether a host, as a URL has it, is this machine, so that plain HTTP to it can't be read on the way. */
export const isThisMachine = (host: string): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(host)

/** Whether calls can be passed to an address: over https, or over http on this machine. */
export function isForwardAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username } = new URL(address)
  if (username !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname))
}

interface Forwarder {
  readonly forward: Forward
  readonly close: () => Promise<void>
}

function readAuthorities(file: string): string {
  try {
    const text = readFileSync(file, 'utf8')
    createSecureContext({ ca: text })
    if (!text.includes('-----BEGIN CERTIFICATE-----')) throw new Error('it has no certificate in PEM')
    return text
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw new Error(`The certificates of RELAY_APP_CA_FILE can't be used: ${reason}.`, { cause: error })
  }
}

/** Throws an error for a person if the certificates can't be read. */
export function createForwarder(caFile: string | null): Forwarder {
  const connect = caFile === null ? {} : { ca: [...rootCertificates, readAuthorities(caFile)] }
  const dispatcher = new Agent({ connect: { ...connect, timeout: 2000 }, maxResponseSize: maxReply, connections: 64 })
  return {
    forward: async (address, body, timeoutMs) => {
      if (!isForwardAddress(address)) return 'unreachable'
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const headers = { 'content-type': 'application/json' }
        const response = await request(address, { method: 'POST', headers, body, dispatcher, signal })
        const text = await response.body.text()
        const type = response.headers['content-type']
        return {
          status: response.statusCode,
          contentType: typeof type === 'string' ? type : 'application/octet-stream',
          body: text,
        }
      } catch {
        return signal.aborted ? 'late' : 'unreachable'
      }
    },
    close: () => dispatcher.destroy(),
  }
}
