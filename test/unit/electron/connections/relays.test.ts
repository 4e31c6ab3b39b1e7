/** The relay of a connection: its key is in the keychain, and it is called the way the service is called. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSandbox } from '../../../../electron/sandbox/index.ts'
import { serviceAddress, serviceAuthority, serviceHost, startProxy, startTlsServer } from '../../../support/proxy.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'
import { http } from '../service/support.ts'
import { call, desk, memoryKeychain } from './support.ts'

const relay = {
  address: 'https://relay.example',
  device: 'device-1',
  name: 'Anna',
  connection: 'shop',
  connectedAt: '2026-11-22T10:00:00.000Z',
}

async function shop(keychain = memoryKeychain()) {
  const parts = await desk({ keychain })
  const { id } = await parts.connections.handlers.add(
    { name: 'Shop', address: serviceAddress, segment: 's', clientId: 'a', clientSecret: 'b' },
    call,
  )
  return { ...parts, id, relays: parts.connections.relays }
}

test('the key of a relay is in the keychain alone, and is removed with the relay and with the connection', async () => {
  const { id, relays, keychain, file, connections } = await shop()
  expect(await relays.find(id)).toBeNull()
  const stored = await relays.set(id, relay, 'private-key-1')
  expect(stored).toEqual({ ...relay, key: 'stored' })
  expect(await relays.find(id)).toEqual(stored)
  expect(await relays.privateKey(id, stored)).toBe('private-key-1')
  expect(await readFile(file, 'utf8')).not.toContain('private-key-1')
  // It belongs to this device at this address.
  for (const other of [{ address: 'https://other.example' }, { device: 'device-2' }])
    await expect(relays.privateKey(id, { ...stored, ...other })).rejects.toMatchObject({ code: 'secret_missing' })
  await relays.remove(id)
  expect(await relays.find(id)).toBeNull()
  expect([...keychain.kept.values()].join()).not.toContain('private-key-1')
  await relays.set(id, relay, 'private-key-2')
  await connections.handlers.remove({ id }, call)
  expect([...keychain.kept.keys()]).toEqual([])
  await expect(relays.set(id, relay, 'private-key-3')).rejects.toMatchObject({ code: 'connection_not_found' })
  expect([...keychain.kept.keys()]).toEqual([])
})

test('without a keychain the key is there for this session, and is missing after a restart', async () => {
  const { id, relays } = await shop(memoryKeychain('session'))
  const stored = await relays.set(id, relay, 'private-key-1')
  expect(stored.key).toBe('session')
  expect(await relays.privateKey(id, stored)).toBe('private-key-1')
  const restarted = await desk({ keychain: memoryKeychain('session') })
  await expect(restarted.connections.relays.privateKey(id, stored)).rejects.toMatchObject({ code: 'secret_missing' })
})

test('a connection calls its relay through its proxy and with its certificate authorities', async () => {
  const sandbox = await startSandbox({ customers: 3, seed: 3, hostNames: [serviceHost] })
  const folder = await temporaryFolder()
  const authorities = join(folder, 'ca.pem')
  await writeFile(authorities, serviceAuthority)
  const relayPort = await startTlsServer(Number(new URL(await http((_request, response) => response.end('here'))).port))
  const proxy = await startProxy({ to: relayPort, credentials: 'agent:proxy-secret-1' })
  const { connections } = await desk({ folder })
  const { id } = await connections.handlers.add(
    {
      name: 'Shop',
      address: sandbox.baseUrl,
      segment: sandbox.segment,
      clientId: sandbox.clientId,
      clientSecret: sandbox.clientSecret,
      caFile: authorities,
      proxy: proxy.address,
      proxyUser: 'agent',
      proxyPassword: 'proxy-secret-1',
    },
    call,
  )
  await connections.handlers.open({ id }, call)
  const open = connections.require()
  const endpoint = connections.openEndpoint(open, serviceAddress)
  const answer = await endpoint.send({ what: 'the relay', path: '/v1/status', maxBytes: 1000 })
  expect(answer).toMatchObject({ type: 'answer', status: 200 })
  expect(proxy.requests).toEqual([{ target: `${serviceHost}:443`, credentials: 'agent:proxy-secret-1' }])
  await endpoint.close()
  await connections.handlers.close(undefined, call)
  expect(() => connections.openEndpoint(open, serviceAddress)).toThrow('closed')
  await sandbox.close()
})
