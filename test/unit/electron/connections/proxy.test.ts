/** The proxy as a setting of a connection: which one is used, and where its credentials are. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
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
      first.told,
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
    const unsaid = { ...typed, edited: id, clientId: undefined, clientSecret: undefined }
    expect(await connections.handlers.test(unsaid, call)).toMatchObject({ keychain: 'stored' })
    expect(
      await thrownBy(connections.handlers.test({ ...unsaid, proxyUser: 'agent', proxyPassword: 'wrong' }, call)),
    ).toMatchObject({ code: 'proxy_authentication' })
    expect(await thrownBy(connections.handlers.test({ ...unsaid, proxy: 'http://127.0.0.1:9' }, call))).toMatchObject({
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
    expect(await thrownBy(connections.handlers.open({ id }, call))).toMatchObject({ code: 'proxy_authentication' })
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
    'a system that names only what this desk can’t use is said: %s',
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
