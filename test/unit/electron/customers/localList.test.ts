/**
 * What a connection keeps of its customers: no list, a list of a maximum age, and a list that is deleted.
 *
 * @module-tag long
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { contract } from '#shared/contract.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { expiryCheckMs } from '../../../../electron/customers/localList.ts'
import { startSandbox, type Sandbox } from '../../../../electron/sandbox/index.ts'
import { control } from '../../../support/control.ts'
import { eventually } from '../../../support/eventually.ts'
import { memoryKeychain } from '../storage/support.ts'
import { call, connect, desk, search, type Desk } from './desk.ts'
import { until } from './support.ts'

const dayMs = 24 * 60 * 60_000
const noList = { keep: false, maxAgeDays: null }

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ customers: 300, seed: 7 })
})
afterAll(() => sandbox.close())

const listFiles = async ({ folder }: Desk): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith('directory-'))
const setRules = (of: Desk, rules: { readonly keep: boolean; readonly maxAgeDays: number | null }) =>
  of.customers.handlers.setLocalList(rules, call)
const status = (of: Desk) => of.customers.handlers.status(undefined, call)
const notices = (of: Desk): readonly unknown[] =>
  of.events.filter(({ event }) => event === 'notice').map(({ payload }) => payload)

test('a connection keeps its list without a maximum age until a person changes that', async () => {
  const of = await desk(sandbox)
  expect(await of.customers.handlers.localList(undefined, call)).toEqual({ keep: true, maxAgeDays: null })
})

test('deleting the list removes its files and its key, and the next sync starts from nothing', async () => {
  const keychain = memoryKeychain()
  const of = await desk(sandbox, keychain)
  await of.synced()
  // The journal with which the list was filled is there until the disk has everything.
  const before = await eventually(async () => {
    const names = await listFiles(of)
    expect(names).not.toContain('directory-c1.db-journal')
    return names
  })
  expect(before).toContain('directory-c1.db')
  const files = await Promise.all(before.map((name) => readFile(join(of.folder, name))))
  const contents = files.filter((content) => content.length > 0)
  const key = keychain.secrets.get('key:directory:c1')
  await of.customers.handlers.wipe(undefined, call)
  expect(await status(of)).toMatchObject({ state: 'never', customers: 0, finishedAt: null })
  expect(keychain.secrets.get('key:directory:c1')).not.toBe(key)
  // The new file is empty and shares no page with the old one, because it has another key.
  for (const name of await listFiles(of)) {
    const content = await readFile(join(of.folder, name))
    expect(content.length).toBeLessThan(1_400_000)
    for (const old of contents) expect(content.subarray(0, 4096).equals(old.subarray(0, 4096))).toBe(false)
  }
  of.events.length = 0
  await of.customers.handlers.sync(undefined, call)
  await of.synced()
  expect(await status(of)).toMatchObject({ state: 'done', customers: 300 })
})

test('without a list the one that is there is deleted at once, and nothing of customers is written to the disk', async () => {
  const keychain = memoryKeychain()
  const of = await desk(sandbox, keychain)
  await of.synced()
  expect(await setRules(of, noList)).toEqual(noList)
  expect(await listFiles(of)).toEqual([])
  expect(keychain.secrets.has('key:directory:c1')).toBe(false)
  expect(of.dropped).toEqual(['c1'])
  const { uid, email } = await control(sandbox).sample('refundable')
  await of.customers.handlers.get({ uid: CustomerUid.parse(uid) }, call)
  await search(of, email ?? '')
  await of.customers.handlers.sync(undefined, call)
  const shown = contract.customers.status.output.parse(await status(of))
  expect(shown).toMatchObject({ state: 'never', customers: 0, storage: 'none' })
  expect(await listFiles(of)).toEqual([])
  for (const name of await readdir(of.folder)) {
    const content = await readFile(join(of.folder, name))
    for (const secret of [uid, email ?? '']) expect([name, content.includes(secret)]).toEqual([name, false])
  }
})

test('without a list the service is asked for each whole identifier, and parts find only who was read', async () => {
  const of = await desk(sandbox)
  await of.synced()
  await setRules(of, noList)
  const { uid, iccid, email } = await control(sandbox).sample('twoCustomersSameEmail')
  const asked = vi.spyOn(of.open.client, 'searchCustomers')
  expect(await search(of, (email ?? '').slice(0, 6))).toMatchObject({ rows: [], source: 'directory' })
  expect(asked).not.toHaveBeenCalled()
  const found = await search(of, iccid ?? '')
  expect(found).toMatchObject({ exact: uid, source: 'service' })
  // Who was read before is not taken for the only one with this address.
  const all = await search(of, email ?? '')
  expect(all.rows.length).toBeGreaterThan(1)
  expect(asked).toHaveBeenCalledTimes(2)
  expect((await search(of, (email ?? '').slice(0, 6))).rows.map((row) => row.uid)).toContain(uid)
})

test('no list is kept after a restart either, and what was seen is forgotten', async () => {
  const of = await desk(sandbox)
  await of.synced()
  await setRules(of, noList)
  const { uid } = await control(sandbox).sample('refundable')
  await of.customers.handlers.get({ uid: CustomerUid.parse(uid) }, call)
  await of.restart()
  expect(await status(of)).toMatchObject({ storage: 'none' })
  await expect(
    of.customers.handlers.get({ uid: CustomerUid.parse(uid), from: 'directory' }, call),
  ).rejects.toMatchObject({ code: 'not_found' })
  expect(await listFiles(of)).toEqual([])
})

test('a list that could not be deleted is deleted by the next start', async () => {
  const of = await desk(sandbox)
  await of.synced()
  vi.spyOn(of.storage, 'deleteDirectory')
    .mockRejectedValueOnce(new Error('busy'))
    .mockRejectedValueOnce(new Error('busy'))
  await expect(setRules(of, noList)).rejects.toThrow('busy')
  expect(await listFiles(of)).toContain('directory-c1.db')
  expect(notices(of)).toContainEqual(expect.objectContaining({ code: 'directory_not_deleted' }))
  await of.restart()
  expect(await status(of)).toMatchObject({ storage: 'none' })
  expect(await listFiles(of)).toEqual([])
})

test('a list that is kept again is read at once', async () => {
  const of = await desk(sandbox)
  await of.synced()
  await setRules(of, noList)
  of.events.length = 0
  await setRules(of, { keep: true, maxAgeDays: null })
  await of.synced()
  expect(await status(of)).toMatchObject({ state: 'done', customers: 300, storage: 'disk' })
})

test('the rules are those of one connection', async () => {
  const of = await desk(sandbox)
  await of.synced()
  await setRules(of, noList)
  const other = await startSandbox({ customers: 3, seed: 99 })
  onTestFinished(other.close)
  of.events.length = 0
  void of.rooms.change(connect('c2', other).open)
  await of.synced()
  expect(await of.customers.handlers.localList(undefined, call)).toEqual({ keep: true, maxAgeDays: null })
  expect(await status(of)).toMatchObject({ state: 'done', customers: 3, storage: 'disk' })
})

test('a list that was not read for longer than its maximum age is deleted before it is opened', async () => {
  const of = await desk(sandbox)
  await of.synced()
  await setRules(of, { keep: true, maxAgeDays: 7 })
  vi.spyOn(of.open.client, 'customersPage').mockRejectedValue(new Error('The service is away'))
  of.advance(7 * dayMs - 60_000)
  await of.restart()
  expect(await status(of)).toMatchObject({ customers: 300 })
  of.advance(60_000)
  await of.restart()
  expect(await status(of)).toMatchObject({ customers: 0, storage: 'disk' })
  expect(notices(of)).toContainEqual({ code: 'directory_expired', level: 'info', details: { connection: 'c1' } })
})

test('a complete sync begins the age of the list again', async () => {
  const of = await desk(sandbox)
  await of.synced()
  await setRules(of, { keep: true, maxAgeDays: 2 })
  const countsFrom = async (): Promise<string> =>
    /"countsFrom": "(.+)"/.exec(await readFile(join(of.folder, 'profiles.json'), 'utf8'))?.[1] ?? 'nothing'
  for (const time of ['first', 'second', 'third']) {
    const before = await countsFrom()
    of.advance(1.5 * dayMs)
    await of.restart()
    await vi.waitFor(async () => expect(await countsFrom()).not.toBe(before), { timeout: 10_000 })
    expect([time, await status(of)]).toMatchObject([time, { state: 'done', customers: 300 }])
    expect(notices(of)).toEqual([])
  }
})

test('a list becomes too old while the desk runs, also that of a connection that is not open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const of = await desk(sandbox)
  await of.synced()
  await setRules(of, { keep: true, maxAgeDays: 1 })
  vi.spyOn(of.open.client, 'customersPage').mockRejectedValue(new Error('The service is away'))
  await of.rooms.change(null)
  of.events.length = 0
  of.advance(dayMs)
  vi.advanceTimersByTime(expiryCheckMs)
  await until(() => notices(of).length > 0)
  expect(notices(of)).toHaveLength(1)
  expect(await listFiles(of)).toEqual([])
  void of.rooms.change(of.open)
  expect(await status(of)).toMatchObject({ customers: 0 })
  // The age of what comes next counts from the deletion, so a list that is never complete is deleted as well.
  of.events.length = 0
  of.advance(dayMs)
  vi.advanceTimersByTime(expiryCheckMs)
  await until(() => notices(of).length > 0)
  expect(notices(of)).toEqual([expect.objectContaining({ code: 'directory_expired' })])
})

test.each([true, false])(
  'a sync that a person starts tries an offline service at once; a list is kept: %s',
  async (keep) => {
    const of = await desk(sandbox)
    await setRules(of, { keep, maxAgeDays: null })
    const tried = vi.spyOn(of.rooms, 'tryAgain')
    await of.customers.handlers.sync(undefined, call)
    expect(tried).toHaveBeenCalledOnce()
  },
)
