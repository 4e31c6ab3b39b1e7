/**
 * A company proxy, and a service that only the proxy can reach: no name server knows `service.test`, so every request
 * that arrives there has passed the proxy. The certificates exist only for these tests.
 */
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { connect, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { onTestFinished } from 'vitest'
import { certificate, privateKey } from './certificates.ts'

/** The host of the connection's address. */
export const serviceHost = 'service.test'
export const serviceAddress = `https://${serviceHost}`

export const serviceAuthority = `-----BEGIN CERTIFICATE-----
MIIBzjCCAXSgAwIBAgIUYmJ+8hNSQHAarJGoafwivo6OeagwCgYIKoZIzj0EAwIw
NTEzMDEGA1UEAwwqVGVzdCBhdXRob3JpdHkgb2YgZVNJTSBEZXNrIGJlaGluZCBh
IHByb3h5MCAXDTI2MTEyMTExMDI0NVoYDzIxMjYxMDI4MTEwMjQ1WjA1MTMwMQYD
VQQDDCpUZXN0IGF1dGhvcml0eSBvZiBlU0lNIERlc2sgYmVoaW5kIGEgcHJveHkw
WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQxztbe6/+9FnJ/hfSH6CCu0QaYPK6g
vA9zA1bphGHzD3P2CEZEPC9bQ0l6F0mmzZEu3U6+z0UdyFzRBwI+0L/7o2AwXjAd
BgNVHQ4EFgQUaVAVh51G7Eon7X/+rvWqA3fDPSIwHwYDVR0jBBgwFoAUaVAVh51G
7Eon7X/+rvWqA3fDPSIwDwYDVR0TAQH/BAUwAwEB/zALBgNVHQ8EBAMCAgQwCgYI
KoZIzj0EAwIDSAAwRQIgRy/6SmsEhZauW8lOD2xZKPKrwaUkaUmnzRiLTqEnYz0C
IQDQEzvG4pAgtkIAC9kkemdYWAZzTMoD0Xks+DvCDQGfjQ==
-----END CERTIFICATE-----
`
const serviceCertificate = `-----BEGIN CERTIFICATE-----
MIIBtjCCAVygAwIBAgIUXOaRZtBQvj1YZIonz5xT5/zAUG0wCgYIKoZIzj0EAwIw
NTEzMDEGA1UEAwwqVGVzdCBhdXRob3JpdHkgb2YgZVNJTSBEZXNrIGJlaGluZCBh
IHByb3h5MCAXDTI2MTEyMTExMDI0NVoYDzIxMjYxMDI4MTEwMjQ1WjAXMRUwEwYD
VQQDDAxzZXJ2aWNlLnRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASgh5R7
JAEWofE/laKHxzJ1E7NQCmBygXsx4udbGIKYT1Di69WGWQISt6JIp0+MPr2j8NL6
DnH18RRYu/7iCCn5o2YwZDAXBgNVHREEEDAOggxzZXJ2aWNlLnRlc3QwCQYDVR0T
BAIwADAdBgNVHQ4EFgQUhz9p6XNNck0YxIzX8zwtbtXV8N4wHwYDVR0jBBgwFoAU
aVAVh51G7Eon7X/+rvWqA3fDPSIwCgYIKoZIzj0EAwIDSAAwRQIhAJZLn53P8FQv
gNLosveZIpBViZ86BNP7hdwtxjBpPfUNAiAEmOc0YUukh247bifsr2QlPEnG2AxG
mqa21iTaGrf90A==
-----END CERTIFICATE-----
`
const serviceKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgWXLDqS5V+a52CLWS
AkPC0GhrhpE2zJzrYEfmVzKJW/ahRANCAASgh5R7JAEWofE/laKHxzJ1E7NQCmBy
gXsx4udbGIKYT1Di69WGWQISt6JIp0+MPr2j8NL6DnH18RRYu/7iCCn5
-----END PRIVATE KEY-----
`

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port // a TCP server's address has this form
}

/** Starts a TLS server in front of a plain HTTP server on this machine, or of a handler; resolves to its port. */
export async function startTlsServer(to: number | ((socket: Socket) => void)): Promise<number> {
  return await listen(
    createTlsServer({ cert: serviceCertificate, key: serviceKey }, (socket) => {
      socket.on('error', () => undefined)
      if (typeof to === 'function') return to(socket)
      const inner = connect(to, '127.0.0.1').on('error', () => socket.destroy())
      socket.pipe(inner).pipe(socket)
    }),
  )
}

export interface Proxy {
  readonly address: string
  /** The targets of the CONNECT requests, with their credentials. */
  readonly requests: readonly { readonly target: string; readonly credentials: string | null }[]
  readonly connections: () => number
}

export interface ProxyOptions {
  /** The port to which all tunnels lead, whatever their target. */
  readonly to: number
  /** `user:password`, or what they are at the time. Other credentials are refused with 407. */
  readonly credentials?: string | (() => string)
  /** Handles a CONNECT in place of the proxy, given the number of earlier ones. Returns true if it did. */
  readonly intercept?: (socket: Socket, before: number) => boolean
  /** Called for each tunnel, with its connection to the service. */
  readonly onTunnel?: (client: Socket, service: Socket) => void
  readonly https?: boolean
}

export async function startProxy({
  to,
  credentials,
  intercept,
  onTunnel,
  https = false,
}: ProxyOptions): Promise<Proxy> {
  const requests: { target: string; credentials: string | null }[] = []
  let connections = 0
  const server = https ? createHttpsServer({ cert: certificate, key: privateKey }) : createHttpServer()
  server.on('connection', () => (connections += 1))
  server.on('connect', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => undefined)
    const given = request.headers['proxy-authorization']
    const shown = given === undefined ? null : Buffer.from(given.replace('Basic ', ''), 'base64').toString('utf8')
    requests.push({ target: request.url ?? '', credentials: shown })
    if (intercept?.(socket, requests.length - 1) === true) return
    const accepted = typeof credentials === 'function' ? credentials() : credentials
    if (accepted !== undefined && shown !== accepted) {
      socket.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm="x"\r\ncontent-length: 0\r\n\r\n',
      )
      return
    }
    const service = connect(to, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      service.write(head)
      onTunnel?.(socket, service)
      service.pipe(socket).pipe(service)
    })
    service.on('error', () => socket.destroy())
    socket.on('close', () => service.destroy())
  })
  const port = await listen(server)
  return {
    address: `${https ? 'https' : 'http'}://127.0.0.1:${String(port)}`,
    requests,
    connections: () => connections,
  }
}
