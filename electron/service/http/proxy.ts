/**
 * Opens a tunnel to the service through a proxy by CONNECT; the service's own TLS runs inside of it. Until the tunnel
 * stands, nothing of the request itself was sent.
 */
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { Clock } from '../../base/clock.ts'
import { errorCode } from '../../base/errorCode.ts'
import { startStopwatch, type Stopwatch } from './deadline.ts'

export interface ProxyServer {
  /** The address, http or https, without credentials and path. */
  readonly url: URL
  readonly credentials: { readonly user: string; readonly password: string } | null
}

/**
 * Finds the proxies for an address in their order; null means a direct connection. It is called for each connection,
 * and the same proxy with credentials is always the same object.
 */
export type FindProxy = (target: URL) => Promise<readonly (ProxyServer | null)[]>

/**
 * The error of a proxy. Its code begins with `PROXY_` and goes on with the system's code, with `STATUS_` and the
 * proxy's status, with `CREDENTIALS` where it refuses those that it got, or with `SCHEME_` and the authentication
 * scheme that the proxy accepts, where that isn't Basic.
 */
export class ProxyError extends Error {
  readonly code: string

  constructor(reason: string, options?: ErrorOptions) {
    super('The proxy gave no way to the service', options)
    this.name = 'ProxyError'
    this.code = `PROXY_${reason}`
  }
}

interface TunnelOptions {
  /** The `host:port` of the service. */
  readonly target: string
  /** The authorities that an https proxy's certificate is checked against. */
  readonly secureContext: SecureContext
  /** Milliseconds for all proxies together. */
  readonly limit: number
  readonly signal: AbortSignal
}

/** The way through the proxies of one connection, for its service and its relay. */
export interface Proxies {
  /**
   * Opens a tunnel through the first reachable proxy, or resolves to null for a direct connection. Throws the error of
   * the last proxy, or of the one that refuses.
   */
  readonly open: (address: URL, options: TunnelOptions) => Promise<Socket | null>
  /** The next connection sends refused credentials again. */
  readonly tryAgain: () => void
}

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

function refusalOf(status: number, { headers }: IncomingMessage, hadCredentials: boolean): string {
  const scheme = status === wantsCredentials ? otherScheme(headers['proxy-authenticate']) : null
  if (scheme !== null) return `SCHEME_${scheme}`
  return status === wantsCredentials && hadCredentials ? 'CREDENTIALS' : `STATUS_${String(status)}`
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
      reject(new ProxyError(refusalOf(status, response, credentials !== null)))
    })
    request.once('error', (error) => {
      clearTimeout(timer)
      reject(error instanceof ProxyError ? error : new ProxyError(systemReason(error), { cause: error }))
    })
    request.end()
  })
}

/** Whether the error is an answer of the proxy itself. */
const isAnswer = (error: unknown): error is ProxyError =>
  error instanceof ProxyError && /^PROXY_(STATUS|CREDENTIALS|SCHEME)/.test(error.code)
const isAboutCredentials = (error: unknown): error is ProxyError =>
  isAnswer(error) && !error.code.startsWith('PROXY_STATUS_')

interface Refusal {
  readonly error: ProxyError
  /** How often the proxy has refused in a row. */
  readonly times: number
  readonly since: Stopwatch
  /** Milliseconds in which the credentials are not sent again. */
  readonly pause: number
}

/** Milliseconds after the first refusal; doubled with each further one. */
const firstPause = 30_000
const longestPause = 10 * 60_000

/**
 * Many attempts with wrong credentials lock an account, but a proxy also refuses right ones while the directory behind
 * it is away. So credentials are sent on one connection at a time, and refused ones only after a pause.
 */
export function createProxies(findProxy: FindProxy, clock: Clock): Proxies {
  const refusals = new Map<ProxyServer, Refusal>()
  const turns = new WeakMap<ProxyServer, Promise<unknown>>()

  const connectInTurn = async (proxy: ProxyServer, options: TunnelOptions): Promise<Socket> => {
    const before = refusals.get(proxy)
    if (before !== undefined && before.since.elapsed() < before.pause) throw before.error
    try {
      const socket = await connect(proxy, options)
      refusals.delete(proxy)
      return socket
    } catch (error) {
      if (isAboutCredentials(error)) {
        const times = (before?.times ?? 0) + 1
        const pause = Math.min(firstPause * 2 ** (times - 1), longestPause)
        refusals.set(proxy, { error, times, since: startStopwatch(clock), pause })
      }
      throw error
    }
  }
  const openTunnel = (proxy: ProxyServer, options: TunnelOptions): Promise<Socket> => {
    if (proxy.credentials === null) return connect(proxy, options)
    const mine = (turns.get(proxy) ?? Promise.resolve()).then(() => connectInTurn(proxy, options))
    turns.set(
      proxy,
      mine.catch(() => undefined),
    )
    return mine
  }
  const firstWay = async (
    [way = null, ...others]: readonly (ProxyServer | null)[],
    options: TunnelOptions,
  ): Promise<Socket | null> => {
    if (way === null) return null
    try {
      return await openTunnel(way, options)
    } catch (error) {
      // The next one is tried if this one is unreachable. An answer of the proxy itself is final.
      if (others.length === 0 || !(error instanceof ProxyError) || isAnswer(error)) throw error
      return await firstWay(others, options)
    }
  }
  return {
    async open(address, options) {
      const ways = await findProxy(address)
      return await firstWay(ways, { ...options, limit: options.limit / Math.max(1, ways.length) })
    },
    tryAgain() {
      for (const [proxy, refusal] of refusals) refusals.set(proxy, { ...refusal, pause: 0 })
    },
  }
}
