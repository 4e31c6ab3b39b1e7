/** @module-tag long */
import { expect, onTestFinished, test } from 'vitest'
import type { CustomerListView } from '#shared/model/customer/customerList.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { copyOf } from '../../../../electron/customers/directory/customerCopy.ts'
import { headOf, prepareCustomer } from '../../../../electron/customers/directory/preparedCustomer.ts'
import { digestBytes } from '../../../../electron/customers/directory/digestTable.ts'
import { createPacker } from '../../../../electron/customers/directory/packedItems.ts'
import { startDirectory } from '../../../../electron/customers/directory/directory.ts'
import type { OpenedDirectory } from '../../../../electron/customers/directory/protocol.ts'
import { customer } from '../../shared/model/customerSamples.ts'
import { fatalLimit, mortalWorkerUrl, now, openWorker, locationIn, until } from './support.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

const ann = customer('c-1', 'ann@example.com')
const put = { entries: [ann], unreadableUids: [], askedAt: 1, fetchedAt: now }
const listView: CustomerListView = { sort: 'sold', descending: true, filter: 'all', days: 7, country: null }
const die = { limit: fatalLimit, now }

test('the worker stores and finds customers', async () => {
  const directory = await openWorker(locationIn(await temporaryFolder()))
  expect(await directory.call((remote) => remote.put(put))).toEqual({
    fresh: 1,
    skipped: 0,
    customers: 1,
    sorted: true,
  })
  expect((await directory.call((remote) => remote.search({ query: 'ann@', limit: 5, now }))).rows).toHaveLength(1)
  expect(await directory.call((remote) => remote.get(CustomerUid.parse('nobody')))).toBeNull()
})

test('packed customers are moved to the worker, which stores them as it stores others', async () => {
  const directory = await openWorker()
  const packer = createPacker()
  const others = [ann, customer('c-2', 'bölükbaşı@example.com')]
  for (const one of others.map((entry) => prepareCustomer(entry, (code) => code))) packer.add(headOf(one), one.copy)
  const entries = packer.take()
  const digests = new Uint8Array(2 * digestBytes).fill(1, digestBytes)
  const stored = await directory.call((remote) => remote.put({ ...put, entries, digests }))
  expect(stored).toEqual({ fresh: 2, skipped: 0, customers: 2, sorted: true })
  expect([entries.bytes.byteLength, entries.ends.byteLength]).toEqual([0, 0])
  for (const entry of others)
    expect((await directory.call((remote) => remote.get(entry.customer.uid)))?.entry).toEqual(copyOf(entry).entry)
  expect((await directory.call((remote) => remote.search({ query: 'bolukbasi', limit: 5, now }))).rows).toHaveLength(1)
})

test('searches are answered while many customers are removed', async () => {
  const directory = await openWorker()
  const entries = Array.from({ length: 1500 }, (_, n) => customer(`m-${n}`, `many${n}@x.example`))
  const run = async (from: number): Promise<unknown> => {
    await directory.call((remote) => remote.beginRun())
    await directory.call((remote) => remote.put({ ...put, entries: entries.slice(from) }))
    return await directory.call((remote) => remote.removeUnseen())
  }
  await run(0)
  await run(700)
  await directory.call((remote) => remote.beginRun())
  await directory.call((remote) => remote.put({ ...put, entries: entries.slice(700) }))
  const order: string[] = []
  const removed = directory.call((remote) => remote.removeUnseen()).finally(() => order.push('removed'))
  const found = await directory
    .call((remote) => remote.search({ query: 'many1499@', limit: 5, now }))
    .finally(() => order.push('found'))
  expect(found.rows).toHaveLength(1)
  expect(await removed).toBe(800)
  expect(order).toEqual(['found', 'removed'])
})

test("a failure crosses as the desk's own error", async () => {
  const directory = await openWorker()
  await expect(
    directory.call((remote) => remote.search({ query: 'x', limit: 5, cursor: 'none', now })),
  ).rejects.toMatchObject({ name: 'DeskError', code: 'invalid_input', details: { field: 'cursor' } })
})

test("a call on a closed directory fails with the desk's own error", async () => {
  const directory = await openWorker()
  await directory.close()
  await expect(
    directory.call((remote) => remote.listedIds({ view: listView, unconfirmed: [], now })),
  ).rejects.toMatchObject({
    name: 'DeskError',
    code: 'storage_unreadable',
  })
})

test('a directory that is open in another process is refused, not moved', async () => {
  const place = locationIn(await temporaryFolder())
  await openWorker(place)
  await expect(openWorker(place)).rejects.toMatchObject({
    code: 'storage_unreadable',
    details: { code: 'SQLITE_BUSY' },
  })
})

test('when the worker ends, pending calls are rejected, and it is restarted with the contents of the disk', async () => {
  const failures: (OpenedDirectory | null)[] = []
  const directory = await openWorker(
    locationIn(await temporaryFolder()),
    (reopened) => failures.push(reopened),
    mortalWorkerUrl,
  )
  await directory.call((remote) => remote.put(put))
  await directory.call((remote) =>
    remote.endRun({
      startedAt: null,
      completedAt: null,
      whole: true,
      problem: null,
      unreadable: [],
      unreadableCount: 0,
      unreadableParts: { customers: 0, packages: 0, esims: 0, fields: 0 },
    }),
  )
  const waiting = [
    directory.call((remote) => remote.list(die)),
    directory.call((remote) => remote.search({ query: 'ann', limit: 5, now })),
  ]
  const [list] = await Promise.allSettled(waiting)
  expect(list).toMatchObject({
    status: 'rejected',
    reason: { code: 'storage_unreadable', details: { reason: 'worker_ended' } },
  })
  await until(() => failures.length > 0)
  expect(failures).toMatchObject([{ customers: 1 }])
  expect((await directory.call((remote) => remote.search({ query: 'ann', limit: 5, now }))).rows).toHaveLength(1)
})

test('a worker that ends long after a restart is restarted again', async () => {
  const failures: (OpenedDirectory | null)[] = []
  const directory = await startDirectory({
    workerUrl: mortalWorkerUrl,
    location: locationIn(await temporaryFolder()),
    onFailure: (reopened) => failures.push(reopened),
    restartPause: 0,
  })
  onTestFinished(directory.close)
  for (const time of [1, 2, 3]) {
    await directory.call((remote) => remote.list(die)).catch(() => undefined)
    await until(() => failures.length === time)
  }
  expect(failures).not.toContain(null)
  expect((await directory.call((remote) => remote.list({ limit: 5, now }))).total).toBe(0)
})

test('a worker that ends a second time soon is not restarted, and every call fails with that reason', async () => {
  const failures: (OpenedDirectory | null)[] = []
  const directory = await openWorker({ kind: 'memory' }, (reopened) => failures.push(reopened), mortalWorkerUrl)
  await directory.call((remote) => remote.list(die)).catch(() => undefined)
  await until(() => failures.length === 1)
  await directory.call((remote) => remote.list(die)).catch(() => undefined)
  await until(() => failures.length === 2)
  expect(failures).toMatchObject([{ customers: 0 }, null])
  await expect(directory.call((remote) => remote.list({ limit: 1, now }))).rejects.toMatchObject({
    code: 'storage_unreadable',
  })
})
