/** A keychain that cannot be read is reported as such: no secret is taken for missing, requested again, or replaced. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox, type Sandbox } from '../../../../electron/sandbox/index.ts'
import { thrownBy } from '../service/support.ts'
import { call, desk, lockableKeychain, memoryKeychain, type DeskParts } from './support.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ customers: 2 })
})
afterAll(() => sandbox.close())

const input = () => ({
  name: 'Shop',
  address: sandbox.baseUrl,
  segment: sandbox.segment,
  clientId: sandbox.clientId,
  clientSecret: sandbox.clientSecret,
})
const secretOf = async ({ connections }: DeskParts): Promise<unknown> =>
  (await connections.handlers.list(undefined, call))[0]?.secret

/** A desk that was restarted with the keychain locked. */
async function lockedAtStart() {
  const folder = await temporaryFolder()
  const keychain = lockableKeychain(false)
  const { id } = await (await desk({ folder, keychain })).connections.handlers.add(input(), call)
  const locked = lockableKeychain(true)
  for (const [name, secret] of keychain.kept) locked.kept.set(name, secret)
  return { ...(await desk({ folder, keychain: locked })), keychain: locked, id }
}

describe('a keychain that is locked when the desk starts', () => {
  it('is reported as locked, and the connection opens as soon as it is unlocked', async () => {
    const parts = await lockedAtStart()
    const { connections, keychain, id } = parts
    expect(await secretOf(parts)).toBe('unreadable')
    for (const attempt of [connections.handlers.open({ id }, call), connections.handlers.test({ id }, call)]) {
      expect(await thrownBy(attempt)).toMatchObject({ code: 'keychain_unavailable' })
    }
    keychain.lock(false)
    expect(await connections.handlers.open({ id }, call)).toMatchObject({
      health: 'online',
      directoryStorage: 'disk',
      profile: { secret: 'stored' },
    })
    expect(await secretOf(parts)).toBe('stored')
  })

  it('keeps the secret that is in it: another one is refused, and nothing else of the connection changes', async () => {
    const parts = await lockedAtStart()
    const { connections, keychain, id } = parts
    const before = new Map(keychain.kept)
    expect(
      await thrownBy(connections.handlers.update({ id, name: 'Other', clientSecret: 'another' }, call)),
    ).toMatchObject({ code: 'keychain_unavailable' })
    expect(await connections.handlers.list(undefined, call)).toMatchObject([{ name: 'Shop', secret: 'unreadable' }])
    expect(keychain.kept).toEqual(before)
    expect(await connections.handlers.update({ id, name: 'Renamed' }, call)).toMatchObject({
      name: 'Renamed',
      secret: 'unreadable',
    })
    keychain.lock(false)
    expect(await connections.handlers.open({ id }, call)).toMatchObject({ health: 'online' })
  })

  it('refuses to remove a connection whose secret would stay behind in it', async () => {
    const { connections, keychain, id, deleted } = await lockedAtStart()
    expect(await thrownBy(connections.handlers.remove({ id }, call))).toMatchObject({ code: 'keychain_unavailable' })
    expect(await connections.handlers.list(undefined, call)).toHaveLength(1)
    expect(deleted).toEqual([])
    keychain.lock(false)
    await connections.handlers.remove({ id }, call)
    expect([keychain.kept.size, deleted]).toEqual([0, [id]])
  })

  it('takes new connections for this session, which stay so when it is unlocked', async () => {
    const parts = await lockedAtStart()
    const { connections, keychain, id } = parts
    const added = await connections.handlers.add({ ...input(), name: 'New' }, call)
    expect(added.secret).toBe('session')
    expect(await connections.handlers.open({ id: added.id }, call)).toMatchObject({ directoryStorage: 'memory' })
    keychain.lock(false)
    await connections.handlers.test({ id }, call)
    expect(await connections.handlers.current(undefined, call)).toMatchObject({
      directoryStorage: 'memory',
      profile: { secret: 'session' },
    })
    expect(await connections.handlers.list(undefined, call)).toMatchObject([
      { secret: 'stored' },
      { secret: 'session' },
    ])
    expect(await connections.handlers.update({ id: added.id, clientSecret: sandbox.clientSecret }, call)).toMatchObject(
      { secret: 'stored' },
    )
    expect(keychain.kept.size).toBe(2)
  })
})

describe('a keychain that is locked later', () => {
  it('is reported as locked, and the open connection stays open whatever is tried', async () => {
    const keychain = lockableKeychain(false)
    const parts = await desk({ keychain })
    const { connections } = parts
    const { id } = await connections.handlers.add(input(), call)
    await connections.handlers.open({ id }, call)
    keychain.lock(true)
    const open = connections.current()
    for (const attempt of [
      connections.handlers.open({ id }, call),
      connections.handlers.update({ id, clientSecret: 'another' }, call),
      connections.handlers.update({ id, address: 'https://other.example', clientSecret: 'another' }, call),
      connections.handlers.remove({ id }, call),
    ]) {
      expect(await thrownBy(attempt)).toMatchObject({ code: 'keychain_unavailable' })
    }
    expect(connections.current()).toBe(open)
    expect(await connections.handlers.list(undefined, call)).toMatchObject([
      { address: sandbox.baseUrl, secret: 'unreadable' },
    ])
    keychain.lock(false)
    expect(await secretOf(parts)).toBe('stored')
    await connections.handlers.remove({ id }, call)
    expect(keychain.kept.size).toBe(0)
  })
})

describe('a secret', () => {
  it('that was removed from a readable keychain is missing', async () => {
    const parts = await desk()
    const { id } = await parts.connections.handlers.add(input(), call)
    parts.keychain.kept.clear()
    expect(await secretOf(parts)).toBe('missing')
    expect(await thrownBy(parts.connections.handlers.open({ id }, call))).toMatchObject({ code: 'secret_missing' })
  })
})

describe('the directory of a connection', () => {
  it('is in memory without a keychain', async () => {
    const { connections } = await desk({ keychain: memoryKeychain('session') })
    const { id } = await connections.handlers.add(input(), call)
    expect(await connections.handlers.open({ id }, call)).toMatchObject({
      directoryStorage: 'memory',
      profile: { secret: 'session' },
    })
  })
})
