/**
 * Through a proxy: the way to the service, what keeps it closed, and what that proves about money.
 *
 * @module-tag long
 */
import { createServer, type Socket } from 'node:net'
import { createSecureContext } from 'node:tls'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { asDeskError } from '#shared/errors.ts'
import { systemClock } from '../../../../../electron/base/clock.ts'
import { startSandbox, type Sandbox } from '../../../../../electron/sandbox/index.ts'
import { ItemUid } from '#shared/wire/ids.ts'
import {
  createEndpoint,
  createProxies,
  defaultLimits,
  type FindProxy,
  type ProxyServer,
  type ServiceClientOptions,
} from '../../../../../electron/service/index.ts'
import { authority } from '../../../../support/certificates.ts'
import { control } from '../../../../support/control.ts'
import { startTlsServer, serviceAddress, serviceAuthority, serviceHost, startProxy } from '../../../../support/proxy.ts'
import { jumpingClock } from '../../../../support/jumpingClock.ts'
import { clientOf, failureOf, http, listen, log, rawService, refund, thrownBy } from '../support.ts'

const user = { user: 'agent', password: 'proxy-secret-1' }
const byWay = (findProxy: FindProxy): Pick<ServiceClientOptions, 'proxies'> => ({
  proxies: createProxies(findProxy, systemClock),
})
const through = (
  address: string,
  credentials: ProxyServer['credentials'] = null,
): Pick<ServiceClientOptions, 'proxies'> => {
  const proxy = { url: new URL(address), credentials }
  return byWay(() => Promise.resolve([proxy]))
}
const client = (
  proxy: string,
  credentials: ProxyServer['credentials'] = null,
  more: Partial<ServiceClientOptions> = {},
) => clientOf(serviceAddress, { ca: serviceAuthority, ...(proxy === '' ? {} : through(proxy, credentials)), ...more })

const token = '{"accessToken":"token-of-the-service","expiresIn":86400}'
const json = (body: string): string =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${String(body.length)}\r\n\r\n${body}`

/** Behind TLS: answers tokens, notes whatever else was asked and lets `meet` answer it. */
async function service(
  meet: (socket: Socket) => void,
): Promise<{ readonly port: number; readonly requests: string[] }> {
  const requests: string[] = []
  const port = await startTlsServer((socket) => {
    socket.on('data', (data) => {
      const text = data.toString('latin1')
      if (text.startsWith('POST /reseller/authenticate')) return void socket.write(json(token))
      requests.push(text.split('\r\n')[0] ?? '')
      meet(socket)
    })
  })
  return { port, requests }
}

describe('the whole service behind a proxy', () => {
  let sandbox: Sandbox
  let port: number
  beforeEach(async () => {
    sandbox = await startSandbox({ customers: 30, seed: 7, hostNames: [serviceHost] })
    port = await startTlsServer(Number(new URL(sandbox.baseUrl).port))
    return () => sandbox.close()
  })

  it.each([
    ['http', null],
    ['http', user],
    ['https', user],
  ] as const)('is read and used over %s, with credentials %o', async (kind, credentials) => {
    const proxy = await startProxy({
      to: port,
      https: kind === 'https',
      ...(credentials === null ? {} : { credentials: 'agent:proxy-secret-1' }),
    })
    const acts = control(sandbox)
    const refundable = await acts.itemSample('refundable')
    const connection = client(proxy.address, credentials, {
      segment: sandbox.segment,
      credentials: () => Promise.resolve(sandbox),
      ca: `${serviceAuthority}\n${authority}`,
    })
    expect((await connection.inventory()).items.length).toBeGreaterThan(5)
    expect(
      await connection.sendMoney({
        kind: 'refund',
        itemUid: ItemUid.parse(refundable.itemUid),
        intentId: 'I1',
      }),
    ).toMatchObject({ type: 'answer', status: 200 })
    expect((await acts.ledger()).filter(({ kind: what, executed }) => what === 'refund' && executed)).toHaveLength(1)
    expect(new Set(proxy.requests.map(({ target }) => target))).toEqual(new Set(['service.test:443']))
    expect(new Set(proxy.requests.map(({ credentials: shown }) => shown))).toEqual(
      new Set([credentials === null ? null : 'agent:proxy-secret-1']),
    )
    // Money has a tunnel of its own.
    expect(proxy.requests.length).toBeGreaterThanOrEqual(2)
  })

  it('is refused if its own certificate is not trusted, whatever the proxy answers', async () => {
    const proxy = await startProxy({ to: port })
    const stranger = clientOf(serviceAddress, {
      ...through(proxy.address),
      segment: sandbox.segment,
      credentials: () => Promise.resolve(sandbox),
    })
    expect(await thrownBy(stranger.inventory())).toMatchObject({ code: 'tls_untrusted' })
    expect((await control(sandbox).state()).counts.requests).toEqual({})
  })

  it('is not reached through an https proxy whose certificate is not trusted', async () => {
    const proxy = await startProxy({ to: port, https: true })
    expect(await thrownBy(client(proxy.address).renewToken())).toMatchObject({ code: 'proxy_unreachable' })
    expect(proxy.requests).toEqual([])
  })
})

it.each(['http://127.0.0.1', 'http://localhost', 'https://127.0.0.1', 'https://localhost'])(
  'what is on this machine is never asked of a proxy: %s',
  async (origin) => {
    const proxy = await startProxy({ to: 9 })
    const address = await http((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(token),
    )
    const { port } = new URL(address)
    const connection = clientOf(`${origin}:${port}`, through(proxy.address))
    const reached = await connection.renewToken().then(
      () => 'token',
      (thrown: unknown) => asDeskError(thrown).code,
    )
    expect(reached).toBe(origin.startsWith('https') ? 'not_this_service' : 'token')
    expect([proxy.connections(), proxy.requests]).toEqual([0, []])
  },
)

describe('no tunnel is opened', () => {
  const refusal =
    (status: string) =>
    (socket: Socket): boolean =>
      Boolean(socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 5\r\n\r\nagent`))

  it('by a proxy that requires credentials: the error shows whether it got some', async () => {
    const { port } = await service(() => undefined)
    const proxy = await startProxy({ to: port, credentials: 'agent:other' })
    expect(await thrownBy(client(proxy.address).renewToken())).toMatchObject({ code: 'proxy_authentication' })
    const known = client(proxy.address, user)
    expect(await thrownBy(known.renewToken())).toMatchObject({ code: 'proxy_credentials_refused' })
    expect(await thrownBy(known.inventory())).toMatchObject({ code: 'proxy_credentials_refused' })
    expect(proxy.requests.map(({ credentials }) => credentials)).toEqual([null, 'agent:proxy-secret-1'])
  })

  it('by a proxy that refuses: the error contains its status and not its text', async () => {
    const proxy = await startProxy({ to: 9, intercept: refusal('403 No proxy-secret-1') })
    expect(await thrownBy(client(proxy.address, user).renewToken())).toMatchObject({
      code: 'proxy_refused',
      details: { status: 403, reason: '403 Forbidden' },
    })
  })

  it.each<[string, (silent: () => void) => Promise<string>]>([
    [
      'there is no proxy',
      async () => {
        const server = createServer()
        const port = await listen(server)
        await new Promise((resolve) => server.close(resolve))
        return `http://127.0.0.1:${String(port)}`
      },
    ],
    ['the name of the proxy is unknown', () => Promise.resolve('http://proxy.invalid:3128')],
    [
      'the proxy speaks no HTTP',
      async () =>
        `http://127.0.0.1:${String(await listen(createServer((socket) => socket.end('220 mail.example ESMTP\r\n'))))}`,
    ],
    [
      'the proxy breaks off',
      async () =>
        `http://127.0.0.1:${String(await listen(createServer((socket) => socket.once('data', () => socket.destroy()))))}`,
    ],
    ['the proxy says nothing', async (silent) => `http://127.0.0.1:${String(await listen(createServer(silent)))}`],
  ])('if %s', async (_name, start) => {
    const { clock, exceed } = jumpingClock()
    expect(await thrownBy(client(await start(() => exceed('connect')), null, { clock }).renewToken())).toMatchObject({
      code: 'proxy_unreachable',
      details: { cause: 'proxy' },
    })
  })
})

describe('money', () => {
  /** A client that has its token, by a proxy that does something else from the second tunnel on. */
  async function afterToken(more: {
    readonly meet?: (socket: Socket) => unknown
    readonly instead?: (socket: Socket) => boolean
    readonly onTunnel?: (client: Socket, service: Socket) => void
  }) {
    const { clock, exceed } = jumpingClock()
    const { port, requests } = await service((socket) => {
      if (more.meet === undefined) socket.write(json('{}'))
      else if (more.meet(socket) === 'silent') exceed('headers')
    })
    let tunnels = 0
    const proxy = await startProxy({
      to: port,
      intercept: (socket, before) => before > 0 && more.instead?.(socket) === true,
      onTunnel: (one, other) => {
        tunnels += 1
        if (tunnels > 1) more.onTunnel?.(one, other)
      },
    })
    const connection = client(proxy.address, null, { clock, limits: { ...defaultLimits, connect: 2500 } })
    await connection.prepareMoney()
    return { connection, requests, proxy }
  }

  it.each<[string, (socket: Socket) => boolean]>([
    ['refuses the tunnel', (socket) => Boolean(socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'))],
    ['wants credentials', (socket) => Boolean(socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'))],
    ['can’t reach the service', (socket) => Boolean(socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))],
    ['breaks off before it answers', (socket) => Boolean(socket.destroy())],
    ['breaks off in its answer', (socket) => Boolean(socket.end('HTTP/1.1 20'))],
    ['says nothing', () => true],
  ])('is reported as not written if the proxy %s', async (_name, instead) => {
    const { connection, requests } = await afterToken({ instead })
    expect(failureOf(await connection.sendMoney(refund()))).toEqual({ cause: 'proxy', written: false })
    expect(requests).toEqual([])
  })

  it('is reported as not written if the tunnel ends during the handshake', async () => {
    const { connection, requests } = await afterToken({ onTunnel: (one) => void one.once('data', () => one.destroy()) })
    expect(failureOf(await connection.sendMoney(refund()))).toMatchObject({ written: false })
    expect(requests).toEqual([])
  })

  it('is reported as not written if the caller aborted before the tunnel was open', async () => {
    const stop = new AbortController()
    const { connection, proxy } = await afterToken({ instead: () => (stop.abort(), true) })
    expect(failureOf(await connection.sendMoney(refund({ signal: stop.signal })))).toEqual({
      cause: 'aborted',
      written: false,
    })
    expect(proxy.requests).toHaveLength(2)
  })

  it.each<[string, (socket: Socket) => unknown, string]>([
    ['the service breaks off', (socket) => socket.destroy(), 'reset'],
    ['the answer is cut', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"st'), 'cut'],
    ['no answer comes', () => 'silent', 'headers_timeout'],
  ])('is written once and reported as written if %s', async (_name, meet, cause) => {
    const { connection, requests } = await afterToken({ meet })
    expect(failureOf(await connection.sendMoney(refund()))).toEqual({ cause, written: true })
    expect(requests).toEqual(['POST /activations/activated-items/item-1/refund HTTP/1.1'])
  })

  it('is reported as written if the proxy cuts the tunnel after the request', async () => {
    const tunnels: Socket[] = []
    const { connection, requests } = await afterToken({
      onTunnel: (one) => void tunnels.push(one),
      meet: () => tunnels.at(-1)?.resetAndDestroy(),
    })
    expect(failureOf(await connection.sendMoney(refund()))).toEqual({ cause: 'reset', written: true })
    expect(requests).toHaveLength(1)
  })

  it('of another request proves nothing about this one', async () => {
    const { connection, requests } = await afterToken({
      instead: (socket) => Boolean(socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')),
    })
    const elsewhere = await rawService((socket) => void socket.write(json('{}')))
    const other = clientOf(elsewhere.address)
    const [refused, sent] = await Promise.all([connection.sendMoney(refund()), other.sendMoney(refund())])
    expect([failureOf(refused), sent.type, requests]).toEqual([{ cause: 'proxy', written: false }, 'answer', []])
  })
})

it('a proxy that can’t be determined stops the connection', async () => {
  const connection = clientOf(
    serviceAddress,
    byWay(() => Promise.reject(new Error('no answer'))),
  )
  expect(await thrownBy(connection.renewToken())).toMatchObject({ code: 'address_unreachable' })
})

describe('of several proxies', () => {
  it('the next one is used if one is unreachable', async () => {
    const { port } = await service((socket) => void socket.write(json('{}')))
    const [gone, proxy] = [{ url: new URL('http://127.0.0.1:9'), credentials: null }, await startProxy({ to: port })]
    const connection = client(
      '',
      null,
      byWay(() => Promise.resolve([gone, { url: new URL(proxy.address), credentials: null }])),
    )
    await connection.renewToken()
    expect(proxy.requests.map(({ target }) => target)).toEqual(['service.test:443'])
  })

  it('none is used after one that refuses', async () => {
    const { port } = await service((socket) => void socket.write(json('{}')))
    const refusing = await startProxy({
      to: port,
      intercept: (socket) => Boolean(socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')),
    })
    const next = await startProxy({ to: port })
    const both = [refusing, next].map(({ address }) => ({ url: new URL(address), credentials: null }))
    const connection = client(
      '',
      null,
      byWay(() => Promise.resolve(both)),
    )
    expect(await thrownBy(connection.renewToken())).toMatchObject({ code: 'proxy_refused' })
    expect(next.requests).toEqual([])
  })
})

describe('credentials that a proxy refuses', () => {
  const minute = 60_000
  /**
   * A client behind a proxy that takes the right credentials while `accepts` returns true, and a clock that the test
   * moves.
   */
  async function behind(accepts: (before: number) => boolean) {
    let passed = 0
    const { port, requests } = await service((socket) => void socket.write(json('{}')))
    const proxy = await startProxy({
      to: port,
      credentials: 'agent:proxy-secret-1',
      intercept: (socket, before) =>
        !accepts(before) && Boolean(socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')),
    })
    const clock = { now: () => Date.now() + passed, monotonic: systemClock.monotonic }
    const known = { url: new URL(proxy.address), credentials: user }
    const proxies = createProxies(() => Promise.resolve([known]), clock)
    const connection = client('', null, { proxies, clock })
    /** `taken`, or the code of the error. */
    const attempt = async (): Promise<string> =>
      await connection.renewToken().then(
        () => 'taken',
        (thrown: unknown) => asDeskError(thrown).code,
      )
    return { proxy, proxies, clock, connection, attempt, requests, pass: (ms: number) => void (passed += ms) }
  }

  it('are sent once, however many connections start at once', async () => {
    const { proxy, proxies } = await behind(() => false)
    const tunnels = Array.from({ length: 8 }, () =>
      proxies.open(new URL(serviceAddress), {
        target: 'service.test:443',
        secureContext: createSecureContext(),
        limit: 60_000,
        signal: new AbortController().signal,
      }),
    )
    for (const tunnel of await Promise.allSettled(tunnels))
      expect(tunnel).toMatchObject({ status: 'rejected', reason: { code: 'PROXY_CREDENTIALS' } })
    expect(proxy.requests).toHaveLength(1)
  })

  it('are sent again after 30 seconds and then ever more rarely, and the same ones are taken after ten minutes', async () => {
    let seconds = 0
    const { proxy, attempt, pass } = await behind(() => seconds > 600)
    const sentAt: number[] = []
    for (; seconds <= 1000; seconds += 10, pass(10_000)) {
      const sent = proxy.requests.length
      const outcome = await attempt()
      if (proxy.requests.length > sent) sentAt.push(seconds)
      if (outcome === 'taken') break
      expect(outcome).toBe('proxy_credentials_refused')
    }
    expect(sentAt).toEqual([0, 30, 90, 210, 450, 930])
  })

  it('are never sent less often than every ten minutes', async () => {
    const { proxy, attempt, pass } = await behind(() => false)
    for (let hours = 0; hours < 5; hours += 1) {
      await attempt()
      pass(60 * minute)
    }
    const sent = proxy.requests.length
    await attempt()
    pass(10 * minute)
    await attempt()
    expect(proxy.requests.length).toBe(sent + 2)
  })

  it('are tried again soon if the proxy refuses only now and then', async () => {
    const { proxy, connection, attempt, pass } = await behind((before) => before % 2 === 0)
    for (let round = 0; round < 5; round += 1) {
      expect(await attempt()).toBe('taken')
      connection.onResume() // Ends the open tunnel.
      expect(await attempt()).toBe('proxy_credentials_refused')
      pass(30_000)
    }
    expect(proxy.requests).toHaveLength(10)
  })

  it('are sent once more if a person requests it, and not without a pause after that', async () => {
    let accepting = false
    const { proxy, proxies, attempt } = await behind(() => accepting)
    await attempt()
    proxies.tryAgain()
    expect([await attempt(), await attempt(), proxy.requests.length]).toEqual([
      'proxy_credentials_refused',
      'proxy_credentials_refused',
      2,
    ])
    accepting = true
    proxies.tryAgain()
    expect(await attempt()).toBe('taken')
  })

  it('count for everything behind the proxy: the relay does not send what was refused for the service', async () => {
    const { proxy, proxies, clock, attempt } = await behind(() => false)
    await attempt()
    const relay = createEndpoint({ address: 'https://relay.test', ca: serviceAuthority, proxies, clock, log })
    onTestFinished(() => relay.close())
    expect(await relay.send({ what: 'relay', path: '/', maxBytes: 1000 })).toMatchObject({ cause: 'proxy' })
    expect(proxy.requests).toHaveLength(1)
  })

  it('leave a money request unsent, also after the proxy takes them again', async () => {
    let accepting = true
    const { connection, requests, attempt, pass, proxy } = await behind(() => accepting)
    await connection.prepareMoney()
    accepting = false
    expect(failureOf(await connection.sendMoney(refund()))).toEqual({ cause: 'proxy', written: false })
    // Within the pause it does not even ask the proxy.
    expect(failureOf(await connection.sendMoney(refund()))).toEqual({ cause: 'proxy', written: false })
    expect(proxy.requests).toHaveLength(2)
    accepting = true
    pass(30_000)
    connection.onResume()
    expect(await attempt()).toBe('taken')
    expect(requests.filter((line) => line.includes('/refund'))).toEqual([])
    expect(await connection.sendMoney(refund())).toMatchObject({ type: 'answer', status: 200 })
    expect(requests.filter((line) => line.includes('/refund'))).toHaveLength(1)
  })
})
