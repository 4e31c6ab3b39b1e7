/**
 * The stand-in for `net`: requests of the main process over Node's HTTP. A session's guard checks each of them, as in
 * Chromium. Errors have Chromium's texts. A redirect is emitted and not followed unless the program asks for it.
 */
import { EventEmitter } from 'node:events'
import { type ClientRequest as NodeRequest, type IncomingMessage, request as httpRequest } from 'node:http'
import { PassThrough } from 'node:stream'
import { app } from './app.ts'
import { report } from './reports.ts'
import { type Session, session as sessions } from './session.ts'

export interface RequestOptions {
  readonly method?: string
  readonly protocol?: string
  readonly hostname?: string
  readonly port?: string | number
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly redirect?: 'follow' | 'error' | 'manual'
  readonly session?: Session
}

class Response extends PassThrough {
  readonly statusCode: number
  readonly statusMessage: string
  readonly headers: IncomingMessage['headers']
  constructor(from: IncomingMessage) {
    super()
    this.statusCode = from.statusCode ?? 0
    this.statusMessage = from.statusMessage ?? ''
    this.headers = from.headers
    from.on('error', () => {
      this.emit('aborted')
      this.destroy(new Error('net::ERR_CONTENT_LENGTH_MISMATCH'))
    })
    from.pipe(this)
  }
}

class ClientRequest extends EventEmitter {
  readonly #options: RequestOptions
  readonly #url: string
  #request: NodeRequest | null = null
  #isEnded = false

  constructor(options: RequestOptions) {
    super()
    app.mustBeReady('net')
    this.#options = options
    const { protocol = 'http:', hostname = 'localhost', port, path = '/' } = options
    this.#url = `${protocol}//${hostname}${port === undefined || port === '' ? '' : `:${String(port)}`}${path}`
  }

  setHeader(): void {
    throw new Error('The stand-in accepts headers only in the options of a request')
  }
  end(): void {
    void this.#send()
  }
  abort(): void {
    this.#finish()
    this.#request?.destroy()
    this.emit('abort')
  }
  /** Fails the request when the session closes its connections. */
  fail(text: string): void {
    if (this.#isEnded) return
    this.#finish()
    this.#request?.destroy()
    this.emit('error', new Error(text))
  }

  #finish(): void {
    this.#isEnded = true
    this.#session.requests.delete(this)
  }

  get #session(): Session {
    return this.#options.session ?? sessions.defaultSession
  }

  async #send(): Promise<void> {
    const { method = 'GET', headers = {} } = this.#options
    this.#session.requests.add(this)
    if (await this.#session.webRequest.isCancelled(this.#url, method)) {
      report('net.blocked', { partition: this.#session.partition, origin: new URL(this.#url).origin })
      return this.fail('net::ERR_BLOCKED_BY_CLIENT')
    }
    const sent = httpRequest(this.#url, { method, headers, agent: false }, (response) => this.#receive(response))
    sent.on('error', () => this.fail('net::ERR_CONNECTION_FAILED'))
    this.#request = sent
    sent.end()
  }

  #receive(incoming: IncomingMessage): void {
    const { statusCode = 0, headers } = incoming
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      incoming.resume()
      const target = new URL(headers.location, this.#url).href
      this.emit('redirect', statusCode, 'GET', target, headers)
      if (!this.#isEnded) this.fail('net::ERR_ABORTED')
      return
    }
    const response = new Response(incoming)
    incoming.on('close', () => this.#finish())
    this.emit('response', response)
  }
}

export type { ClientRequest }

export const net = {
  request: (options: RequestOptions): ClientRequest => new ClientRequest(options),
}
