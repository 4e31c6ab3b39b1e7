/**
 * New entries of the indexes wait in memory, where reads find them, and are written in parts or with the commit.
 *
 * @module-tag long
 */
import { expect, onTestFinished, test } from 'vitest'
import { WireCustomerEntry } from '#shared/wire/customer.ts'
import { nameOf } from '../../../../electron/customers/directory/indexedNames.ts'
import { beginning, inListOrder } from '../../../../electron/customers/directory/cursor.ts'
import { emptyRecord } from '../../../../electron/customers/directory/record.ts'
import { listings } from '../../../../electron/customers/directory/schema.ts'
import { openFile, type OpenFile } from '../../../../electron/customers/directory/openFile.ts'
import { beginRun, createRunContext, endRun, put, removeUnseen } from '../../../../electron/customers/directory/runs.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'
import { locationIn, storedNames } from './support.ts'

const searchText = (id: number) => ({ words: `words ${id}`, uids: `uids ${id}`, numbers: `numbers ${id}` })
const rowsOf = ({ db }: OpenFile, table: string): number =>
  Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get())

/** How many names and positions are found, whether they wait or not. */
const found = (file: OpenFile): readonly number[] => [
  ...['email', 'customerUid'].map(
    (field) => file.staging.names.beginningWith(nameOf(field as 'email' | 'customerUid', ''), 1_000_000).length,
  ),
  file.staging.order.inOrder(beginning, 1_000_000).length,
]
const written = (file: OpenFile): readonly number[] => [storedNames(file).length, rowsOf(file, 'sales')]

function open(location: Parameters<typeof openFile>[0] = { kind: 'memory' }): OpenFile {
  const file = openFile(location, [])
  onTestFinished(() => void file.db.close())
  return file
}

function addCustomers({ writer, staging }: OpenFile, count: number): void {
  writer.write(() => {
    for (let id = 1; id <= count; id += 1) {
      staging.insertNames([nameOf('email', `${(id * 7919) % count}@x.example`), nameOf('customerUid', `c-${id}`)], id)
      staging.order.insert((id * 7907) % count, id, searchText(id))
    }
  })
}

test('entries that wait are found, and written in parts without being missed or found twice', () => {
  const file = open()
  addCustomers(file, 5000)
  expect(written(file)).toEqual([0, 0])
  const progress: number[] = []
  for (;;) {
    expect(found(file)).toEqual([5000, 5000, 5000])
    const isLeft = file.writer.write(file.staging.writeSome)
    progress.push(written(file).reduce((sum, count) => sum + count))
    if (!isLeft) break
  }
  expect(progress.length).toBeGreaterThan(2)
  expect(progress).toEqual(progress.toSorted((one, other) => one - other))
  expect(written(file)).toEqual([10_000, 5000])
  expect(found(file)).toEqual([5000, 5000, 5000])
})

test('a commit writes all that waits, and the next opening of the file finds it', async () => {
  const location = locationIn(await temporaryFolder())
  const file = openFile(location, [])
  addCustomers(file, 100)
  file.writer.commit()
  file.db.close()
  const again = open(location)
  expect(written(again)).toEqual([200, 100])
})

test('a rollback takes back what waits and what of it was written', () => {
  const file = open()
  addCustomers(file, 5000)
  expect(file.writer.write(file.staging.writeSome)).toBe(true)
  expect(() =>
    file.writer.write(() => {
      throw new Error('The disk is full')
    }),
  ).toThrow('The disk is full')
  expect(found(file)).toEqual([0, 0, 0])
  addCustomers(file, 10)
  file.writer.commit()
  expect(written(file)).toEqual([20, 10])
})

test('an entry is deleted while it waits as well as afterwards', () => {
  const file = open()
  const remove = (id: number): void =>
    file.writer.write(() => {
      file.staging.deleteName(nameOf('customerUid', `c-${id}`), id)
      file.staging.order.delete((id * 7907) % 10, id)
    })
  addCustomers(file, 10)
  remove(3)
  file.writer.commit()
  remove(4)
  file.writer.commit()
  expect(written(file)).toEqual([18, 8])
})

test('the list is read in its order, whether customers wait or not', () => {
  const file = open()
  addCustomers(file, 30)
  file.writer.commit()
  file.writer.write(() => {
    for (let id = 31; id <= 60; id += 1) file.staging.order.insert((id * 7907) % 30, id, searchText(id))
  })
  const rows = file.staging.order.inOrder(beginning, 100)
  expect(rows).toHaveLength(60)
  expect(rows).toEqual(rows.toSorted(inListOrder))
  file.writer.commit()
  expect(file.staging.order.inOrder(beginning, 100)).toEqual(rows)
})

test('once enough waits, a sync writes as much of it as it adds, and reads find all of it', () => {
  const file = open()
  const { writer, staging } = file
  writer.write(staging.fill)
  const perCustomer = 9
  const total = 60_000
  const progress: number[] = []
  for (let id = 1; id <= total; id += 1) {
    writer.write(() => {
      const names = Array.from({ length: perCustomer }, (_, n) => nameOf('itemUid', `${(id * 7919) % total}-${n}`))
      staging.insertNames(names, id)
      staging.order.insert(id, id, searchText(id))
    })
    while (staging.isFull()) {
      writer.write(staging.makeRoom)
      progress.push(rowsOf(file, 'names'))
    }
    if (id % 20_000 === 0) {
      const newest = (id * 7919) % total
      expect(staging.names.equal(nameOf('itemUid', `${newest}-0`), 5)).toEqual([id])
      expect(staging.order.inOrder(beginning, 3).map((row) => row.id)).toEqual([id, id - 1, id - 2])
      expect(staging.order.textAt({ soldAt: 7, id: 7 })).toEqual(searchText(7))
    }
  }
  // Written in many small parts, each of which adds some blocks.
  const steps = progress.map((rows, at) => rows - (progress[at - 1] ?? 0))
  expect(steps.length).toBeGreaterThan(50)
  expect(Math.max(...steps)).toBeLessThan(200)
  writer.commit()
  expect(storedNames(file)).toHaveLength(total * perCustomer)
  expect(rowsOf(file, 'sales')).toBe(total)
})

test('a sync writes what waits before it takes too much memory', async () => {
  const file = open()
  const context = createRunContext(() => file)
  beginRun(context)
  const packages = (customer: number) => Array.from({ length: 2000 }, (_, n) => ({ uid: `p-${customer}-${n}` }))
  const entries = Array.from({ length: 160 }, (_, n) =>
    WireCustomerEntry.parse({ customer: { uid: `c-${n}` }, relatedEsims: [], activatedItems: packages(n) }),
  )
  let added = 0
  let mostWaiting = 0
  for (const entry of entries) {
    await put(context, { entries: [entry], unreadableUids: [], askedAt: 1, fetchedAt: 1 })
    mostWaiting = Math.max(mostWaiting, (added += 2001) - storedNames(file).length)
  }
  file.writer.commit()
  expect(storedNames(file)).toHaveLength(160 * 2001)
  expect(mostWaiting).toBeGreaterThan(0)
  expect(mostWaiting).toBeLessThan(300_000)
})

test('a commit writes names that came after all of those that are being written were deleted', () => {
  const file = open()
  const { writer, staging } = file
  const name = (n: number) => nameOf('metatag', `m-${String(n).padStart(6, '0')}`)
  // More than one step takes, so that some are left.
  const count = 5000
  writer.write(() => {
    for (let id = 1; id <= count; id += 1) staging.insertNames([name(id)], id)
    expect(staging.writeSome()).toBe(true)
  })
  const left = count - storedNames(file).length
  expect(left).toBeGreaterThan(0)
  writer.write(() => {
    for (let id = 1; id <= count; id += 1) staging.deleteName(name(id), id)
    staging.insertNames([name(0)], 7)
  })
  writer.commit()
  expect(storedNames(file)).toHaveLength(1)
  expect(staging.names.equal(name(0), 5)).toEqual([7])
})

test('however often a first sync is interrupted, there are not more runs than a query can read', () => {
  const file = open()
  const { writer, staging } = file
  for (let id = 1; id <= 110; id += 1) {
    writer.write(() => {
      staging.fill()
      staging.insertNames([nameOf('email', `${id}@x.example`)], id)
    })
    writer.commit()
  }
  expect(file.db.prepare('SELECT count(DISTINCT run) FROM names').pluck().get()).toBe(100)
  expect(staging.names.beginningWith(nameOf('email', ''), 1000)).toHaveLength(110)
})

/** Stores some customers in a first run and begins to end it. */
async function endingRun() {
  const file = open()
  const context = createRunContext(() => file)
  beginRun(context)
  const entries = Array.from({ length: 3000 }, (_, n) =>
    WireCustomerEntry.parse({ customer: { uid: `c-${n}` }, relatedEsims: [], activatedItems: [] }),
  )
  await put(context, { entries, unreadableUids: [], askedAt: 1, fetchedAt: 1 })
  return { ...file, context }
}

test('a run whose writes are rolled back while it ends is not a complete one', async () => {
  const { writer, context } = await endingRun()
  const ended = removeUnseen(context).then(
    () => 'complete',
    (error: unknown) => error,
  )
  await Promise.resolve()
  expect(() =>
    writer.write(() => {
      throw new Error('The disk is full')
    }),
  ).toThrow('The disk is full')
  expect(await ended).toMatchObject({ code: 'storage_unreadable', details: { reason: 'undone' } })
})

test('a customer who is stored while a run ends is not missing', async () => {
  const { db, store, context } = await endingRun()
  await removeUnseen(context)
  endRun(context, emptyRecord)
  beginRun(context)
  const missing = store.notStored(0, 10_000).map(({ id }) => id)
  expect(missing).toHaveLength(3000)
  const again = WireCustomerEntry.parse({ customer: { uid: 'c-7' }, relatedEsims: [], activatedItems: [] })
  await put(context, { entries: [again], unreadableUids: [], askedAt: 2, fetchedAt: 2 })
  store.markMissing(missing)
  expect(db.prepare(`SELECT count(*) FROM standing WHERE listing = ${listings.missing}`).pluck().get()).toBe(2999)
})
