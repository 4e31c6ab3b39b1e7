/**
 * The same service behind TLS, on additional ports that open on demand. A client that uses the certificate of `good` as
 * a CA trusts that listener; no client trusts the others.
 */
import type { RequestListener } from 'node:http'
import { createServer, type Server } from 'node:https'
import { day } from '../clock.ts'
import { selfSigned, type CertificateOptions } from './certificate.ts'

export const listenerKinds = ['good', 'expired', 'wrongHost', 'broken'] as const
type ListenerKind = (typeof listenerKinds)[number]
type TlsListener = { readonly baseUrl: string; /** PEM. */ readonly certificate: string }

function certificateOptions(kind: ListenerKind): CertificateOptions {
  const now = Date.now()
  const valid = { names: ['localhost'], addresses: ['127.0.0.1'], from: now - day, until: now + 365 * day }
  if (kind === 'expired') return { ...valid, from: now - 20 * day, until: now - day }
  return kind === 'wrongHost' ? { ...valid, names: ['elsewhere.example'], addresses: [] } : valid
}

export class TlsListeners {
  readonly #started = new Map<ListenerKind, Promise<{ readonly listener: TlsListener; readonly server: Server }>>()
  #listener: RequestListener = (_, response) => response.destroy()

  serveWith(listener: RequestListener): void {
    this.#listener = listener
  }

  async listener(kind: ListenerKind): Promise<TlsListener> {
    const starting = this.#started.get(kind) ?? this.#start(kind)
    this.#started.set(kind, starting)
    return (await starting).listener
  }

  async close(): Promise<void> {
    for (const starting of this.#started.values()) {
      const { server } = await starting
      server.close()
      server.closeAllConnections()
    }
  }

  async #start(kind: ListenerKind): Promise<{ listener: TlsListener; server: Server }> {
    const { key, cert } = selfSigned(certificateOptions(kind))
    const server = createServer({ key, cert }, (message, response) => this.#listener(message, response))
    if (kind === 'broken')
      server.prependListener('connection', (socket: { end: (text: string) => void }) =>
        socket.end('this is not TLS\r\n'),
      )
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the server does not listen')
    return { server, listener: { baseUrl: `https://127.0.0.1:${address.port}`, certificate: cert } }
  }
}
