/**
 * Connections to the service: one pool for reads, and fresh single ones for money. HTTP/1.1 only: with HTTP/2 one
 * connection carries many requests, and it could not be told whether this request's bytes left.
 */
import { channel, type ChannelListener } from 'node:diagnostics_channel'
import type { SecureContext } from 'node:tls'
import { trustedContext } from '../authorities.ts'
import { isLoopbackHost } from '../loopbackHost.ts'
import { createTunnels, firstWay, type FindProxy } from './proxy.ts'
import { Agent, buildConnector, type Connector, type Dispatcher } from './undici.ts'

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
  readonly findProxy: FindProxy | undefined
}

const readConnections = 8
/** Of the time for a connection: a proxy that says nothing is named before the connection's own time is over. */
const tunnelShare = 0.9

export function createTransport({ ca, connectLimit, findProxy }: TransportOptions): Transport {
  // Said and not left to the default: a variable of the environment changes that one.
  const connect = { rejectUnauthorized: true, allowH2: false, timeout: connectLimit }
  const ended = new AbortController()
  const openTunnel = createTunnels()

  /** What is on this machine is never asked of a proxy; nor is anything else that is not https. */
  const connectorUntil = (signal: AbortSignal): Connector.connector => {
    const plain = buildConnector(connect)
    let secure: { readonly context: SecureContext; readonly connector: Connector.connector } | null = null
    const secureConnector = (context: SecureContext): Connector.connector => {
      if (secure?.context !== context)
        secure = { context, connector: buildConnector({ ...connect, secureContext: context }) }
      return secure.connector
    }
    const connectSecurely = async (options: Connector.Options, callback: Connector.Callback): Promise<void> => {
      try {
        const { hostname, protocol } = options
        const secureContext = await trustedContext(ca)
        const direct = secureConnector(secureContext)
        if (findProxy === undefined || isLoopbackHost(hostname)) return direct(options, callback)
        const port = options.port === '' ? '443' : options.port
        const target = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
        const ways = await findProxy(new URL(`${protocol}//${target}`))
        const limit = (connectLimit * tunnelShare) / Math.max(1, ways.length)
        const httpSocket = await firstWay(ways, (proxy) => openTunnel(proxy, { target, secureContext, limit, signal }))
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

function createFresh(connectorUntil: (signal: AbortSignal) => Connector.connector): FreshConnection {
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
