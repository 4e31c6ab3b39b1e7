import { expect, test } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import type { ConnectionProfile } from '#shared/model/connection.ts'
import type { HandlersOf } from '../../../electron/call.ts'
import { guardLoopback } from '../../../electron/loopback.ts'

const call = { signal: new AbortController().signal }
const stored = (id: string, address: string): ConnectionProfile => ({ id, name: id, kind: 'service', address, segment: 'service', caFile: null, proxy: null, linkHost: null, secret: 'stored', createdAt: '2026-01-01T00:00:00Z', lastOpenedAt: null })
const live = { name: 'Live', address: 'https://service.example', segment: 'service', clientId: 'id', clientSecret: 'secret' }
const near = { ...live, address: 'http://127.0.0.1:4010' }

function guarded() {
  const reached: string[] = []
  const reach = (name: string) => (): Promise<never> => {
    reached.push(name)
    return Promise.reject(new DeskError('not_found', 'Reached'))
  }
  const handlers: HandlersOf<'connections'> = {
    list: async () => [stored('live', live.address), stored('near', near.address)],
    add: reach('add'), update: reach('update'), test: reach('test'), open: reach('open'), close: reach('close'), remove: reach('remove'), current: reach('current'), startSandbox: reach('startSandbox'),
  }
  return { guard: guardLoopback(handlers), reached }
}

test('a service elsewhere is neither added, tested, opened nor moved to', async () => {
  const { guard, reached } = guarded()
  const refused = { code: 'address_not_allowed' }
  await expect(guard.add(live, call)).rejects.toMatchObject(refused)
  await expect(guard.test(live, call)).rejects.toMatchObject(refused)
  await expect(guard.test({ id: 'live' }, call)).rejects.toMatchObject(refused)
  await expect(guard.open({ id: 'live' }, call)).rejects.toMatchObject(refused)
  await expect(guard.update({ id: 'near', address: live.address, clientSecret: 'secret' }, call)).rejects.toMatchObject(refused)
  expect(reached).toEqual([])
})

test('one on loopback is, and so is the sandbox', async () => {
  const { guard, reached } = guarded()
  const through = { code: 'not_found' }
  await expect(guard.add(near, call)).rejects.toMatchObject(through)
  await expect(guard.test({ id: 'near' }, call)).rejects.toMatchObject(through)
  await expect(guard.open({ id: 'near' }, call)).rejects.toMatchObject(through)
  await expect(guard.startSandbox(undefined, call)).rejects.toMatchObject(through)
  expect(reached).toEqual(['add', 'test', 'open', 'startSandbox'])
})
