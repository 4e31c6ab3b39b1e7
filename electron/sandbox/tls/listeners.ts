/**
 * The same service behind TLS, on further ports that open when they are asked for: `good` is trusted by whoever takes
 * its certificate as a CA, the others never are.
 */
import type { RequestListener } from 'node:http'
import { createServer, type Server } from 'node:https'
import { day } from '../clock.ts'
import { selfSigned, type CertificateWish } from './certificate.ts'

export const listenerKinds = ['good', 'expired', 'wrongHost', 'broken'] as const
export type ListenerKind = (typeof listenerKinds)[number]
export type TlsListener = { readonly baseUrl: string; /** PEM. */ readonly certificate: string }

function wish(kind: ListenerKind): CertificateWish {
  const now = Date.now()
  const right = { names: ['localhost'], addresses: ['127.0.0.1'], from: now - day, until: now + 365 * day }
  if (kind === 'expired') return { ...right, from: now - 20 * day, until: now - day }
  return kind === 'wrongHost' ? { ...right, names: ['elsewhere.example'], addresses: [] } : right
}

export class TlsListeners {
  readonly #open = new Map<ListenerKind, Promise<{ readonly listener: TlsListener; readonly server: Server }>>()
  #listener: RequestListener = (_, response) => response.destroy()

  serveWith(listener: RequestListener): void {
    this.#listener = listener
  }

  async listener(kind: ListenerKind): Promise<TlsListener> {
    const opening = this.#open.get(kind) ?? this.#start(kind)
    this.#open.set(kind, opening)
    return (await opening).listener
  }

  async close(): Promise<void> {
    for (const opening of this.#open.values()) {
      const { server } = await opening
      server.close()
      server.closeAllConnections()
    }
  }

  async #start(kind: ListenerKind): Promise<{ listener: TlsListener; server: Server }> {
    const { key, cert } = selfSigned(wish(kind))
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
