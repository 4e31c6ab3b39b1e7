import { expect, test } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import type { ConnectionProfile } from '#shared/model/connection.ts'
import type { HandlersOf } from '../../../../electron/bridge/index.ts'
import { checkTokenAddress, guardConnections, guardMail } from '../../../../electron/app/debugPort.ts'
import type { MailAccess } from '../../../../electron/settings/mail.ts'
import { idleHandlers } from '../../../support/idleHandlers.ts'

const call = { signal: new AbortController().signal }
const stored = (id: string, address: string): ConnectionProfile => ({
  id,
  name: id,
  kind: 'service',
  address,
  segment: 'service',
  caFile: null,
  proxy: null,
  linkHost: null,
  secret: 'stored',
  createdAt: '2026-01-01T00:00:00Z',
  lastOpenedAt: null,
})
const live = {
  name: 'Live',
  address: 'https://service.example',
  segment: 'service',
  clientId: 'id',
  clientSecret: 'secret',
}
const near = { ...live, address: 'http://127.0.0.1:4010' }

function guarded() {
  const reached: string[] = []
  const reach = (name: string) => (): Promise<never> => {
    reached.push(name)
    return Promise.reject(new DeskError('not_found', 'Reached'))
  }
  const handlers: HandlersOf<'connections'> = {
    list: async () => [stored('live', live.address), stored('near', near.address)],
    add: reach('add'),
    update: reach('update'),
    test: reach('test'),
    open: reach('open'),
    close: reach('close'),
    remove: reach('remove'),
    current: reach('current'),
    startSandbox: reach('startSandbox'),
  }
  return { guard: guardConnections(handlers), reached }
}

test('a service on another machine can not be added, tested, opened or chosen as the new address', async () => {
  const { guard, reached } = guarded()
  const refused = { code: 'not_with_debug_port' }
  await expect(guard.add(live, call)).rejects.toMatchObject(refused)
  await expect(guard.test(live, call)).rejects.toMatchObject(refused)
  await expect(guard.test({ id: 'live' }, call)).rejects.toMatchObject(refused)
  await expect(guard.open({ id: 'live' }, call)).rejects.toMatchObject(refused)
  await expect(guard.update({ id: 'near', address: live.address, clientSecret: 'secret' }, call)).rejects.toMatchObject(
    refused,
  )
  expect(reached).toEqual([])
})

test('what is stored for a service on another machine is not changed or removed, and its secret is not used', async () => {
  const { guard, reached } = guarded()
  const refused = { code: 'not_with_debug_port' }
  await expect(guard.update({ id: 'live', name: 'Renamed' }, call)).rejects.toMatchObject(refused)
  await expect(guard.update({ id: 'live', address: near.address, clientSecret: 'secret' }, call)).rejects.toMatchObject(
    refused,
  )
  await expect(guard.remove({ id: 'live' }, call)).rejects.toMatchObject(refused)
  await expect(guard.test({ ...near, edited: 'live' }, call)).rejects.toMatchObject(refused)
  expect(reached).toEqual([])
})

test('one on loopback is, and so is the sandbox', async () => {
  const { guard, reached } = guarded()
  const through = { code: 'not_found' }
  await expect(guard.add(near, call)).rejects.toMatchObject(through)
  await expect(guard.test({ id: 'near' }, call)).rejects.toMatchObject(through)
  await expect(guard.open({ id: 'near' }, call)).rejects.toMatchObject(through)
  await expect(guard.startSandbox(undefined, call)).rejects.toMatchObject(through)
  await expect(guard.remove({ id: 'near' }, call)).rejects.toMatchObject(through)
  expect(reached).toEqual(['add', 'test', 'open', 'startSandbox', 'remove'])
})

const serverAt = (host: string) =>
  ({
    host,
    port: 465,
    security: 'tls',
    user: 'shop',
    auth: 'password',
    from: 'shop@shop.example',
    caFile: null,
  }) as const

test.each([
  ['mail.shop.example', false],
  ['127.0.0.1.shop.example', false],
  ['localhost', true],
  ['127.0.0.1', true],
])('mail to %s is allowed: %s', async (host, allowed) => {
  let kept: MailAccess | null = { server: serverAt(host), secret: 'canary-secret' }
  const changes: unknown[] = []
  const set = (input: unknown): Promise<never> => {
    changes.push(input)
    return Promise.reject(new DeskError('not_found', 'Reached'))
  }
  const { handlers, mail } = guardMail({
    handlers: { ...idleHandlers.settings, set },
    mail: () => Promise.resolve(kept),
  })
  const changed = handlers.set({ mail: { ...serverAt(host), secret: 'canary-secret' } }, call)
  await expect(changed).rejects.toMatchObject({ code: allowed ? 'not_found' : 'not_with_debug_port' })
  expect(changes).toHaveLength(allowed ? 1 : 0)
  if (allowed) expect(await mail()).toBe(kept)
  else await expect(mail()).rejects.toMatchObject({ code: 'not_with_debug_port' })
  kept = null
  expect(await mail()).toBeNull()
})

test.each([
  ['https://login.shop.example/token', false],
  ['https://localhost:4443/token', true],
])('a refresh token to %s is allowed: %s', async (address, allowed) => {
  const renewal = { address, clientId: 'desk' }
  const { handlers } = guardMail({ handlers: idleHandlers.settings, mail: () => Promise.resolve(null) })
  await expect(handlers.set({ mail: { ...serverAt('localhost'), renewal } }, call)).rejects.toMatchObject({
    code: allowed ? 'not_found' : 'not_with_debug_port',
  })
  if (allowed) checkTokenAddress(address)
  else expect(() => checkTokenAddress(address)).toThrow('loopback only')
})
