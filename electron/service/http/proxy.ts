/**
 * Opens a tunnel to the service through a proxy by CONNECT; the service's own TLS runs inside of it. Until the tunnel
 * stands, nothing of the request itself was sent.
 */
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { errorCode } from '../../base/errorCode.ts'

export interface ProxyServer {
  /** The address, http or https, without credentials and path. */
  readonly url: URL
  readonly credentials: { readonly user: string; readonly password: string } | null
}

/**
 * Finds the proxies for an address in their order; null means a direct connection. It is called for each connection,
 * and the same proxy is always the same object.
 */
export type FindProxy = (target: URL) => Promise<readonly (ProxyServer | null)[]>

/**
 * The error of a proxy. Its code begins with `PROXY_` and goes on with the system's code, with `STATUS_` and the
 * proxy's status, or with `SCHEME_` and the authentication scheme that the proxy accepts, where that isn't Basic.
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
  /** The `host:port` of the service. */
  readonly target: string
  /** The authorities that an https proxy's certificate is checked against. */
  readonly secureContext: SecureContext
  /** Milliseconds. */
  readonly limit: number
  readonly signal: AbortSignal
}

export type OpenTunnel = (proxy: ProxyServer, options: TunnelOptions) => Promise<Socket>

const wantsCredentials = 407
/** The number of characters that are read of one header. */
const maxHeader = 1000
const basic = ({ user, password }: NonNullable<ProxyServer['credentials']>): string =>
  `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`
const otherSchemes = ['NTLM', 'Negotiate', 'Kerberos', 'Digest', 'Bearer']

/** Returns the authentication scheme that a proxy requires, or null where it accepts Basic or names no known one. */
function otherScheme(header: string | readonly string[] | undefined): string | null {
  const offered = [header ?? []]
    .flat()
    .flatMap((line) => line.slice(0, maxHeader).split(','))
    .map((part) => part.trim().split(' ')[0]?.toLowerCase())
  if (offered.includes('basic')) return null
  return otherSchemes.find((scheme) => offered.includes(scheme.toLowerCase())) ?? null
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

const systemReason = (error: Error): string => errorCode(error) ?? 'FAILED'

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
      // Without it Node takes the name from the Host header, which is the service's.
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
 * Opens tunnels. Credentials that a proxy refused are not sent to it again, and until one connection has succeeded they
 * are sent on one connection at a time, because many attempts lock an account.
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

/**
 * Returns whether the next proxy may be tried because this one is unreachable. An answer of the proxy itself is final.
 */
const isAway = (error: unknown): boolean => error instanceof ProxyError && !/^PROXY_(STATUS|SCHEME)_/.test(error.code)

/**
 * Opens a tunnel through the first reachable proxy, or returns null for a direct connection. Throws the error of the
 * last proxy, or of the one that refuses.
 */
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
