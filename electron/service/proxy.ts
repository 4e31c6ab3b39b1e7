/**
 * The way to the service through a proxy: CONNECT, and inside it the service's own TLS. What is said to the proxy is none
 * of the request: until the tunnel stands nothing of that has left.
 */
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type Socket } from 'node:net'
import type { SecureContext } from 'node:tls'

export interface ProxyServer {
  /** http or https, without credentials and path. */
  readonly url: URL
  readonly credentials: { readonly user: string; readonly password: string } | null
}

/** Which proxies lead to an address, the first first, null for none; asked for each connection. The same proxy is the same object. */
export type FindProxy = (target: URL) => Promise<readonly (ProxyServer | null)[]>

/**
 * Its code begins with `PROXY_`: the system's code of what failed, `PROXY_STATUS_` and what the proxy answered, or
 * `PROXY_SCHEME_` and the only kind of sign-in that it takes, where that isn't Basic.
 */
export class ProxyError extends Error {
  readonly code: string

  constructor(reason: string, options?: ErrorOptions) {
    super('The proxy gave no way to the service', options)
    this.name = 'ProxyError'
    this.code = `PROXY_${reason}`
  }
}

export interface TunnelOptions {
  /** `host:port` of the service. */
  readonly target: string
  /** Whom an https proxy is believed. */
  readonly secureContext: SecureContext
  /** Milliseconds. */
  readonly limit: number
  readonly signal: AbortSignal
}

export type OpenTunnel = (proxy: ProxyServer, options: TunnelOptions) => Promise<Socket>

const wantsCredentials = 407
/** Characters of one header that are read. */
const maxHeader = 1000
const basic = ({ user, password }: NonNullable<ProxyServer['credentials']>): string =>
  `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`
const otherSchemes = ['NTLM', 'Negotiate', 'Kerberos', 'Digest', 'Bearer']

/** The kind of sign-in that a proxy insists on; null where it takes Basic, or names none that is known. */
function otherScheme(header: string | readonly string[] | undefined): string | null {
  const offered = [header ?? []]
    .flat()
    .flatMap((line) => line.slice(0, maxHeader).split(','))
    .map((part) => part.trim().split(' ')[0]?.toLowerCase())
  if (offered.includes('basic')) return null
  return otherSchemes.find((scheme) => offered.includes(scheme.toLowerCase())) ?? null
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

function systemReason(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : 'FAILED'
}

function connect(
  { url, credentials }: ProxyServer,
  { target, secureContext, limit, signal }: TunnelOptions,
): Promise<Socket> {
  const secure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const request = (secure ? requestHttps : requestHttp)({
      method: 'CONNECT',
      host: hostOf(url),
      port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
      path: target,
      agent: false,
      headers: {
        host: target,
        connection: 'keep-alive',
        ...(credentials === null ? {} : { 'proxy-authorization': basic(credentials) }),
      },
      signal,
      // Else Node takes the name from the Host header, which is the service's.
      ...(secure
        ? {
            servername: isIP(hostOf(url)) === 0 ? hostOf(url) : '',
            rejectUnauthorized: true,
            ALPNProtocols: ['http/1.1'],
            secureContext,
          }
        : {}),
    })
    const timer = setTimeout(() => request.destroy(new ProxyError('TIMEOUT')), limit)
    request.once('connect', (response: IncomingMessage, socket: Socket, head: Buffer) => {
      clearTimeout(timer)
      const status = response.statusCode ?? 0
      // Errors of a tunnel are those of the connection inside it.
      socket.on('error', () => undefined)
      if (status >= 200 && status < 300) {
        if (head.length > 0) socket.unshift(head)
        resolve(socket)
        return
      }
      socket.destroy()
      const scheme = status === wantsCredentials ? otherScheme(response.headers['proxy-authenticate']) : null
      reject(new ProxyError(scheme === null ? `STATUS_${String(status)}` : `SCHEME_${scheme}`))
    })
    request.once('error', (error) => {
      clearTimeout(timer)
      reject(error instanceof ProxyError ? error : new ProxyError(systemReason(error), { cause: error }))
    })
    request.end()
  })
}

const refusal = `PROXY_STATUS_${String(wantsCredentials)}`
const refusesCredentials = (error: ProxyError): boolean =>
  error.code === refusal || error.code.startsWith('PROXY_SCHEME_')

/**
 * Credentials that a proxy refused are not shown to it again, and are shown one connection at a time until then: many
 * tries lock an account.
 */
export function createTunnels(): OpenTunnel {
  const refused = new WeakMap<ProxyServer, ProxyError>()
  const turns = new WeakMap<ProxyServer, Promise<unknown>>()

  const inTurn = (proxy: ProxyServer, options: TunnelOptions): Promise<Socket> => {
    const mine = (turns.get(proxy) ?? Promise.resolve()).then(async () => {
      const before = refused.get(proxy)
      if (before !== undefined) throw before
      try {
        return await connect(proxy, options)
      } catch (error) {
        if (error instanceof ProxyError && refusesCredentials(error)) refused.set(proxy, error)
        throw error
      }
    })
    turns.set(
      proxy,
      mine.catch(() => undefined),
    )
    return mine
  }
  return (proxy, options) => (proxy.credentials === null ? connect(proxy, options) : inTurn(proxy, options))
}

/** Whether the next way may be tried: this one is not there. What a proxy says of itself stands. */
const isAway = (error: unknown): boolean => error instanceof ProxyError && !/^PROXY_(STATUS|SCHEME)_/.test(error.code)

/** The first of the ways that is there: a tunnel, or null for none. Throws what the last one, or one that refuses, said. */
export async function firstWay(
  ways: readonly (ProxyServer | null)[],
  open: (proxy: ProxyServer) => Promise<Socket>,
): Promise<Socket | null> {
  const [way = null, ...others] = ways
  if (way === null) return null
  try {
    return await open(way)
  } catch (error) {
    if (others.length === 0 || !isAway(error)) throw error
    return await firstWay(others, open)
  }
}
