/** Other writes while a run ends. */
import { expect, onTestFinished, test } from 'vitest'
import { WireCustomerEntry } from '#shared/wire/customer.ts'
import { emptyRecord } from '../../../../electron/customers/directory/record.ts'
import { listings } from '../../../../electron/customers/directory/schema.ts'
import { openFile } from '../../../../electron/customers/directory/openFile.ts'
import { beginRun, createRunContext, endRun, put, removeUnseen } from '../../../../electron/customers/directory/runs.ts'

const count = 100
const entries = Array.from({ length: count }, (_, n) =>
  WireCustomerEntry.parse({ customer: { uid: `c-${n}` }, relatedEsims: [], activatedItems: [] }),
)

/** Begins a run after a complete one that has read all customers. */
async function secondRun() {
  const file = openFile({ kind: 'memory' }, [])
  onTestFinished(() => void file.db.close())
  const context = createRunContext(() => file)
  beginRun(context)
  await put(context, { entries, unreadableUids: [], askedAt: 1, fetchedAt: 1 })
  await removeUnseen(context)
  endRun(context, emptyRecord)
  beginRun(context)
  return { ...file, context }
}

test('a run whose writes are rolled back while it ends is not a complete one', async () => {
  const { writer, context } = await secondRun()
  await put(context, { entries: entries.slice(0, 60), unreadableUids: [], askedAt: 2, fetchedAt: 2 })
  // Those who are missing are marked in several parts.
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
  const { db, store, context } = await secondRun()
  const missing = store.notStored(0, 10_000).map(({ id }) => id)
  expect(missing).toHaveLength(count)
  await put(context, { entries: entries.slice(7, 8), unreadableUids: [], askedAt: 2, fetchedAt: 2 })
  store.markMissing(missing)
  expect(db.prepare(`SELECT count(*) FROM standing WHERE listing = ${listings.missing}`).pluck().get()).toBe(count - 1)
})
