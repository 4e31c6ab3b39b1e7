/**
 * The proxy as a setting of a connection: which one is used, and where its credentials are.
 *
 * @module-tag long
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { asDeskError } from '#shared/errors.ts'
import { systemClock } from '../../../../electron/base/clock.ts'
import type { Connections } from '../../../../electron/connections/index.ts'
import { normalProxy, proxiesOf } from '../../../../electron/connections/proxy.ts'
import { startSandbox, type Sandbox } from '../../../../electron/sandbox/index.ts'
import {
  startTlsServer,
  serviceAddress,
  serviceAuthority,
  serviceHost,
  startProxy,
  type Proxy,
} from '../../../support/proxy.ts'
import { eventually } from '../../../support/eventually.ts'
import { thrownBy } from '../service/support.ts'
import { becomes, call, desk, memoryKeychain } from './support.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

const system = 'PROXY_FROM_THE_SYSTEM'
let sandbox: Sandbox
let folder: string
let proxy: Proxy
let port: number

beforeEach(async () => {
  sandbox = await startSandbox({ customers: 3, seed: 3, hostNames: [serviceHost] })
  folder = await temporaryFolder()
  port = await startTlsServer(Number(new URL(sandbox.baseUrl).port))
  proxy = await startProxy({ to: port, credentials: 'agent:proxy-secret-1' })
  await writeFile(join(folder, 'ca.pem'), serviceAuthority)
  return () => sandbox.close()
})

const shop = (more: object = {}) => ({
  name: 'Shop',
  address: serviceAddress,
  segment: sandbox.segment,
  caFile: join(folder, 'ca.pem'),
  clientId: sandbox.clientId,
  clientSecret: sandbox.clientSecret,
  proxy: `${proxy.address}/`,
  proxyUser: 'agent',
  proxyPassword: 'proxy-secret-1',
  ...more,
})
const secret = () => ({ clientSecret: sandbox.clientSecret })

describe('an entered proxy', () => {
  it('leads to the service, also after a restart; its password is only in the keychain', async () => {
    const keychain = memoryKeychain()
    const first = await desk({ folder, keychain })
    const added = await first.connections.handlers.add(shop(), call)
    expect(added.proxy).toBe(proxy.address)
    await first.connections.handlers.open({ id: added.id }, call)
    expect((await first.connections.require().client.inventory()).items.length).toBeGreaterThan(5)
    const outward = JSON.stringify([
      await first.connections.handlers.list(undefined, call),
      await first.connections.handlers.current(undefined, call),
      first.emitted,
    ])
    await first.connections.close()
    expect(outward + (await readFile(first.file, 'utf8'))).not.toMatch(/proxy-secret|"agent"/)
    expect([...keychain.kept.values()].join()).toContain('proxy-secret-1')
    const second = await desk({ folder, keychain })
    await second.connections.openLast({ askFirst: false })
    expect((await second.connections.require().client.inventory()).items.length).toBeGreaterThan(5)
    expect(new Set(proxy.requests.map(({ credentials }) => credentials))).toEqual(new Set(['agent:proxy-secret-1']))
  })

  it('is tested with the entered credentials, and with the stored ones while its connection is edited', async () => {
    const { connections } = await desk({ folder })
    expect(await connections.handlers.test(shop(), call)).toMatchObject({ keychain: 'stored' })
    const typed = shop({ proxyUser: undefined, proxyPassword: undefined })
    expect(await thrownBy(connections.handlers.test(typed, call))).toMatchObject({ code: 'proxy_authentication' })
    const { id } = await connections.handlers.add(shop(), call)
    expect(await connections.handlers.test({ id }, call)).toMatchObject({ keychain: 'stored' })
    expect(await connections.handlers.test({ ...typed, edited: id }, call)).toMatchObject({ keychain: 'stored' })
    const unchanged = { ...typed, edited: id, clientId: undefined, clientSecret: undefined }
    expect(await connections.handlers.test(unchanged, call)).toMatchObject({ keychain: 'stored' })
    expect(
      await thrownBy(connections.handlers.test({ ...unchanged, proxyUser: 'agent', proxyPassword: 'wrong' }, call)),
    ).toMatchObject({ code: 'proxy_credentials_refused' })
    expect(
      await thrownBy(connections.handlers.test({ ...unchanged, proxy: 'http://127.0.0.1:9' }, call)),
    ).toMatchObject({
      code: 'secret_missing',
    })
    const elsewhere = await startProxy({ to: port })
    await connections.handlers.test({ ...typed, edited: id, proxy: elsewhere.address }, call)
    expect(new Set(elsewhere.requests.map(({ credentials }) => credentials))).toEqual(new Set([null]))
  })

  it.each([
    ['another proxy', { proxy: 'http://127.0.0.1:9' }],
    ['none', { proxy: 'direct' }],
    ['the system’s', { proxy: null }],
  ])('that becomes %s needs the secret again', async (_name, change) => {
    const { connections } = await desk({ folder })
    const { id } = await connections.handlers.add(shop(), call)
    expect(await thrownBy(connections.handlers.update({ id, ...change }, call))).toMatchObject({
      code: 'secret_missing',
      details: { reason: 'changed' },
    })
    const changed = await connections.handlers.update({ id, ...change, ...secret() }, call)
    expect(changed).toMatchObject({ ...change, secret: 'stored' })
  })

  it('gets another password without the service’s secret, and keeps it through a new secret', async () => {
    proxy = await startProxy({ to: port, credentials: 'agent:proxy-secret-2' })
    const { connections } = await desk({ folder })
    const { id } = await connections.handlers.add(shop(), call)
    expect(await thrownBy(connections.handlers.open({ id }, call))).toMatchObject({ code: 'proxy_credentials_refused' })
    await connections.handlers.update({ id, proxyUser: 'agent', proxyPassword: 'proxy-secret-2' }, call)
    await connections.handlers.open({ id }, call)
    await connections.handlers.update({ id, ...secret() }, call)
    expect(connections.current()?.profile.id).toBe(id)
    expect(proxy.requests.map(({ credentials }) => credentials?.split('-').at(-1))).toEqual([
      '1',
      ...proxy.requests.slice(1).map(() => '2'),
    ])
  })

  it('never gets the credentials of the one before', async () => {
    const other = await startProxy({ to: port })
    const { connections } = await desk({ folder })
    const { id } = await connections.handlers.add(shop(), call)
    await connections.handlers.update({ id, proxy: other.address, ...secret() }, call)
    await connections.handlers.open({ id }, call)
    expect(new Set(other.requests.map(({ credentials }) => credentials))).toEqual(new Set([null]))
    await connections.handlers.update({ id, proxy: proxy.address, ...secret() }, call)
    expect(connections.current()).toBeNull()
    expect(proxy.requests).toEqual([{ target: 'service.test:443', credentials: null }])
  })

  it('that another program wrote into the file gets neither its credentials nor the service’s', async () => {
    const other = await startProxy({ to: port })
    const keychain = memoryKeychain()
    const first = await desk({ folder, keychain })
    const { id } = await first.connections.handlers.add(shop(), call)
    await first.connections.close()
    await writeFile(first.file, (await readFile(first.file, 'utf8')).replace(proxy.address, other.address))
    const { connections } = await desk({ folder, keychain })
    expect(await connections.handlers.list(undefined, call)).toMatchObject([
      { proxy: other.address, secret: 'missing' },
    ])
    expect(await thrownBy(connections.handlers.open({ id }, call))).toMatchObject({ code: 'secret_missing' })
    expect(other.requests).toEqual([])
  })

  it('that is unreachable leaves a connection that worked open but offline until it is back', async () => {
    let closed = false
    proxy = await startProxy({
      to: port,
      intercept: (socket) => closed && Boolean(socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n')),
    })
    const { connections } = await desk({ folder })
    const { id } = await connections.handlers.add(shop({ proxyUser: undefined, proxyPassword: undefined }), call)
    await connections.handlers.open({ id }, call)
    await becomes(connections, 'online')
    await connections.handlers.close(undefined, call)
    closed = true
    await connections.handlers.open({ id }, call)
    await becomes(connections, 'offline')
    expect(await connections.handlers.current(undefined, call)).toMatchObject({ problem: 'proxy_refused' })
    closed = false
    await becomes(connections, 'online')
  })
})

describe('a proxy that refuses credentials that have worked', () => {
  let refuses: boolean
  beforeEach(async () => {
    refuses = false
    proxy = await startProxy({
      to: port,
      credentials: 'agent:proxy-secret-1',
      intercept: (socket) => refuses && Boolean(socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')),
    })
  })

  /** An open connection, offline since the proxy's first refusal; nothing is tried again until the clock moves. */
  async function offline() {
    let passed = 0
    const clock = { now: () => Date.now() + passed, monotonic: systemClock.monotonic }
    const { connections, emitted } = await desk({ folder, clock })
    const { id } = await connections.handlers.add(shop(), call)
    await connections.handlers.open({ id }, call)
    await becomes(connections, 'online')
    refuses = true
    connections.onResume() // Ends the open tunnel.
    await thrownBy(connections.require().client.inventory())
    await becomes(connections, 'offline')
    expect(await connections.handlers.current(undefined, call)).toMatchObject({ problem: 'proxy_credentials_refused' })
    return { connections, emitted, id, pass: (ms: number) => void (passed += ms) }
  }

  it('gets them again by itself after the pause', async () => {
    const { connections, pass } = await offline()
    refuses = false
    pass(30_000)
    await becomes(connections, 'online')
  })

  it.each<[string, (connections: Connections, id: string) => unknown]>([
    ['a person tries again', (connections) => connections.tryAgain()],
    ['the stored connection passes its test', (connections, id) => connections.handlers.test({ id }, call)],
    [
      'the edited connection passes its test',
      (connections, id) => connections.handlers.test({ ...shop(), edited: id }, call),
    ],
    ['the machine wakes', (connections) => connections.onResume()],
  ])('gets them at once if %s', async (_name, act) => {
    const { connections, id } = await offline()
    refuses = false
    await act(connections, id)
    await becomes(connections, 'online')
  })

  it('gets them once for each time that a person tries again', async () => {
    const { connections } = await offline()
    const sent = proxy.requests.length
    for (let count = 1; count <= 3; count += 1) {
      connections.tryAgain()
      await eventually(() => expect(proxy.requests).toHaveLength(sent + count))
      expect(await thrownBy(connections.require().client.inventory())).toMatchObject({
        code: 'proxy_credentials_refused',
      })
    }
    expect(proxy.requests).toHaveLength(sent + 3)
  })

  it('doesn’t get others that replace them and are wrong: the connection is closed, and the reason is shown', async () => {
    const { connections, emitted, id } = await offline()
    refuses = false
    const sent = proxy.requests.length
    await connections.handlers.update({ id, proxyUser: 'agent', proxyPassword: 'wrong' }, call)
    expect(connections.current()).toBeNull()
    expect(emitted).toContainEqual({
      event: 'notice',
      payload: { code: 'connection_closed', level: 'warning', details: { problem: 'proxy_credentials_refused' } },
    })
    expect(proxy.requests.slice(sent)).toMatchObject([{ credentials: 'agent:wrong' }])
  })
})

describe('without one', () => {
  const asks = (answer: string) => {
    const asked: string[] = []
    return { asked, resolveProxy: (address: string) => (asked.push(address), Promise.resolve(answer)) }
  }

  it('the system’s proxy for the service’s address is used', async () => {
    proxy = await startProxy({ to: port })
    const { asked, resolveProxy } = asks(`SOCKS5 127.0.0.1:9; PROXY ${new URL(proxy.address).host}; DIRECT`)
    const { connections } = await desk({ folder, resolveProxy })
    const { id } = await connections.handlers.add(
      shop({ proxy: undefined, proxyUser: undefined, proxyPassword: undefined }),
      call,
    )
    await connections.handlers.open({ id }, call)
    expect((await connections.require().client.inventory()).items.length).toBeGreaterThan(5)
    expect(new Set(asked)).toEqual(new Set([`${serviceAddress}/`]))
    expect(proxy.requests.length).toBeGreaterThan(0)
  })

  it.each([
    ['agent:proxy-secret-1', 'agent:proxy-secret-1', 'online'],
    ['agent:proxy%2Dsecret-1', 'agent:proxy-secret-1', 'online'],
    ['agent:100%', 'agent:100%', 'proxy_credentials_refused'],
    ['agent', 'agent:', 'proxy_credentials_refused'],
  ])('the system’s proxy gets the credentials of https_proxy: %s', async (typed, sent, outcome) => {
    const { host } = new URL(proxy.address)
    const { resolveProxy } = asks(`PROXY ${host}`)
    const environment = { https_proxy: `http://${typed}@${host}` }
    const { connections } = await desk({ folder, resolveProxy, environment })
    const tried = connections.handlers.test(shop({ proxy: null }), call)
    expect(
      await tried.then(
        () => 'online',
        (thrown: unknown) => asDeskError(thrown).code,
      ),
    ).toBe(outcome)
    expect(new Set(proxy.requests.map(({ credentials }) => credentials))).toEqual(new Set([sent]))
  })

  it('each way to an address of no connection waits before it sends refused credentials again', async () => {
    const { host } = new URL(proxy.address)
    const { resolveProxy } = asks(`PROXY ${host}`)
    const environment = { https_proxy: `http://agent:wrong@${host}` }
    const { connections } = await desk({ folder, resolveProxy, environment })
    const request = async (): Promise<void> => {
      const endpoint = connections.openOtherEndpoint(serviceAddress, serviceAuthority)
      await endpoint.send({ what: 'mail token', method: 'GET', path: '/', maxBytes: 1000, maxRetries: 0 })
      await endpoint.close()
    }
    await request()
    await request()
    expect(proxy.requests).toHaveLength(1)
    connections.tryAgain()
    await request()
    expect(proxy.requests).toHaveLength(2)
  })

  it('no other proxy gets the credentials of https_proxy', async () => {
    const other = await startProxy({ to: port })
    const environment = { https_proxy: `http://agent:proxy-secret-1@${new URL(proxy.address).host}` }
    const { resolveProxy } = asks(`PROXY ${new URL(other.address).host}`)
    const { connections } = await desk({ folder, resolveProxy, environment })
    await connections.handlers.test(shop({ proxy: null }), call)
    await connections.handlers.test(
      shop({ proxy: other.address, proxyUser: undefined, proxyPassword: undefined }),
      call,
    )
    expect(new Set(other.requests.map(({ credentials }) => credentials))).toEqual(new Set([null]))
    expect(proxy.requests).toEqual([])
  })

  it('the system is not asked for a proxy if the connection is direct or leads to this machine', async () => {
    const { asked, resolveProxy } = asks(`PROXY ${system}:1`)
    const { connections } = await desk({ folder, resolveProxy })
    expect(await thrownBy(connections.handlers.test(shop({ proxy: 'direct' }), call))).toMatchObject({
      code: 'address_unreachable',
      details: { cause: 'dns' },
    })
    await connections.handlers.test(shop({ address: sandbox.baseUrl, proxy: null }), call)
    expect(asked).toEqual([])
  })

  it.each([['SOCKS5 127.0.0.1:1080'], ['nonsense']])(
    'a system that names only what this desk can’t use is reported: %s',
    async (answer) => {
      const { connections } = await desk({ folder, resolveProxy: () => Promise.resolve(answer) })
      expect(await thrownBy(connections.handlers.test(shop({ proxy: null }), call))).toMatchObject({
        code: 'proxy_unreachable',
      })
    },
  )

  it('the proxy is not bypassed if the system cannot name it', async () => {
    const { connections } = await desk({ folder, resolveProxy: () => Promise.reject(new Error('no script')) })
    expect(await thrownBy(connections.handlers.test(shop({ proxy: null }), call))).toMatchObject({
      code: 'proxy_unreachable',
    })
  })
})

it.each([
  ['DIRECT', ['direct']],
  ['', ['direct']],
  ['PROXY proxy.example:3128; DIRECT', ['http://proxy.example:3128', 'direct']],
  ['https proxy.example:443', ['https://proxy.example']],
  ['SOCKS4 a:1;HTTP b:2', ['http://b:2']],
  ['DIRECT; PROXY b:2', ['direct', 'http://b:2']],
  ['PROXY [2001:db8::1]:3128', ['http://[2001:db8::1]:3128']],
])('the system’s answer %j leads through %s', (answer, ways) => {
  expect(proxiesOf(answer).map((way) => way?.url.origin ?? 'direct')).toEqual(ways)
})

it.each(['SOCKS5 127.0.0.1:1080', 'UNKNOWN'])(
  'the system’s answer %j fails instead of bypassing the proxy',
  (answer) => {
    expect(() => proxiesOf(answer)).toThrow(expect.objectContaining({ code: 'PROXY_KIND' }))
  },
)

it.each([
  [null, null],
  ['', null],
  [' DIRECT ', 'direct'],
  ['HTTP://Proxy.Example:80/', 'http://proxy.example'],
  ['https://[2001:DB8::1]:3128', 'https://[2001:db8::1]:3128'],
])('%j is stored as %j', (typed, kept) => {
  expect(normalProxy(typed)).toBe(kept)
})
