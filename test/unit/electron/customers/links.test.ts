/**
 * Links between customers that agents make by hand.
 *
 * @module-tag long
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import { maxLinkedCustomers } from '#shared/model/customer/links.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { deleteLinks } from '../../../../electron/customers/index.ts'
import { startSandbox, type Sandbox } from '../../../../electron/sandbox/index.ts'
import { call, connect, desk, search, type Desk } from './desk.ts'
import { until } from './support.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ customers: 60, seed: 7 })
})
afterAll(() => sandbox.close())

const gone = CustomerUid.parse('00000000-0000-4000-8000-000000000000')

async function synced(): Promise<{ readonly of: Desk; readonly uids: readonly CustomerUid[] }> {
  const of = await desk(sandbox)
  await of.synced()
  const { rows } = await of.customers.handlers.list({ limit: 30 }, call)
  return { of, uids: rows.map(({ uid }) => uid) }
}
function at(uids: readonly CustomerUid[], index: number): CustomerUid {
  return CustomerUid.parse(uids[index])
}
const link = ({ customers }: Desk, uid: CustomerUid, other: CustomerUid) =>
  customers.handlers.link({ uid, other }, call)
const links = async ({ customers }: Desk, uid: CustomerUid) => {
  const found = await customers.handlers.links({ uid }, call)
  return contract.customers.links.output.parse(found)
}

test('a link is shown at both ends, with who made it, and is removed at both', async () => {
  const { of, uids } = await synced()
  const [one, other] = [at(uids, 0), at(uids, 1)]
  of.events.length = 0
  const [shown] = await link(of, one, other)
  expect(shown).toMatchObject({ uid: other, state: 'known', customer: { uid: other }, link: { by: 'Ada' } })
  expect(await links(of, other)).toMatchObject([{ uid: one, state: 'known' }])
  expect(of.events).toEqual([one, other].map((uid) => ({ event: 'customer.changed', payload: { uid } })))
  // A second link between the same two is the same link.
  expect(await link(of, other, one)).toHaveLength(1)
  expect(await of.customers.handlers.unlink({ uid: other, other: one }, call)).toEqual([])
  expect(await links(of, one)).toEqual([])
})

test('who is linked with a linked customer is shown too, but has no link of its own to remove', async () => {
  const { of, uids } = await synced()
  const [one, two, three] = [at(uids, 0), at(uids, 1), at(uids, 2)]
  await link(of, one, two)
  await link(of, two, three)
  expect(await links(of, one)).toMatchObject([
    { uid: two, link: { by: 'Ada' } },
    { uid: three, link: null },
  ])
  await of.customers.handlers.unlink({ uid: one, other: three }, call)
  expect((await links(of, one)).map(({ uid }) => uid)).toEqual([two, three])
})

test('rows of the list and of a search show how many customers are linked', async () => {
  const { of, uids } = await synced()
  const [one, two, three] = [at(uids, 0), at(uids, 1), at(uids, 2)]
  await link(of, one, two)
  await link(of, two, three)
  const { rows } = contract.customers.list.output.parse(await of.customers.handlers.list({ limit: 5 }, call))
  expect(rows.map(({ linked }) => linked)).toEqual([2, 2, 2, undefined, undefined])
  expect((await search(of, one)).rows).toMatchObject([{ uid: one, linked: 2 }])
})

test('links outlive the local list and the end of the desk, and nobody can read them in the file', async () => {
  const { of, uids } = await synced()
  const [one, other] = [at(uids, 0), at(uids, 1)]
  await link(of, one, other)
  await of.customers.handlers.setLocalList({ keep: false, maxAgeDays: null }, call)
  await of.restart()
  // The local list does not know the customer, so the service is asked.
  expect(await links(of, one)).toMatchObject([{ uid: other, state: 'known' }])
  for (const name of ['work.db', 'work.db-wal'])
    expect((await readFile(join(of.folder, name))).includes(other)).toBe(false)
})

test('without a local list two linked customers are read at a time, and none once the page is left', async () => {
  const { of, uids } = await synced()
  const [one, ...others] = uids.slice(0, 7)
  for (const other of others) await link(of, at(uids, 0), other)
  await of.customers.handlers.setLocalList({ keep: false, maxAgeDays: null }, call)
  await of.restart()
  const read = of.open.client.customer
  const answers: (() => void)[] = []
  const asked = vi.spyOn(of.open.client, 'customer').mockImplementation(async (uid, options) => {
    await new Promise<void>((resolve, reject) => {
      answers.push(resolve)
      options?.signal?.addEventListener('abort', () => reject(new DeskError('aborted', 'The read was aborted')))
    })
    return await read(uid, options)
  })
  const left = links(of, CustomerUid.parse(one))
  await until(() => answers.length === 2)
  answers[0]?.()
  await until(() => answers.length === 3)
  expect(asked).toHaveBeenCalledTimes(3)
  expect(await of.customers.handlers.links({ uid: null }, call)).toEqual([])
  await expect(left).rejects.toMatchObject({ code: 'aborted' })
  expect(asked).toHaveBeenCalledTimes(3)
  asked.mockImplementation(read)
  expect((await links(of, CustomerUid.parse(one))).map(({ state }) => state)).toEqual(others.map(() => 'known'))
})

test('links belong to one connection and are deleted with it', async () => {
  const { of, uids } = await synced()
  const [one, other] = [at(uids, 0), at(uids, 1)]
  await link(of, one, other)
  await of.restart(connect('c2', sandbox).open)
  expect(await links(of, one)).toEqual([])
  await link(of, one, at(uids, 2))
  deleteLinks(of.storage.work, 'c1')
  await of.restart()
  expect(await links(of, one)).toEqual([])
  await of.restart(connect('c2', sandbox).open)
  expect(await links(of, one)).toHaveLength(1)
})

test('the links of a connection that is not stored end with the desk', async () => {
  const { of, uids } = await synced()
  const { open } = connect('ephemeral', sandbox)
  const [one, other] = [at(uids, 0), at(uids, 1)]
  await of.restart(open)
  expect(await link(of, one, other)).toHaveLength(1)
  await of.restart(open)
  expect(await links(of, one)).toEqual([])
})

test('a link to a customer that is gone is shown as such, and can be removed', async () => {
  const { of, uids } = await synced()
  const [one, other] = [at(uids, 0), at(uids, 1)]
  await link(of, one, other)
  // The other customer is replaced by one that the service does not know any more; its uid sorts first.
  of.storage.work.prepare('UPDATE customer_links SET one = ?, other = ?').run(gone, one)
  await of.restart()
  expect(await links(of, one)).toMatchObject([{ uid: gone, state: 'gone', customer: null }])
  vi.spyOn(of.open.client, 'customer').mockRejectedValueOnce(new Error('The service is away'))
  expect(await links(of, one)).toMatchObject([{ uid: gone, state: 'unknown', customer: null }])
  expect(await of.customers.handlers.unlink({ uid: one, other: gone }, call)).toEqual([])
})

test('nobody is linked with a customer that does not exist, with themselves, or with too many', async () => {
  const { of, uids } = await synced()
  const one = at(uids, 0)
  await expect(link(of, one, gone)).rejects.toMatchObject({ code: 'not_found' })
  expect(contract.customers.link.input.safeParse({ uid: one, other: one }).success).toBe(false)
  for (const other of uids.slice(1, maxLinkedCustomers + 1)) await link(of, one, other)
  await expect(link(of, one, at(uids, maxLinkedCustomers + 1))).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await links(of, one)).toHaveLength(maxLinkedCustomers)
})

test('a link changes nothing of the two customers, whose packages stay their own', async () => {
  const { of, uids } = await synced()
  const [one, other] = [at(uids, 0), at(uids, 1)]
  const views = async () => {
    const both = [one, other].map((uid) => of.customers.handlers.get({ uid, from: 'directory' }, call))
    return (await Promise.all(both)).map(({ items, esims, samePerson }) => ({ items, esims, samePerson }))
  }
  // The inventory, from which coverage is inferred, has arrived with the answer of the service.
  await of.customers.handlers.get({ uid: one }, call)
  const before = await views()
  await link(of, one, other)
  expect(await views()).toEqual(before)
})
