/** @module-tag long */
import { hash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { prepareCustomer } from '../../../../electron/customers/directory/preparedCustomer.ts'
import { EntryOfReadableParts } from '#shared/wire/customer.ts'
import { digestBytes, openDigestTable } from '../../../../electron/customers/directory/digestTable.ts'
import { createFactsWriter } from '../../../../electron/customers/directory/facts.ts'
import { emptyRecord } from '../../../../electron/customers/directory/record.ts'
import { directorySchema, directoryVersion } from '../../../../electron/customers/directory/schema.ts'
import { customer, esim, item } from '../../shared/model/customerSamples.ts'
import { openPlace, now, openCalls, locationIn, searchAll } from './support.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'
import { ann, bob, put, uids } from './samples.ts'

describe('a directory that an earlier version has encrypted in another way', () => {
  async function writtenBefore(): Promise<ReturnType<typeof locationIn>> {
    const place = locationIn(await temporaryFolder())
    const db = new Database(place.file)
    db.key(Buffer.from(`raw:${place.key}`))
    db.pragma('journal_mode = WAL')
    db.exec(directorySchema)
    db.exec("INSERT INTO customers (uid, digest, codes, entry) VALUES ('c-9', '', '', '{}')")
    db.close()
    return place
  }

  test('is replaced by an empty one without a notice, and read again', async () => {
    const place = await writtenBefore()
    const calls = openCalls(place)
    expect(calls.opened).toEqual({ customers: 0, record: emptyRecord, sorted: true, quarantined: [] })
    await put(calls, ann)
    calls.close()
    const again = openCalls(place)
    expect(again.opened).toMatchObject({ customers: 1, quarantined: [] })
    expect(uids(searchAll(again, 'lee@ex'))).toEqual([ann.customer.uid])
    expect(await readdir(dirname(place.file))).not.toContainEqual(expect.stringContaining('unreadable'))
  })

  test('is moved to quarantine with another key', async () => {
    const place = await writtenBefore()
    const { opened } = openCalls({ ...place, key: 'b2'.repeat(32) })
    expect(opened).toMatchObject({ customers: 0, quarantined: [expect.stringContaining(`${place.file}.unreadable-`)] })
  })
})

test.each([
  ['an earlier', 'PRAGMA user_version = 15; DROP TABLE facts'],
  ['a later', 'PRAGMA user_version = 99; CREATE TABLE another (id INTEGER)'],
])('a directory of %s version is replaced, and its customers are read again', async (_, change) => {
  const place = locationIn(await temporaryFolder())
  const first = openCalls(place)
  first.beginRun()
  await first.put({
    entries: [ann],
    digests: new Uint8Array(digestBytes),
    unreadableUids: [],
    askedAt: 1,
    fetchedAt: now,
  })
  await put(first, bob)
  first.endRun({ ...emptyRecord, completedAt: '2026-01-01T00:00:01Z' })
  first.close()
  const db = openPlace(place)
  db.exec(change)
  db.close()
  const second = openCalls(place)
  expect(second.opened).toEqual({ customers: 0, record: emptyRecord, sorted: true, quarantined: [] })
  expect(openDigestTable((await second.known()).digests).find(Buffer.alloc(digestBytes))).toBe(-1)
  for (const query of ['bob@other', 'b@oth', '8905', '4567'])
    expect([query, searchAll(second, query)]).toEqual([query, []])
  await put(second, ann)
  expect(uids(searchAll(second, 'lee@ex'))).toEqual([ann.customer.uid])
  second.close()
  expect(openCalls(place).opened.customers).toBe(1)
  expect(await readdir(dirname(place.file))).not.toContainEqual(expect.stringContaining('unreadable'))
})

test('what is stored of a customer is that of the present version', () => {
  const received = customer('C-Ærø', ' Zoë.Straße@X.example ', {
    activatedItems: [
      item('i-1', { metatag: 'LPA:1$smdp.example.com$HIDDEN-1' }),
      item('i-2', { metatag: 'Łódź\u2212٣\u00ad' }),
    ],
    relatedEsims: [{ ...esim('8937 0025 1234 5678 905F', { eid: '89049032' }), matchingId: 'HIDDEN-2' }],
    matchingId: 'HIDDEN-3',
  })
  const { copy, names, email, facts } = prepareCustomer(received, (code) => code)
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  db.exec(directorySchema)
  createFactsWriter(db).put(1, { email, facts }, now, true)
  const row = db.prepare('SELECT * FROM facts').get()
  // The schema's shape covers the fields that this customer has not got. What a schema does with a value is not in it.
  const shape = z.toJSONSchema(EntryOfReadableParts, { unrepresentable: 'any', io: 'input' })
  // A directory that another version has written is emptied only if the version is increased with these digests.
  const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value)).slice(0, 16)
  expect({ directoryVersion, shape: digestOf(shape), sample: digestOf([copy, names, row]) }).toEqual({
    directoryVersion: 21,
    shape: '67cc83faa76fa196',
    sample: 'b5d318e0bf28ddf3',
  })
})

test('it is the same after it was closed and opened again', async () => {
  const place = locationIn(await temporaryFolder())
  const record = {
    startedAt: '2026-01-01T00:00:00Z',
    completedAt: '2026-01-01T00:00:01Z',
    whole: true,
    problem: null,
    unreadable: [{ uid: 'u', reason: 'r' }],
    unreadableCount: 7,
    unreadableParts: { customers: 0, packages: 0, esims: 0, fields: 0 },
  }
  const first = openCalls(place)
  await put(first, ann, bob)
  first.endRun(record)
  first.close()
  const second = openCalls(place)
  expect(second.opened).toEqual({ customers: 2, record, sorted: true, quarantined: [] })
  expect(uids(searchAll(second, 'LPA:1$smdp.example.com$CODE-8937002512345678905'))).toEqual([ann.customer.uid])
})

describe('a file that cannot be opened is moved to quarantine and a new directory is created', () => {
  const filled = async (): Promise<ReturnType<typeof locationIn>> => {
    const place = locationIn(await temporaryFolder())
    const calls = openCalls(place)
    await put(calls, ann)
    calls.close()
    return place
  }
  const expectAnew = (place: ReturnType<typeof locationIn>): void => {
    const { opened } = openCalls(place)
    expect(opened).toMatchObject({ customers: 0, quarantined: [expect.stringContaining(`${place.file}.unreadable-`)] })
  }
  test('with another key', async () => expectAnew({ ...(await filled()), key: 'b2'.repeat(32) }))
  test('damaged', async () => {
    const place = await filled()
    await writeFile(place.file, 'x'.repeat(5000))
    expectAnew(place)
  })
})
