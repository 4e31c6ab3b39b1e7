/** Writes are grouped into transactions, and what belongs to one is written a part at a time before it ends. */
import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openFile } from '../../../../electron/customers/directory/openFile.ts'
import { createWriter, type Writer } from '../../../../electron/customers/directory/writer.ts'

function begin(parts: number) {
  const { db } = openFile({ kind: 'memory' }, [])
  onTestFinished(() => void db.close())
  let left = parts
  const rolledBack = vi.fn()
  const completeSome = vi.fn(() => {
    left -= 1
    return left > 0
  })
  const writer = createWriter(db, { completeSome, onRollback: rolledBack })
  const write = (): void => writer.write(() => void db.prepare('INSERT INTO meta VALUES (?, ?)').run('one', 'value'))
  const stored = (): unknown => db.prepare("SELECT value FROM meta WHERE name = 'one'").pluck().get()
  return { db, writer, completeSome, rolledBack, write, stored }
}

/** Lets other work run between the parts, as a search does. */
async function untilCommitted(inTransaction: () => boolean, between: () => void): Promise<void> {
  while (inTransaction()) {
    between()
    await turn()
  }
}

test('a commit that nobody waits for writes a part at a time, so that other work runs in between', async () => {
  const { db, completeSome, write, stored } = begin(5)
  write()
  const seen = new Set<number>()
  await untilCommitted(
    () => db.inTransaction,
    () => void seen.add(completeSome.mock.calls.length),
  )
  expect(completeSome).toHaveBeenCalledTimes(5)
  expect([...seen]).toEqual([0, 1, 2, 3, 4])
  expect(stored()).toBe('value')
})

test('a commit that somebody waits for writes all parts', () => {
  const { db, writer, completeSome, write } = begin(5)
  write()
  writer.commit()
  expect([db.inTransaction, completeSome.mock.calls.length]).toEqual([false, 5])
})

test.each<[string, (writer: Writer) => void]>([
  ['that somebody waits for', (writer) => expect(writer.commit).toThrow('The disk is full')],
  ['that nobody waits for', () => undefined],
])('a commit %s and that fails is rolled back and counted', async (_, end) => {
  const { db, writer, completeSome, rolledBack, write, stored } = begin(1)
  completeSome.mockImplementation(() => {
    throw new Error('The disk is full')
  })
  write()
  end(writer)
  await untilCommitted(
    () => db.inTransaction,
    () => undefined,
  )
  expect([writer.rollbacks(), rolledBack.mock.calls.length, stored()]).toEqual([1, 1, undefined])
})

test('writes are due for a commit after a while, and committed by the next one at the latest', () => {
  const { db, writer, write } = begin(1)
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
