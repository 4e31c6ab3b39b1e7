/**
 * Connections to the service: a pool for reads, and a new one for each money request. It speaks HTTP/1.1 alone, because
 * a connection of HTTP/2 carries many requests and doesn't show which of them sent bytes.
 */
import { channel, type ChannelListener } from 'node:diagnostics_channel'
import type { SecureContext } from 'node:tls'
import { trustedContext } from '../../base/authorities.ts'
import { isLoopbackHost } from '../../base/loopbackHost.ts'
import type { Proxies } from './proxy.ts'
import { Agent, buildConnector, type Dispatcher } from 'undici'

/** Published by undici immediately before it writes a request's head to its socket. */
const sendHeaders = channel('undici:client:sendHeaders')

export interface FreshConnection {
  readonly dispatcher: Dispatcher
  /** Registers a listener that is called once when the connection is established (for https after the handshake). */
  readonly onConnected: (listener: () => void) => void
  /** Whether the first byte of the request may have been sent. */
  readonly written: () => boolean
  readonly destroy: () => void
}

export interface Transport {
  readonly shared: () => Dispatcher
  readonly fresh: () => FreshConnection
  /** Replaces the connections that were open while the machine slept. Pending calls end as they would. */
  readonly renew: () => void
  readonly destroy: () => Promise<void>
}

interface TransportOptions {
  /** The PEM text of certificate authorities beside those that the system trusts. */
  readonly ca: string | undefined
  /** The time limit in milliseconds for a connection. */
  readonly connectLimit: number
  readonly proxies: Proxies | undefined
}

const readConnections = 8
/** The proxy's part of the time for a connection, so that a silent proxy is named before the connection times out. */
const tunnelShare = 0.9

export function createTransport({ ca, connectLimit, proxies }: TransportOptions): Transport {
  // `rejectUnauthorized` is set explicitly, because an environment variable changes its default.
  const connect = { rejectUnauthorized: true, allowH2: false, timeout: connectLimit }
  const ended = new AbortController()

  /** Addresses on this machine, and all that aren't https, never use a proxy. */
  const connectorUntil = (signal: AbortSignal): buildConnector.connector => {
    const plain = buildConnector(connect)
    let secure: { readonly context: SecureContext; readonly connector: buildConnector.connector } | null = null
    const secureConnector = (context: SecureContext): buildConnector.connector => {
      if (secure?.context !== context)
        secure = { context, connector: buildConnector({ ...connect, secureContext: context }) }
      return secure.connector
    }
    const connectSecurely = async (
      options: buildConnector.Options,
      callback: buildConnector.Callback,
    ): Promise<void> => {
      try {
        const { hostname, protocol } = options
        const secureContext = await trustedContext(ca)
        const direct = secureConnector(secureContext)
        if (proxies === undefined || isLoopbackHost(hostname)) return direct(options, callback)
        const port = options.port === '' ? '443' : options.port
        const target = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
        const tunnel = { target, secureContext, limit: connectLimit * tunnelShare, signal }
        const httpSocket = await proxies.open(new URL(`${protocol}//${target}`), tunnel)
        direct(httpSocket === null ? options : { ...options, httpSocket }, callback)
      } catch (error) {
        callback(error instanceof Error ? error : new Error('no connection'), null)
      }
    }
    return (options, callback) => {
      if (options.protocol === 'https:') void connectSecurely(options, callback)
      else plain(options, callback)
    }
  }
  const createShared = (): Agent =>
    new Agent({
      connect: connectorUntil(ended.signal),
      allowH2: false,
      connections: readConnections,
      keepAliveTimeout: 10_000,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  let shared = createShared()

  return {
    shared: () => shared,
    fresh: () => createFresh(connectorUntil),
    renew() {
      const old = shared
      shared = createShared()
      old.close().catch(() => undefined)
    },
    destroy() {
      ended.abort()
      return shared.destroy()
    },
  }
}

function createFresh(connectorUntil: (signal: AbortSignal) => buildConnector.connector): FreshConnection {
  const ended = new AbortController()
  const connector = connectorUntil(ended.signal)
  const sockets = new Set<unknown>()
  const listeners: (() => void)[] = []
  let written = false

  const onSendHeaders: ChannelListener = (message) => {
    if (typeof message === 'object' && message !== null && 'socket' in message && sockets.has(message.socket))
      written = true
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
      ended.abort()
      listeners.length = 0
      sendHeaders.unsubscribe(onSendHeaders)
      dispatcher.destroy().catch(() => undefined)
    },
  }
}
