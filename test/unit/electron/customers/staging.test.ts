/** New entries of the indexes wait in memory, where reads find them, and are written in parts or with the commit. */
import { expect, onTestFinished, test } from 'vitest'
import { WireCustomerEntry } from '#shared/wire/customer.ts'
import { nameOf } from '../../../../electron/customers/directory/nameIndex.ts'
import { openFile, type OpenFile } from '../../../../electron/customers/directory/openFile.ts'
import { beginRun, createRunContext, put } from '../../../../electron/customers/directory/runs.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'
import { locationIn } from './support.ts'

const searchText = (id: number) => ({ words: `words ${id}`, uids: `uids ${id}`, numbers: `numbers ${id}` })
const rowsOf = ({ db }: OpenFile, table: string): number =>
  Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get())

function open(location: Parameters<typeof openFile>[0] = { kind: 'memory' }): OpenFile {
  const file = openFile(location, [])
  onTestFinished(() => void file.db.close())
  return file
}

function addCustomers({ writer, staging }: OpenFile, count: number): void {
  writer.write(() => {
    for (let id = 1; id <= count; id += 1) {
      staging.insertNames([nameOf('email', `${(id * 7919) % count}@x.example`), nameOf('customerUid', `c-${id}`)], id)
      staging.insertIntoListOrder((id * 7907) % count, id, searchText(id))
    }
  })
}

test('entries that wait are found, and written in parts without being missed or found twice', () => {
  const file = open()
  addCustomers(file, 5000)
  expect([rowsOf(file, 'main.names'), rowsOf(file, 'main.sales')]).toEqual([0, 0])
  const written: number[] = []
  for (;;) {
    expect([rowsOf(file, 'all_names'), rowsOf(file, 'all_sales')]).toEqual([10_000, 5000])
    const isLeft = file.writer.write(file.staging.writeSome)
    written.push(rowsOf(file, 'main.names') + rowsOf(file, 'main.sales'))
    if (!isLeft) break
  }
  expect(written.length).toBeGreaterThan(2)
  expect(written).toEqual(written.toSorted((one, other) => one - other))
  expect([rowsOf(file, 'main.names'), rowsOf(file, 'main.sales')]).toEqual([10_000, 5000])
  expect([rowsOf(file, 'temp.new_names'), rowsOf(file, 'temp.new_sales')]).toEqual([0, 0])
})

test('a commit writes all that waits, and the next opening of the file finds it', async () => {
  const location = locationIn(await temporaryFolder())
  const file = openFile(location, [])
  addCustomers(file, 100)
  file.writer.commit()
  file.db.close()
  const again = open(location)
  expect([rowsOf(again, 'main.names'), rowsOf(again, 'main.sales')]).toEqual([200, 100])
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
  expect([rowsOf(file, 'all_names'), rowsOf(file, 'all_sales')]).toEqual([0, 0])
  addCustomers(file, 10)
  file.writer.commit()
  expect([rowsOf(file, 'main.names'), rowsOf(file, 'main.sales')]).toEqual([20, 10])
})

test('an entry is deleted while it waits as well as afterwards', () => {
  const file = open()
  const remove = (id: number): void =>
    file.writer.write(() => {
      file.staging.deleteName(nameOf('customerUid', `c-${id}`), id)
      file.staging.deleteFromListOrder((id * 7907) % 10, id)
    })
  addCustomers(file, 10)
  remove(3)
  file.writer.commit()
  remove(4)
  file.writer.commit()
  expect([rowsOf(file, 'main.names'), rowsOf(file, 'main.sales')]).toEqual([18, 8])
})

test('the list is read in its order, whether customers wait or not', () => {
  const file = open()
  addCustomers(file, 30)
  file.writer.commit()
  file.writer.write(() => {
    for (let id = 31; id <= 60; id += 1) file.staging.insertIntoListOrder((id * 7907) % 30, id, searchText(id))
  })
  const read = file.db.prepare<[], { sold_at: number; id: number }>(
    'SELECT sold_at, id FROM all_sales ORDER BY sold_at DESC, id DESC',
  )
  const rows = read.all()
  expect(rows).toHaveLength(60)
  expect(rows).toEqual(rows.toSorted((one, other) => other.sold_at - one.sold_at || other.id - one.id))
  file.writer.commit()
  expect(read.all()).toEqual(rows)
})

test('a sync writes what waits before it takes too much memory', async () => {
  const file = open()
  const context = createRunContext(() => file)
  beginRun(context)
  const packages = (customer: number) => Array.from({ length: 2000 }, (_, n) => ({ uid: `p-${customer}-${n}` }))
  const entries = Array.from({ length: 160 }, (_, n) =>
    WireCustomerEntry.parse({ customer: { uid: `c-${n}` }, relatedEsims: [], activatedItems: packages(n) }),
  )
  let mostWaiting = 0
  for (const entry of entries) {
    await put(context, { entries: [entry], unreadableUids: [], askedAt: 1, fetchedAt: 1 })
    mostWaiting = Math.max(mostWaiting, rowsOf(file, 'temp.new_names'))
  }
  expect(rowsOf(file, 'all_names')).toBe(160 * 2001)
  expect(mostWaiting).toBeGreaterThan(0)
  expect(mostWaiting).toBeLessThan(300_000)
})
