/** Writes are grouped into transactions. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { openFile } from '../../../../electron/customers/directory/openFile.ts'
import { putEntry } from '../../../../electron/customers/directory/runs.ts'
import { createWriter, type Writer } from '../../../../electron/customers/directory/writer.ts'
import { customer } from '../../shared/model/customerSamples.ts'
import { until } from './support.ts'

function begin() {
  const { db } = openFile({ kind: 'memory' }, [])
  onTestFinished(() => void db.close())
  const rolledBack = vi.fn()
  const writer = createWriter(db, rolledBack)
  const write = (): void => writer.write(() => void db.prepare('INSERT INTO meta VALUES (?, ?)').run('one', 'value'))
  const stored = (): unknown => db.prepare("SELECT value FROM meta WHERE name = 'one'").pluck().get()
  return { db, writer, rolledBack, write, stored }
}

test('writes are committed soon after the last one, though nobody asks for it', async () => {
  const { db, write, stored } = begin()
  write()
  expect(db.inTransaction).toBe(true)
  await until(() => !db.inTransaction)
  expect(stored()).toBe('value')
})

test.each<[string, (writer: Writer) => void]>([
  ['that somebody waits for', (writer) => expect(writer.commit).toThrow('The disk is full')],
  ['that nobody waits for', () => undefined],
])('a commit %s and that fails is rolled back and counted', async (_, end) => {
  const { db, writer, rolledBack, write, stored } = begin()
  write()
  const exec = db.exec.bind(db)
  vi.spyOn(db, 'exec').mockImplementation((sql) => {
    if (sql === 'COMMIT') throw new Error('The disk is full')
    return exec(sql)
  })
  end(writer)
  await until(() => !db.inTransaction)
  expect([writer.rollbacks(), rolledBack.mock.calls.length, stored()]).toEqual([1, 1, undefined])
})

test('what a search has rolled back, because the disk is full, is counted', () => {
  const { db, writer, search, store } = openFile({ kind: 'memory' }, [])
  onTestFinished(() => void db.close())
  const entries = Array.from({ length: 100 }, (_, n) => putEntry(store, customer(`${n}${'-'.repeat(150)}`, null), null))
  const put = (some: typeof entries): unknown =>
    writer.write(() => store.put(some, { askedAt: 1, fetchedAt: 1 }, 100, () => false))
  put(entries.slice(0, 1))
  writer.commit()
  put(entries)
  db.pragma(`max_page_count = ${String(db.pragma('page_count', { simple: true }))}`)
  expect(() => search.names.beginningWith('u', 9)).toThrow('full')
  expect([db.inTransaction, writer.rollbacks(), store.count()]).toEqual([false, 1, 1])
})

test('writes are due for a commit after a while, and committed by the next one at the latest', () => {
  const { db, writer, write } = begin()
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => void now.mockRestore())
  expect(writer.isDue()).toBe(false)
  write()
  expect(writer.isDue()).toBe(false)
  now.mockReturnValue(15_001)
  expect(writer.isDue()).toBe(true)
  writer.write(() => undefined)
  expect(db.inTransaction).toBe(true)
  now.mockReturnValue(20_001)
  writer.write(() => undefined)
  expect([db.inTransaction, writer.isDue()]).toEqual([false, false])
})
