/** What is seen of a money request, whatever the network does (interface 4.12, 4.13). */
import { createServer as createTcpServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { systemClock } from '../../../../../electron/base/clock.ts'
import { authority, certificate, privateKey } from '../../../../support/certificates.ts'
import { defaultLimits } from '../../../../../electron/service/http/exchange.ts'
import { jumpingClock } from '../../../../support/jumpingClock.ts'
import { clientOf, failureOf, http, listen, rawService, refund } from '../support.ts'

const tokenAnswer = JSON.stringify({ accessToken: 'token-of-the-service', expiresIn: 86_400 })
const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'

/** A client that has its token, of a service that has gone since. */
async function clientOfGoneService() {
  const server = createTcpServer((socket) => {
    socket.on('data', () =>
      socket.end(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n` +
          `content-length: ${String(tokenAnswer.length)}\r\n\r\n${tokenAnswer}`,
      ),
    )
  })
  const port = await listen(server)
  const client = clientOf(`http://127.0.0.1:${String(port)}`)
  await client.prepareMoney()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return client
}

describe('an answer', () => {
  it('is returned with status, content type without parameters, body and Retry-After', async () => {
    const { address } = await rawService((socket) =>
      socket.write(
        'HTTP/1.1 429 Slow\r\ncontent-type: Application/JSON; charset=utf-8\r\nretry-after: 7\r\ncontent-length: 2\r\n\r\n{}',
      ),
    )
    expect(await clientOf(address).sendMoney(refund())).toEqual({
      type: 'answer',
      status: 429,
      contentType: 'application/json',
      body: '{}',
      quotable: '{}',
      retryAfter: 7,
    })
  })

  it('counts a Retry-After date from the answer’s own date', async () => {
    const { address } = await rawService((socket) =>
      socket.write(
        'HTTP/1.1 503 Busy\r\ndate: Wed, 21 Oct 2015 07:28:00 GMT\r\n' +
          'retry-after: Wed, 21 Oct 2015 07:30:00 GMT\r\ncontent-length: 0\r\n\r\n',
      ),
    )
    expect(await clientOf(address).sendMoney(refund())).toMatchObject({
      status: 503,
      contentType: null,
      body: '',
      retryAfter: 120,
    })
  })

  it('carries the intent id and no body, on the path that has no segment', async () => {
    const { address, requests } = await rawService((socket) => socket.write(`${head}content-length: 0\r\n\r\n`))
    await clientOf(address).sendMoney(refund())
    expect(requests()[0]).toMatch(/^POST \/activations\/activated-items\/item-1\/refund HTTP\/1\.1\r\n/)
    expect(requests()[0]).toMatch(/\r\nidempotency-key: 01JINTENT\r\n/)
    expect(requests()[0]).toMatch(/\r\nconnection: close\r\n/)
    expect(requests()[0]).toMatch(/\r\ncontent-length: 0\r\n/)
  })

  it.each([301, 302, 307, 308])('of %i is returned and not followed', async (status) => {
    const { address, requests } = await rawService((socket) =>
      socket.write(`HTTP/1.1 ${String(status)} Elsewhere\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n`),
    )
    expect(await clientOf(address).sendMoney(refund())).toMatchObject({ type: 'answer', status })
    expect(requests()).toHaveLength(1)
  })

  it.each([408, 421, 425, 500, 503])('of %i is sent once', async (status) => {
    const { address, requests } = await rawService((socket) =>
      socket.write(`HTTP/1.1 ${String(status)} No\r\ncontent-length: 0\r\n\r\n`),
    )
    expect(await clientOf(address).sendMoney(refund())).toMatchObject({ type: 'answer', status })
    expect(requests()).toHaveLength(1)
  })

  it('uses a connection of its own for each request', async () => {
    const seen = new Set<Socket>()
    const { address } = await rawService((socket) => {
      seen.add(socket)
      socket.write(`${head}content-length: 2\r\n\r\n{}`)
    })
    const client = clientOf(address)
    await client.sendMoney(refund())
    await client.sendMoney(refund())
    expect(seen.size).toBe(2)
  })

  it('of 204 has no body and is complete', async () => {
    const { address } = await rawService((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'))
    expect(await clientOf(address).sendMoney(refund())).toMatchObject({ type: 'answer', status: 204, body: '' })
  })
})

describe('nothing was written', () => {
  it('when the connection is refused', async () => {
    const client = await clientOfGoneService()
    expect(failureOf(await client.sendMoney(refund()))).toEqual({ cause: 'refused', written: false })
  })

  it('when the name is unknown, and when there is no token', async () => {
    const client = clientOf('https://service.invalid')
    expect(await client.sendMoney(refund())).toMatchObject({
      cause: 'no_token',
      written: false,
      code: 'address_unreachable',
    })
  })

  it('when the credentials were rejected', async () => {
    const address = await http((_request, response) => response.writeHead(403).end('{active = false}'))
    expect(await clientOf(address).sendMoney(refund())).toMatchObject({
      cause: 'no_token',
      written: false,
      code: 'credentials_rejected',
    })
  })

  it('when the caller had aborted before', async () => {
    const { address, requests } = await rawService((socket) => socket.destroy())
    const client = clientOf(address)
    await client.prepareMoney()
    expect(failureOf(await client.sendMoney(refund({ signal: AbortSignal.abort() })))).toEqual({
      cause: 'aborted',
      written: false,
    })
    expect(requests()).toEqual([])
  })

  it('when the certificate is not trusted', async () => {
    const requests: string[] = []
    const serve = (socket: Socket): void => {
      socket.on('data', (data) => {
        requests.push(data.toString('latin1').split(' ').slice(0, 2).join(' '))
        socket.end(`${head}connection: close\r\ncontent-length: ${String(tokenAnswer.length)}\r\n\r\n${tokenAnswer}`)
      })
    }
    const server = createTlsServer({ cert: certificate, key: privateKey }, serve)
    const port = await listen(server)
    const client = clientOf(`https://localhost:${String(port)}`, { ca: authority })
    await client.prepareMoney()
    expect(await client.sendMoney(refund())).toMatchObject({ type: 'answer', status: 200 })
    const stranger = clientOf(`https://127.0.0.1:${String(port)}`)
    expect(await stranger.sendMoney(refund())).toMatchObject({
      cause: 'no_token',
      written: false,
      code: 'tls_untrusted',
    })
    expect(requests).toEqual(['POST /reseller/authenticate', 'POST /activations/activated-items/item-1/refund'])
  })

  it('when the certificate is not trusted, whatever the environment variable is', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    onTestFinished(() => void vi.unstubAllEnvs())
    let requests = 0
    const server = createTlsServer({ cert: certificate, key: privateKey }, (socket) => {
      socket.on('data', () => {
        requests += 1
        socket.end(`${head}connection: close\r\ncontent-length: ${String(tokenAnswer.length)}\r\n\r\n${tokenAnswer}`)
      })
    })
    const stranger = clientOf(`https://localhost:${String(await listen(server))}`)
    expect(await stranger.sendMoney(refund())).toMatchObject({ written: false, code: 'tls_untrusted' })
    expect(requests).toBe(0)
  })

  it('when the handshake ends before the request', async () => {
    let handshakes = 0
    const tls = createTlsServer({ cert: certificate, key: privateKey }, (socket) => {
      socket.on('data', () =>
        socket.end(`${head}connection: close\r\ncontent-length: ${String(tokenAnswer.length)}\r\n\r\n${tokenAnswer}`),
      )
    })
    const port = await listen(
      createTcpServer((socket) => {
        handshakes += 1
        if (handshakes > 1) socket.once('data', () => socket.destroy())
        else tls.emit('connection', socket)
      }),
    )
    const client = clientOf(`https://127.0.0.1:${String(port)}`, { ca: authority })
    await client.prepareMoney()
    expect(failureOf(await client.sendMoney(refund()))).toMatchObject({ written: false })
    expect(handshakes).toBe(2)
  })

  it('when the handshake is never answered', async () => {
    let connections = 0
    const { clock, exceed } = jumpingClock()
    const tls = createTlsServer({ cert: certificate, key: privateKey }, (socket) => {
      socket.on('data', () =>
        socket.end(`${head}connection: close\r\ncontent-length: ${String(tokenAnswer.length)}\r\n\r\n${tokenAnswer}`),
      )
    })
    const port = await listen(
      createTcpServer((socket) => {
        connections += 1
        if (connections === 1) tls.emit('connection', socket)
        else exceed('connect')
      }),
    )
    const client = clientOf(`https://127.0.0.1:${String(port)}`, { ca: authority, clock })
    await client.prepareMoney()
    expect(failureOf(await client.sendMoney(refund()))).toEqual({ cause: 'connect_timeout', written: false })
  })
})

describe('a byte was written', () => {
  it.each([
    ['the connection is reset', (socket: Socket) => socket.resetAndDestroy(), 'reset'],
    ['the connection ends without an answer', (socket: Socket) => socket.end(), 'reset'],
    ['the head is cut', (socket: Socket) => socket.end('HTTP/1.1 200 O'), 'reset'],
    ['the body is cut', (socket: Socket) => socket.end(`${head}content-length: 100\r\n\r\n{"status"`), 'cut'],
    [
      'the body is reset',
      (socket: Socket) =>
        socket.write(`${head}content-length: 100\r\n\r\n{"status"`, () => setImmediate(() => socket.resetAndDestroy())),
      'cut',
    ],
    [
      'a chunked body is cut',
      (socket: Socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\n5\r\n{"sta`),
      'cut',
    ],
    [
      'an empty success may have been cut after its head',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'),
      'cut',
    ],
    [
      'a packed body is cut',
      (socket: Socket) =>
        socket.end(Buffer.from(`${head}content-encoding: gzip\r\ncontent-length: 4\r\n\r\n\x1f\x8b\x08\x00`, 'latin1')),
      'cut',
    ],
    ['nothing comes', () => undefined, 'headers_timeout'],
    ['the body never ends', (socket: Socket) => socket.write(`${head}content-length: 100\r\n\r\n{`), 'total_timeout'],
    ['it is no HTTP', (socket: Socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n\r\n'), 'other'],
    [
      'the body is huge',
      (socket: Socket) => socket.write(`${head}content-length: 3000000\r\n\r\n${'x'.repeat(3_000_000)}`),
      'too_large',
    ],
  ] as const)('when %s', async (_name, meet, cause) => {
    const { clock, exceed } = jumpingClock()
    const { address, requests } = await rawService((socket) => {
      meet(socket)
      if (cause === 'headers_timeout') exceed('headers')
      if (cause === 'total_timeout') exceed('total')
    })
    expect(failureOf(await clientOf(address, { clock }).sendMoney(refund()))).toEqual({ cause, written: true })
    expect(requests()).toHaveLength(1)
  })

  it('when the caller aborts, and the client still waits for the answer', async () => {
    const stop = new AbortController()
    const { address } = await rawService((socket) => {
      stop.abort()
      socket.write(`${head}content-length: 2\r\n\r\n{}`)
    })
    expect(await clientOf(address).sendMoney(refund({ signal: stop.signal }))).toMatchObject({
      type: 'answer',
      status: 200,
      body: '{}',
      quotable: '{}',
    })
  })

  it('when the client is closed, which waits for the answer', async () => {
    const met = Promise.withResolvers<Socket>()
    const { address } = await rawService(met.resolve)
    const client = clientOf(address)
    let known = false
    const evidence = client.sendMoney(refund()).finally(() => (known = true))
    const socket = await met.promise
    const closed = client.close().then(() => known)
    socket.write(`${head}content-length: 2\r\n\r\n{}`)
    expect(await evidence).toMatchObject({ type: 'answer', status: 200, body: '{}' })
    expect(await closed).toBe(true)
    expect(failureOf(await client.sendMoney(refund()))).toEqual({ cause: 'aborted', written: false })
  })

  it('when the client is closed and no answer comes, until the time limits end', async () => {
    const met = Promise.withResolvers<Socket>()
    const { address } = await rawService(met.resolve)
    const { clock, exceed } = jumpingClock()
    const client = clientOf(address, { clock })
    const evidence = client.sendMoney(refund())
    await met.promise
    exceed('headers')
    await client.close()
    expect(failureOf(await evidence)).toEqual({ cause: 'headers_timeout', written: true })
  })
})

it('returns no token, old or new, and no secret that the service repeated', async () => {
  let tokens = 0
  const address = await http((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/reseller/authenticate')
      return void response.end(`{"accessToken":"token-number-${String(++tokens)}","expiresIn":86400}`)
    response.writeHead(400).end(
      JSON.stringify({
        detail: `bad: token-number-1 "token-number-2" client-secret-1 ${Buffer.from('client-id-1:client-secret-1').toString('base64')}`,
        item: 'item-1',
      }),
    )
  })
  const client = clientOf(address)
  await client.prepareMoney()
  await client.renewToken()
  expect(await client.sendMoney(refund())).toMatchObject({
    status: 400,
    body: '{"detail":"bad: [hidden] \\"[hidden]\\" [hidden] [hidden]","item":"item-1"}',
  })
})

it('reaches its time limits when the wall clock jumps, as after sleep', async () => {
  let jump = 0
  const clock = { now: () => Date.now() + jump, monotonic: systemClock.monotonic }
  const { address } = await rawService(() => (jump = 3_600_000))
  const before = performance.now()
  expect(failureOf(await clientOf(address, { clock }).sendMoney(refund()))).toEqual({
    cause: 'total_timeout',
    written: true,
  })
  expect(performance.now() - before).toBeLessThan(defaultLimits.headers)
})

it('reaches its time limits when the wall clock goes back', async () => {
  let jump = 0
  const clock = { now: () => Date.now() + jump, monotonic: systemClock.monotonic }
  const { address } = await rawService(() => (jump = -3_600_000))
  const limits = { ...defaultLimits }
  const client = clientOf(address, { clock, limits })
  await client.prepareMoney()
  limits.headers = 400
  expect(failureOf(await client.sendMoney(refund()))).toEqual({ cause: 'headers_timeout', written: true })
})

it('sends nothing to a path that is none of its own', async () => {
  const { address, requests } = await rawService(() => undefined)
  const client = clientOf(address)
  expect(await client.sendMoney(refund({ path: '/service/elsewhere' }))).toMatchObject({
    type: 'failure',
    written: false,
    code: 'no such route',
  })
  expect(requests()).toEqual([])
})

it('remembers which path of a refund the service has', () => {
  const client = clientOf('http://127.0.0.1:9')
  const [bare, withSegment] = client.moneyRoutes('refund')
  expect([bare, withSegment]).toEqual([
    '/activations/activated-items/{uid}/refund',
    '/service/activations/activated-items/{uid}/refund',
  ])
  client.rememberMoneyRoute('refund', withSegment ?? '')
  expect(client.moneyRoutes('refund')).toEqual([withSegment, bare])
  expect(client.moneyRoutes('activate')).toEqual(['/service/activations/activated-items/{uid}/activate'])
})
