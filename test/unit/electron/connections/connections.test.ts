/** Profiles, secrets and the open connection, against a real sandbox. */
import { readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ConnectionProfile, CurrentConnection } from '#shared/model/connection.ts'
import { systemClock } from '../../../../electron/base/clock.ts'
import { startSandbox, type Sandbox } from '../../../../electron/sandbox/index.ts'
import { control } from '../../../support/control.ts'
import { http, thrownBy } from '../service/support.ts'
import { becomes, call, desk, memoryKeychain } from './support.ts'
import { eventually } from '../../../support/eventually.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

const nothingLearnt = {
  customer: null,
  list: null,
  pages: null,
  search: null,
  searchBy: null,
  refund: null,
  devices: null,
}

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ customers: 5, seed: 3 })
})
afterAll(() => sandbox.close())

const input = (more: object = {}) => ({
  name: 'Shop',
  address: sandbox.baseUrl,
  segment: sandbox.segment,
  clientId: sandbox.clientId,
  clientSecret: sandbox.clientSecret,
  ...more,
})

describe('profiles', () => {
  it('are stored in a private file without the secret, which is in the keychain', async () => {
    const { connections, keychain, file } = await desk()
    const added = ConnectionProfile.parse(
      await connections.handlers.add(input({ address: `${sandbox.baseUrl}/` }), call),
    )
    expect(added).toMatchObject({
      name: 'Shop',
      kind: 'service',
      address: sandbox.baseUrl,
      secret: 'stored',
      lastOpenedAt: null,
    })
    const text = await readFile(file, 'utf8')
    expect(text).not.toContain(sandbox.clientSecret)
    expect(text).not.toContain(sandbox.clientId)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect([...keychain.kept.values()].map((text): unknown => JSON.parse(text))).toEqual([
      { clientId: sandbox.clientId, clientSecret: sandbox.clientSecret, place: expect.any(String) },
    ])
    expect(await connections.handlers.list(undefined, call)).toEqual([added])
  })

  it('are available after a restart, without the secret if there was no keychain', async () => {
    const folder = await temporaryFolder()
    const first = await desk({ folder, keychain: memoryKeychain('session') })
    const { id, secret } = await first.connections.handlers.add(input(), call)
    expect(secret).toBe('session')
    const second = await desk({ folder, keychain: memoryKeychain('session') })
    expect(await second.connections.handlers.list(undefined, call)).toMatchObject([{ id, secret: 'missing' }])
    expect(await thrownBy(second.connections.handlers.open({ id }, call))).toMatchObject({ code: 'secret_missing' })
  })

  it('that can’t be read are moved to quarantine unchanged, and a notice is emitted', async () => {
    const folder = await temporaryFolder()
    const { connections, emitted, file } = await desk({ folder })
    await writeFile(file, '{"version":1,"profiles":[{"id":')
    expect(await connections.handlers.list(undefined, call)).toEqual([])
    const aside = (await readdir(dirname(file))).find((name) => name.includes('unreadable'))
    expect(await readFile(`${dirname(file)}/${aside ?? ''}`, 'utf8')).toBe('{"version":1,"profiles":[{"id":')
    expect(emitted).toMatchObject([{ event: 'notice', payload: { code: 'profiles_moved_aside' } }])
    await connections.handlers.list(undefined, call)
    expect(emitted).toHaveLength(1)
  })

  it.each([
    ['http://service.example', 'address_not_allowed'],
    ['nonsense', 'address_not_allowed'],
  ])('refuse the address %s', async (address, code) => {
    const { connections, keychain } = await desk()
    expect(await thrownBy(connections.handlers.add(input({ address }), call))).toMatchObject({ code })
    expect(keychain.kept.size).toBe(0)
  })

  it('refuse a file of certificate authorities that holds none', async () => {
    const { connections, file } = await desk()
    await writeFile(`${file}.pem`, 'no certificate')
    for (const caFile of [`${file}.pem`, `${file}.missing`]) {
      expect(await thrownBy(connections.handlers.add(input({ caFile }), call))).toMatchObject({
        code: 'ca_file_unreadable',
      })
    }
  })

  it('need the secret again when their address changes', async () => {
    const { connections } = await desk()
    const { id } = await connections.handlers.add(input(), call)
    for (const change of [{ address: 'https://other.example' }, { segment: 'other' }, { clientId: 'other' }]) {
      expect(await thrownBy(connections.handlers.update({ id, ...change }, call))).toMatchObject({
        code: 'secret_missing',
      })
    }
    expect(
      await connections.handlers.update({ id, name: 'Renamed', address: `${sandbox.baseUrl}/` }, call),
    ).toMatchObject({ name: 'Renamed', address: sandbox.baseUrl })
    expect(await connections.handlers.update({ id, segment: 'other', clientSecret: 'new-secret' }, call)).toMatchObject(
      { segment: 'other' },
    )
  })

  it('go with their secret and their directory', async () => {
    const { connections, keychain, deleted, emitted } = await desk()
    const { id } = await connections.handlers.add(input(), call)
    await connections.handlers.open({ id }, call)
    await connections.handlers.remove({ id }, call)
    expect([keychain.kept.size, deleted, connections.current()]).toEqual([0, [id], null])
    expect(await connections.handlers.list(undefined, call)).toEqual([])
    expect(emitted.at(-1)).toEqual({ event: 'connection.changed', payload: null })
    expect(await thrownBy(connections.handlers.remove({ id }, call))).toMatchObject({ code: 'connection_not_found' })
  })
})

describe('a test', () => {
  it('reads the packages with what was typed, and keeps nothing', async () => {
    const { connections, keychain } = await desk()
    expect(await connections.handlers.test(input(), call)).toMatchObject({
      packages: expect.any(Number),
      keychain: 'stored',
    })
    expect(keychain.kept.size).toBe(0)
    expect(await connections.handlers.list(undefined, call)).toEqual([])
  })

  it('works with a stored profile', async () => {
    const { connections } = await desk()
    const { id } = await connections.handlers.add(input(), call)
    expect((await connections.handlers.test({ id }, call)).packages).toBeGreaterThan(0)
  })

  it.each([
    [{ clientSecret: 'wrong' }, 'credentials_rejected'],
    [{ segment: 'wrong' }, 'not_this_service'],
    [{ address: 'https://service.invalid' }, 'address_unreachable'],
  ])('with %j says %s', async (wrong, code) => {
    const { connections } = await desk()
    expect(await thrownBy(connections.handlers.test(input(wrong), call))).toMatchObject({ code })
  })
})

describe('opening', () => {
  it('passes the connection to listeners and callers until it closes', async () => {
    const { connections, emitted } = await desk()
    const { id } = await connections.handlers.add(input(), call)
    const changes: (string | null)[] = []
    const stop = connections.onChange((open) => changes.push(open?.profile.id ?? null))
    expect(await thrownBy(Promise.resolve().then(() => connections.require()))).toMatchObject({ code: 'not_connected' })
    const current = CurrentConnection.parse(await connections.handlers.open({ id }, call))
    expect(current).toMatchObject({
      health: 'online',
      problem: null,
      directoryStorage: 'disk',
      profile: { id, lastOpenedAt: expect.any(String) },
    })
    const open = connections.require()
    expect((await open.client.inventory()).items.length).toBeGreaterThan(0)
    await connections.handlers.close(undefined, call)
    stop()
    expect(changes).toEqual([id, null])
    expect(open.signal.aborted).toBe(true)
    expect(emitted.map(({ event }) => event)).toEqual(['connection.changed', 'connection.changed'])
    expect(await connections.handlers.current(undefined, call)).toBeNull()
  })

  it('has one identity for each address, segment and client, which reveals none of them', async () => {
    const { connections } = await desk()
    const first = await connections.handlers.add(input(), call)
    const second = await connections.handlers.add(input({ name: 'Same place' }), call)
    await connections.handlers.open({ id: first.id }, call)
    const { identity } = connections.require()
    await connections.handlers.open({ id: second.id }, call)
    expect(connections.require().identity).toBe(identity)
    expect(identity).toMatch(/^[0-9a-f]{32}$/)
  })

  it('with wrong credentials keeps the profile, and the connection that is open', async () => {
    const { connections } = await desk()
    const good = await connections.handlers.add(input(), call)
    const bad = await connections.handlers.add(input({ clientSecret: 'wrong' }), call)
    await connections.handlers.open({ id: good.id }, call)
    expect(await thrownBy(connections.handlers.open({ id: bad.id }, call))).toMatchObject({
      code: 'credentials_rejected',
    })
    expect(connections.current()?.profile.id).toBe(good.id)
    expect(await connections.handlers.list(undefined, call)).toHaveLength(2)
  })

  it('takes the new secret of the open connection', async () => {
    const { connections } = await desk()
    const { id } = await connections.handlers.add(input(), call)
    await connections.handlers.open({ id }, call)
    await connections.handlers.update({ id, clientSecret: 'wrong' }, call)
    expect(connections.current()).toBeNull()
    await connections.handlers.update({ id, clientSecret: sandbox.clientSecret }, call)
    expect(await connections.handlers.open({ id }, call)).toMatchObject({ health: 'online' })
  })

  it('is offline while the service is unreachable, and online when it is back', async () => {
    const { connections, emitted } = await desk()
    const other = await startSandbox({ customers: 1 })
    const port = Number(new URL(other.baseUrl).port)
    const { id } = await connections.handlers.add(input({ address: other.baseUrl }), call)
    await other.close()
    expect(await connections.handlers.open({ id }, call)).toMatchObject({
      health: 'offline',
      problem: 'address_unreachable',
    })
    const back = await startSandbox({ customers: 1, port })
    await becomes(connections, 'online')
    expect(emitted.at(-1)).toMatchObject({ event: 'connection.changed', payload: { health: 'online', problem: null } })
    await back.close()
    await thrownBy(connections.require().client.inventory())
    await becomes(connections, 'offline')
  })

  it.each(['dropBefore', 'cut'] as const)(
    'is offline while calls are cut off (%s), whatever tokens there are, and online when one is read',
    async (kind) => {
      const { connections, emitted } = await desk()
      const own = await startSandbox({ customers: 1 })
      onTestFinished(() => own.close())
      const acts = control(own)
      const { id } = await connections.handlers.add(input({ address: own.baseUrl }), call)
      await connections.handlers.open({ id }, call)
      await acts.fault('inventory', kind, { times: 'always', bytes: 5 })
      await thrownBy(connections.require().client.inventory())
      await thrownBy(connections.require().client.inventory())
      expect(await connections.handlers.current(undefined, call)).toMatchObject({
        health: 'offline',
        problem: 'service_cut_off',
      })
      const tokens = async (): Promise<number> => (await acts.state()).counts.requests['authenticate'] ?? 0
      const enough = (await tokens()) + 2
      await eventually(async () => {
        expect(await tokens()).toBeGreaterThanOrEqual(enough)
      })
      expect(emitted.at(-1)).toMatchObject({
        event: 'connection.changed',
        payload: { health: 'offline', problem: 'service_cut_off' },
      })
      await acts.clearFaults()
      await becomes(connections, 'online')
    },
  )

  it('tries at once when the machine wakes', async () => {
    const { connections } = await desk({ retryAfter: () => 3_600_000 })
    const other = await startSandbox({ customers: 1 })
    const port = Number(new URL(other.baseUrl).port)
    const { id } = await connections.handlers.add(input({ address: other.baseUrl }), call)
    await other.close()
    await connections.handlers.open({ id }, call)
    const back = await startSandbox({ customers: 1, port })
    connections.onResume()
    await becomes(connections, 'online')
    await back.close()
  })

  it('doesn’t wait long for a service that worked before and is silent now', async () => {
    const { connections } = await desk({ timeoutMs: 100 })
    const own = await startSandbox({ customers: 1 })
    const acts = control(own)
    const { id } = await connections.handlers.add(input({ address: own.baseUrl }), call)
    await connections.handlers.open({ id }, call)
    await connections.handlers.close(undefined, call)
    await acts.fault('authenticate', 'latency', { ms: 3000 })
    expect(await connections.handlers.open({ id }, call)).toMatchObject({ health: 'connecting' })
    await becomes(connections, 'online')
    await own.close()
  })

  it('refuses what isn’t the service, unless it worked before', async () => {
    const { connections } = await desk()
    const own = await startSandbox({ customers: 1 })
    const acts = control(own)
    const { id } = await connections.handlers.add(input({ address: own.baseUrl }), call)
    await acts.fault('authenticate', 'loginPage', { times: 'always' })
    expect(await thrownBy(connections.handlers.open({ id }, call))).toMatchObject({ code: 'not_this_service' })
    await acts.clearFaults()
    await connections.handlers.open({ id }, call)
    await acts.fault('authenticate', 'loginPage', { times: 'always' })
    expect(await connections.handlers.open({ id }, call)).toMatchObject({
      health: 'offline',
      problem: 'not_this_service',
    })
    await own.close()
  })

  /** Leaves the files of a desk that ended with an open connection. */
  async function openAtTheEnd() {
    const folder = await temporaryFolder()
    const keychain = memoryKeychain()
    const { connections } = await desk({ folder, keychain })
    const { id } = await connections.handlers.add(input(), call)
    await connections.handlers.open({ id }, call)
    await connections.close()
    return { folder, keychain, id }
  }

  it('of the last one happens after a restart, unless it was closed by hand', async () => {
    const { folder, keychain, id } = await openAtTheEnd()
    const second = await desk({ folder, keychain })
    await second.connections.openLast({ askFirst: false })
    expect(second.connections.current()?.profile.id).toBe(id)
    await second.connections.handlers.close(undefined, call)
    const third = await desk({ folder, keychain })
    await third.connections.openLast({ askFirst: false })
    expect(third.connections.current()).toBeNull()
  })

  it('of the last one waits for a person after an unclean end, and shows which one it was', async () => {
    const { folder, keychain } = await openAtTheEnd()
    const second = await desk({ folder, keychain })
    await second.connections.openLast({ askFirst: true })
    expect(second.connections.current()).toBeNull()
    expect(second.emitted).toContainEqual({
      event: 'notice',
      payload: { code: 'left_closed_after_unclean_end', level: 'warning', details: { name: input().name } },
    })
    await second.connections.close()
    const third = await desk({ folder, keychain })
    await third.connections.openLast({ askFirst: false })
    expect(third.connections.current()).toBeNull()
  })

  it('remembers what was found out about the service', async () => {
    const folder = await temporaryFolder()
    const { connections, file } = await desk({ folder })
    const { id } = await connections.handlers.add(input(), call)
    await connections.handlers.open({ id }, call)
    await connections.require().client.devices()
    await connections.handlers.update({ id, name: 'After' }, call)
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      profiles: [{ name: 'After', dialect: { devices: 'bare' } }],
    })
  })

  it('with credentials that are not stored leaves no trace', async () => {
    const { connections, keychain, file } = await desk()
    await connections.openEphemeral({
      address: sandbox.baseUrl,
      segment: sandbox.segment,
      clientId: sandbox.clientId,
      clientSecret: sandbox.clientSecret,
    })
    expect(await connections.handlers.current(undefined, call)).toMatchObject({
      profile: { id: 'ephemeral', secret: 'session' },
      directoryStorage: 'memory',
    })
    expect(keychain.kept.size).toBe(0)
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('never retries automatically with rejected credentials', async () => {
    const own = await startSandbox({ customers: 1, clientSecret: 'first-secret' })
    const { connections } = await desk()
    const { id } = await connections.handlers.add(input({ address: own.baseUrl, clientSecret: 'first-secret' }), call)
    await connections.handlers.open({ id }, call)
    const port = Number(new URL(own.baseUrl).port)
    await own.close()
    const changed = await startSandbox({ customers: 1, port, clientSecret: 'second-secret' })
    expect(await thrownBy(connections.require().client.inventory())).toMatchObject({ code: 'credentials_rejected' })
    await becomes(connections, 'credentials_rejected')
    const before = systemClock.monotonic()
    expect(await thrownBy(connections.require().client.inventory())).toMatchObject({
      code: 'credentials_rejected',
      details: { again: true },
    })
    expect(systemClock.monotonic() - before).toBeLessThan(1000)
    await changed.close()
  })
})

it('reports what the service offers when asked, caches it with the connection, and reads it again on request', async () => {
  let found = false
  const asked: string[] = []
  const address = await http((request, response) => {
    const url = request.url ?? ''
    asked.push(url)
    response.setHeader('content-type', 'application/json')
    if (url === '/reseller/authenticate') return void response.end('{"accessToken":"a-token-of-it","expiresIn":86400}')
    if (url.includes('/activations/customers')) return void response.end('[]')
    if (url.includes('/activated-items') && found) return void response.end('[]')
    response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found')
  })
  const folder = await temporaryFolder()
  const { connections } = await desk({ folder })
  const { id } = await connections.handlers.add(
    { name: 'Shop', address, segment: 's', clientId: 'id', clientSecret: 'secret' },
    call,
  )
  await connections.handlers.open({ id }, call)
  expect(await connections.handlers.current(undefined, call)).not.toHaveProperty('service')
  expect(asked).toEqual(['/reseller/authenticate'])
  const offered = async (service: 'known' | 'again') => (await connections.handlers.current({ service }, call))?.service
  expect(await offered('known')).toEqual({
    version: null,
    features: {
      salesHistory: 'no',
      oneItem: 'unknown',
      connectivity: 'unknown',
      profileDomains: 'unknown',
      customerCorrection: 'unknown',
    },
    forms: nothingLearnt,
  })
  found = true
  expect((await offered('known'))?.features.salesHistory).toBe('no')
  await connections.handlers.close(undefined, call)
  await connections.handlers.open({ id }, call)
  expect((await offered('known'))?.features.salesHistory).toBe('no')
  expect((await offered('again'))?.features.salesHistory).toBe('yes')
})
