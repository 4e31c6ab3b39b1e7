/** Changing and closing a connection: which secret goes where, requests in flight, and notices. */
import { mkdir, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import { http, refund, thrownBy } from '../service/support.ts'
import { call, desk, memoryKeychain } from './support.ts'

const token = (response: ServerResponse): void =>
  void response
    .writeHead(200, { 'content-type': 'application/json' })
    .end('{"accessToken":"a-token-of-it","expiresIn":86400}')
const done = (response: ServerResponse): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{}')

/** Notes whose secrets came; `meet` answers what isn't a token request, `admit` what is. */
async function service(
  meet: (response: ServerResponse) => void = done,
  admit: (response: ServerResponse, secret: string) => void = token,
) {
  const secrets: string[] = []
  const address = await http((request, response) => {
    if (request.url !== '/reseller/authenticate') return meet(response)
    const secret =
      Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64')
        .toString('utf8')
        .split(':')[1] ?? ''
    secrets.push(secret)
    admit(response, secret)
  })
  return { address, secrets }
}
const at = (address: string) => ({ name: 'Shop', address, segment: 's', clientId: 'id', clientSecret: 'old-secret' })
/** A folder at the file's path cannot be written, not even by root. */
const block = async (file: string): Promise<void> => {
  await rm(file)
  await mkdir(join(file, 'x'), { recursive: true })
}

describe('a changed host of Android links', () => {
  it('holds at once for the open connection, without a new login and without the secret', async () => {
    const here = await service()
    const { connections } = await desk()
    const { id } = await connections.handlers.add(at(here.address), call)
    await connections.handlers.open({ id }, call)
    const before = connections.require()
    expect(await connections.handlers.update({ id, linkHost: 'setup.example.com' }, call)).toMatchObject({
      linkHost: 'setup.example.com',
    })
    expect(connections.require()).toBe(before)
    expect(before.profile.linkHost).toBe('setup.example.com')
    await connections.handlers.update({ id, name: 'Renamed' }, call)
    expect(before.profile).toMatchObject({ name: 'Renamed', linkHost: 'setup.example.com' })
    await connections.handlers.update({ id, linkHost: null }, call)
    expect(before.profile.linkHost).toBeNull()
  })
})

describe('a changed address', () => {
  it('never sends the new secret to the old service, which is closed before the new one is contacted', async () => {
    const asked = Promise.withResolvers<ServerResponse>()
    const [before, after] = [await service(), await service(done, asked.resolve)]
    const { connections } = await desk()
    const { id } = await connections.handlers.add(at(before.address), call)
    await connections.handlers.open({ id }, call)
    const { client, profile } = connections.require()
    const updated = connections.handlers.update({ id, address: after.address, clientSecret: 'new-secret' }, call)
    const response = await asked.promise
    await thrownBy(client.renewToken())
    expect(connections.current()).toBeNull()
    expect(profile.address).toBe(before.address)
    token(response)
    await updated
    expect(connections.require().profile.address).toBe(after.address)
    expect([before.secrets, after.secrets]).toEqual([['old-secret'], ['new-secret']])
  })

  it('that can’t be written changes nothing, and the connection is open as before', async () => {
    const [before, after] = [await service(), await service()]
    const { connections, file } = await desk({ retryAfter: () => 3_600_000 })
    const { id } = await connections.handlers.add(at(before.address), call)
    await connections.handlers.open({ id }, call)
    await block(file)
    await expect(
      connections.handlers.update({ id, address: after.address, clientSecret: 'new-secret' }, call),
    ).rejects.toThrow()
    expect(await connections.handlers.list(undefined, call)).toMatchObject([
      { address: before.address, secret: 'stored' },
    ])
    await rm(file, { recursive: true })
    await connections.handlers.open({ id }, call)
    expect([new Set(before.secrets), after.secrets]).toEqual([new Set(['old-secret']), []])
  })

  it('whose secret can’t be stored changes nothing, and the connection stays open', async () => {
    const [before, after] = [await service(), await service()]
    const keychain = memoryKeychain()
    let fails = false
    const { connections } = await desk({
      keychain: {
        ...keychain,
        set: (name, secret) =>
          fails
            ? Promise.reject(new DeskError('keychain_unavailable', 'The keychain is locked'))
            : keychain.set(name, secret),
      },
    })
    const { id } = await connections.handlers.add(at(before.address), call)
    await connections.handlers.open({ id }, call)
    fails = true
    expect(
      await thrownBy(connections.handlers.update({ id, address: after.address, clientSecret: 'new-secret' }, call)),
    ).toMatchObject({ code: 'keychain_unavailable' })
    expect(connections.require().profile).toMatchObject({ address: before.address, secret: 'stored' })
    expect(after.secrets).toEqual([])
  })

  it('finds no secret that belongs to another address', async () => {
    const shop = await service()
    const { connections, keychain } = await desk()
    const first = await connections.handlers.add(at(shop.address), call)
    const second = await connections.handlers.add(at((await service()).address), call)
    keychain.kept.set(`connection/${second.id}`, keychain.kept.get(`connection/${first.id}`) ?? '')
    expect(await thrownBy(connections.handlers.open({ id: second.id }, call))).toMatchObject({ code: 'secret_missing' })
  })

  it('that ends with the connection closed reports why', async () => {
    const shop = await service(done, (response, secret) =>
      secret === 'wrong' ? void response.writeHead(403).end('{active = false}') : token(response),
    )
    const { connections, emitted } = await desk()
    const { id } = await connections.handlers.add(at(shop.address), call)
    await connections.handlers.open({ id }, call)
    await connections.handlers.update({ id, clientSecret: 'wrong' }, call)
    expect(connections.current()).toBeNull()
    expect(emitted.at(-1)).toEqual({
      event: 'notice',
      payload: { code: 'connection_closed', level: 'warning', details: { problem: 'credentials_rejected' } },
    })
  })
})

describe('money that is under way', () => {
  it.each(['close', 'update', 'remove', 'open another'] as const)('is answered after: %s', async (change) => {
    const received = Promise.withResolvers<ServerResponse>()
    const [shop, other] = [await service(received.resolve), await service()]
    const { connections } = await desk()
    const { id } = await connections.handlers.add(at(shop.address), call)
    const another = await connections.handlers.add(at(other.address), call)
    await connections.handlers.open({ id }, call)
    const evidence = connections.require().client.sendMoney(refund())
    const response = await received.promise
    if (change === 'close') await connections.handlers.close(undefined, call)
    if (change === 'update')
      await connections.handlers.update({ id, address: other.address, clientSecret: 'old-secret' }, call)
    if (change === 'remove') await connections.handlers.remove({ id }, call)
    if (change === 'open another') await connections.handlers.open({ id: another.id }, call)
    done(response)
    expect(await evidence).toMatchObject({ type: 'answer', status: 200 })
  })

  it('is waited for when the desk closes, also after its connection was closed', async () => {
    const received = Promise.withResolvers<ServerResponse>()
    const shop = await service(received.resolve)
    const { connections } = await desk()
    const { id } = await connections.handlers.add(at(shop.address), call)
    await connections.handlers.open({ id }, call)
    let known = false
    const evidence = connections
      .require()
      .client.sendMoney(refund())
      .finally(() => (known = true))
    const response = await received.promise
    await connections.handlers.close(undefined, call)
    const closed = connections.close().then(() => known)
    done(response)
    expect(await evidence).toMatchObject({ type: 'answer', status: 200 })
    expect(await closed).toBe(true)
  })
})

describe('closing', () => {
  it('waits for the listeners before the directory is deleted', async () => {
    const order: string[] = []
    const { connections } = await desk({ deleteFiles: () => Promise.resolve(void order.push('deleted')) })
    const { id } = await connections.handlers.add(at((await service()).address), call)
    await connections.handlers.open({ id }, call)
    connections.onChange(async (open) => {
      if (open !== null) return
      // Files are closed by others, so it takes a turn of the event loop at least.
      await turn()
      order.push('let go')
    })
    await connections.handlers.remove({ id }, call)
    expect(order).toEqual(['let go', 'deleted'])
  })

  it('is not prevented by a listener that fails', async () => {
    const { connections } = await desk()
    const { id } = await connections.handlers.add(at((await service()).address), call)
    connections.onChange(() => {
      throw new Error('a listener failed')
    })
    await connections.handlers.open({ id }, call)
    await connections.handlers.close(undefined, call)
    expect(connections.current()).toBeNull()
  })

  it('of the desk does not wait for a silent service of a connection that is being opened', async () => {
    const asked = Promise.withResolvers<ServerResponse>()
    const silent = await service(done, asked.resolve)
    const { connections } = await desk()
    const { id } = await connections.handlers.add(at(silent.address), call)
    const opened = thrownBy(connections.handlers.open({ id }, call))
    await asked.promise
    await connections.close()
    expect(await opened).toMatchObject({ code: 'aborted' })
  })
})
