/**
 * Connections to the service: one pool for reads, and fresh single ones for money. HTTP/1.1 only: with HTTP/2 one
 * connection carries many requests, and it could not be told whether this request's bytes left.
 */
import { channel, type ChannelListener } from 'node:diagnostics_channel'
import * as tls from 'node:tls'
import { Agent, buildConnector, type Dispatcher } from 'undici'

/** Published by undici immediately before it writes a request's head to its socket. */
const sendHeaders = channel('undici:client:sendHeaders')

export interface FreshConnection {
  readonly dispatcher: Dispatcher
  /** Called once, when the connection is there (for https: after the handshake). */
  readonly onConnected: (listener: () => void) => void
  /** Whether the request's first byte may have left. */
  readonly written: () => boolean
  readonly destroy: () => void
}

export interface Transport {
  readonly shared: () => Dispatcher
  readonly fresh: () => FreshConnection
  /** Connections that slept with the machine are not used again; calls under way end as they do. */
  readonly renew: () => void
  readonly destroy: () => Promise<void>
}

export interface TransportOptions {
  /** PEM of further certificate authorities, beside those that are trusted anyway. */
  readonly ca: string | undefined
  /** Milliseconds until a connection must be there. */
  readonly connectLimit: number
}

const readConnections = 8

export function createTransport({ ca, connectLimit }: TransportOptions): Transport {
  const trusted = ca === undefined ? {} : { ca: [...tls.getCACertificates('default'), ca] }
  // Said and not left to the default: a variable of the environment changes that one.
  const connect = { ...trusted, rejectUnauthorized: true, allowH2: false, timeout: connectLimit }
  const createShared = (): Agent => new Agent({ connect, allowH2: false, connections: readConnections, keepAliveTimeout: 10_000, headersTimeout: 0, bodyTimeout: 0 })
  let shared = createShared()

  return {
    shared: () => shared,
    fresh: () => createFresh(buildConnector(connect)),
    renew() {
      const old = shared
      shared = createShared()
      old.close().catch(() => undefined)
    },
    destroy: () => shared.destroy(),
  }
}

function createFresh(connector: buildConnector.connector): FreshConnection {
  const sockets = new Set<unknown>()
  const listeners: (() => void)[] = []
  let written = false

  const onSendHeaders: ChannelListener = (message) => {
    if (typeof message === 'object' && message !== null && 'socket' in message && sockets.has(message.socket)) written = true
  }
  sendHeaders.subscribe(onSendHeaders)

  const dispatcher = new Agent({
    allowH2: false,
    connections: 1,
    pipelining: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (options, callback) => {
      connector(options, (...result) => {
        const [error, socket] = result
        if (error === null) {
          sockets.add(socket)
          for (const listener of listeners) listener()
        }
        callback(...result)
      })
    },
  })

  return {
    dispatcher,
    onConnected: (listener) => void listeners.push(listener),
    written: () => written,
    destroy() {
      sendHeaders.unsubscribe(onSendHeaders)
      dispatcher.destroy().catch(() => undefined)
    },
  }
}
