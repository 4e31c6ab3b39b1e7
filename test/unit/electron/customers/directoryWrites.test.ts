/** @module-tag long */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nameOf } from '../../../../electron/customers/directory/indexedNames.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import { digestBytes, openDigestTable } from '../../../../electron/customers/directory/digestTable.ts'
import { openFile, type OpenFile } from '../../../../electron/customers/directory/openFile.ts'
import { emptyRecord } from '../../../../electron/customers/directory/record.ts'
import { putEntry } from '../../../../electron/customers/directory/runs.ts'
import { trigramsOf } from '../../../../electron/customers/directory/trigrams.ts'
import { customer, esim, item } from '../../shared/model/customerSamples.ts'
import { now, openCalls, locationIn, searchAll } from './support.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'
import { ann, bob, put, sold, uids } from './samples.ts'

test('a changed answer is found by its new values and no longer by its old ones', async () => {
  const calls = openCalls()
  await put(calls, ann)
  await put(calls, { ...ann, customer: { ...ann.customer, email: 'new@name.example' }, relatedEsims: bob.relatedEsims })
  for (const gone of [
    'ann.lee',
    'Lee@',
    '8937002512345678905',
    '240071234567890',
    'LPA:1$smdp.example.com$CODE-8937002512345678905',
  ])
    expect([gone, searchAll(calls, gone)]).toEqual([gone, []])
  for (const there of [
    'new@',
    'w@name',
    '8944110068123456789',
    'ORDER-2026/17',
    'LPA:1$smdp.example.com$CODE-8944110068123456789',
  ])
    expect([there, searchAll(calls, there).length]).toEqual([there, 1])
  expect(calls.list({ limit: 5, now }).total).toBe(1)
})

test('two whole runs remove whom neither saw, and keep whom they saw but could not read', async () => {
  const calls = openCalls()
  calls.beginRun()
  expect(await put(calls, ann, bob, sold('gone', 3, 'gone@x.example'))).toEqual({
    fresh: 3,
    skipped: 0,
    customers: 3,
    sorted: true,
  })
  expect(await calls.removeUnseen()).toBe(3)
  calls.beginRun()
  expect(await put(calls, ann)).toEqual({ fresh: 1, skipped: 0, customers: 3, sorted: true })
  expect(await put(calls, ann)).toEqual({ fresh: 0, skipped: 0, customers: 3, sorted: true })
  await calls.put({ entries: [], unreadableUids: [bob.customer.uid, 'never-known'], askedAt: 1, fetchedAt: now })
  expect(await calls.removeUnseen()).toBe(3)
  calls.beginRun()
  await put(calls, ann, bob)
  expect(await calls.removeUnseen()).toBe(2)
  expect(searchAll(calls, 'gone@x.example')).toEqual([])
  expect(searchAll(calls, 'gon')).toEqual([])
  expect(uids(searchAll(calls, 'bob@other'))).toEqual([bob.customer.uid])
})

describe('a stale answer', () => {
  const withEmail = (email: string): WireCustomerEntry => customer('slow', email)
  const batch = (askedAt: number, entries: readonly WireCustomerEntry[]) => ({
    entries,
    unreadableUids: [],
    askedAt,
    fetchedAt: now + askedAt,
  })
  const { uid } = withEmail('').customer

  test.each([
    ['of one customer', {}],
    ['of the list', { digests: new Uint8Array(digestBytes) }],
  ])('%s does not replace the newer one', async (_, listed) => {
    const calls = openCalls()
    await calls.put(batch(5, [withEmail('newer@x.example')]))
    calls.beginRun()
    expect(await calls.put({ ...batch(4, [withEmail('older@x.example')]), ...listed })).toMatchObject({ fresh: 1 })
    expect(calls.get(uid)).toMatchObject({ entry: { customer: { email: 'newer@x.example' } }, fetchedAt: now + 5 })
    expect(calls.search({ query: 'older@', limit: 5, now }).rows).toEqual([])
    await calls.put({ ...batch(6, [withEmail('newest@x.example')]), ...listed })
    expect(calls.get(uid)).toMatchObject({ entry: { customer: { email: 'newest@x.example' } } })
  })

  test('is seen by its run nevertheless, and is read again by the next one', async () => {
    const calls = openCalls()
    const digests = Buffer.alloc(digestBytes)
    calls.beginRun()
    await calls.put({ ...batch(1, [withEmail('first@x.example')]), digests })
    calls.endRun(emptyRecord)
    for (const askedAt of [2, 4]) {
      calls.beginRun()
      await calls.put(batch(askedAt + 1, [withEmail('single@x.example')]))
      calls.endRun(emptyRecord)
      calls.beginRun()
      await calls.put({ ...batch(askedAt, [withEmail('first@x.example')]), digests })
      expect(await calls.removeUnseen()).toBe(1)
      calls.endRun(emptyRecord)
    }
    expect(openDigestTable((await calls.known()).digests).find(digests)).toBe(-1)
  })

  /** Begins a run after one that has listed the customer. */
  async function listedBefore(): Promise<ReturnType<typeof openCalls>> {
    const calls = openCalls()
    calls.beginRun()
    await calls.put({ ...batch(1, [withEmail('listed@x.example')]), digests: new Uint8Array(digestBytes) })
    calls.endRun(emptyRecord)
    calls.beginRun()
    await calls.known()
    return calls
  }

  test('that lists a customer as before protects that customer from an older one', async () => {
    const calls = await listedBefore()
    await calls.put({ ...batch(3, []), unchanged: [0] })
    await calls.put(batch(2, [withEmail('older@x.example')]))
    expect(calls.get(uid)?.entry.customer.email).toBe('listed@x.example')
  })

  test('that lists a customer as before says nothing about a copy that was read elsewhere', async () => {
    const calls = await listedBefore()
    await calls.put(batch(2, [withEmail('read@x.example')]))
    await calls.put({ ...batch(4, []), unchanged: [0] })
    await calls.put(batch(3, [withEmail('later@x.example')]))
    expect(calls.get(uid)?.entry.customer.email).toBe('later@x.example')
  })

  test('neither removes a customer nor brings one back', async () => {
    const calls = openCalls()
    await calls.put(batch(2, [withEmail('there@x.example')]))
    calls.remove({ uid, askedAt: 1 })
    expect(calls.get(uid)).not.toBeNull()
    calls.remove({ uid, askedAt: 4 })
    // An older answer that says the same arrives later.
    calls.remove({ uid, askedAt: 2 })
    expect(calls.get(uid)).toBeNull()
    expect(await calls.put(batch(3, [withEmail('older@x.example')]))).toEqual({
      fresh: 0,
      skipped: 0,
      customers: 0,
      sorted: true,
    })
    await calls.put(batch(5, [withEmail('back@x.example')]))
    expect(calls.get(uid)?.entry.customer.email).toBe('back@x.example')
    // The id of a customer who was removed is that of the next one, who was asked for earlier.
    calls.remove({ uid, askedAt: 9 })
    await calls.put(batch(1, [ann]))
    await calls.put(batch(2, [{ ...ann, customer: { ...ann.customer, email: 'new@x.example' } }]))
    expect(calls.get(ann.customer.uid)?.entry.customer.email).toBe('new@x.example')
  })
})

describe('what differs between reads', () => {
  const minute = 60_000
  const latest = { at: Number.MAX_SAFE_INTEGER, beforeId: null }
  const withData = (sizeValue: number, state = 'RELEASED'): WireCustomerEntry =>
    customer('d', 'd@x.example', {
      activatedItems: [item('i', {}, { availableBalance: { sizeValue, sizeUnit: 'GB' } })],
      relatedEsims: [esim('8937002512345678905', { state })],
    })
  const read = async (calls: ReturnType<typeof openCalls>, entry: WireCustomerEntry, at: number): Promise<unknown> =>
    await calls.put({ entries: [entry], unreadableUids: [], askedAt: at, fetchedAt: now + at * minute })
  const { uid } = withData(1).customer

  test('is kept with the times of both reads, newest first and page by page', async () => {
    const calls = openCalls()
    await read(calls, withData(3), 1)
    expect(calls.differences(uid, latest, 9)).toEqual([])
    await read(calls, withData(3, 'INSTALLED'), 2)
    await read(calls, withData(3, 'INSTALLED'), 3)
    await read(calls, withData(3, 'DISABLED'), 4)
    const rows = calls.differences(uid, latest, 9)
    expect(rows).toMatchObject([
      { from: '2026-01-15T00:03:00.000Z', to: '2026-01-15T00:04:00.000Z', differences: [{ before: 'installed' }] },
      { from: '2026-01-15T00:01:00.000Z', to: '2026-01-15T00:02:00.000Z', differences: [{ before: 'released' }] },
    ])
    expect(calls.differences(uid, latest, 1)).toEqual(rows.slice(0, 1))
    expect(calls.differences(uid, { at: now + 4 * minute, beforeId: Number(rows[0]?.id) }, 9)).toEqual(rows.slice(1))
  })

  test('joins the use of one package within a day', async () => {
    const calls = openCalls()
    for (const [at, size] of [3, 2.5, 2, 1].entries()) await read(calls, withData(size), at)
    expect(calls.differences(uid, latest, 9)).toMatchObject([
      { to: '2026-01-15T00:03:00.000Z', differences: [{ kind: 'usage', before: { value: 3 }, after: { value: 1 } }] },
    ])
    await read(calls, withData(0.5), 2 * 24 * 60)
    expect(calls.differences(uid, latest, 9)).toHaveLength(2)
  })

  test('is kept a hundred times of one customer, and deleted with the customer', async () => {
    const calls = openCalls()
    for (let at = 0; at < 110; at += 1) await read(calls, withData(3, at % 2 === 0 ? 'INSTALLED' : 'DISABLED'), at)
    expect(calls.differences(uid, latest, 200)).toHaveLength(100)
    calls.remove({ uid, askedAt: 200 })
    await read(calls, withData(3), 201)
    expect(calls.differences(uid, latest, 200)).toEqual([])
  })

  test('is not taken from a stale answer', async () => {
    const calls = openCalls()
    await read(calls, withData(3, 'INSTALLED'), 5)
    await read(calls, withData(3, 'RELEASED'), 4)
    expect(calls.differences(uid, latest, 9)).toEqual([])
  })
})

test('who is missing is decided only by a run that the same worker has begun', async () => {
  const place = locationIn(await temporaryFolder())
  const first = openCalls(place)
  first.beginRun()
  await put(first, ann, bob)
  first.close()
  const second = openCalls(place)
  await expect(second.removeUnseen()).rejects.toMatchObject({
    code: 'storage_unreadable',
    details: { reason: 'reopened' },
  })
  expect(second.list({ limit: 5, now }).total).toBe(2)
})

test('changes leave the same index as a directory that was written at once', () => {
  const drawn = fc.record({
    uid: fc.constantFrom('c-1', 'c-2', 'c-3'),
    email: fc.constantFrom(null, 'ann@x.example', 'bob@x.example'),
    metatag: fc.constantFrom(null, 'order-1', 'order-2'),
    day: fc.integer({ min: 1, max: 3 }),
    iccids: fc.subarray(['8937002512345678905', '8944110068123456789']),
    remaining: fc.integer({ min: 0, max: 2 }),
    isCommitted: fc.boolean(),
  })
  const entryOf = ({
    uid,
    email,
    metatag,
    day,
    iccids,
    remaining,
  }: typeof drawn extends fc.Arbitrary<infer T> ? T : never) =>
    customer(uid, email, {
      totalAvailableBalance: { sizeValue: remaining, sizeUnit: 'GB' },
      activatedItems: [item(`i-${uid}`, { metatag, salesDate: `2026-01-0${day}T00:00:00Z` })],
      relatedEsims: iccids.map((iccid) => esim(iccid)),
    })
  const put = ({ writer, store }: OpenFile, entry: WireCustomerEntry): unknown =>
    writer.write(() => store.put([putEntry(store, entry, null)], { askedAt: now, fetchedAt: now }, 100, () => false))
  const uidOf = ({ db }: Pick<OpenFile, 'db'>, id: number): unknown =>
    db.prepare('SELECT uid FROM customers WHERE id = ?').pluck().get(id)
  const namesIn = ({ db }: Pick<OpenFile, 'db'>): unknown =>
    db
      .prepare<[], { term: string; doc: number }>('SELECT term, doc FROM temp.single_names')
      .all()
      .filter(({ term }) => !term.startsWith(nameOf('activationCode', '')))
      .map(({ term, doc }) => `${term} ${String(uidOf({ db }, doc))}`)
      .toSorted()
  const indexOf = ({ db, ...file }: OpenFile): unknown => ({
    found: [nameOf('email', 'ann'), nameOf('metatag', 'order-'), nameOf('number', '89'), nameOf('uid', '')].map(
      (beginning) =>
        file.search.names
          .beginningWith(beginning, 100)
          .map((id) => uidOf({ db }, id))
          .toSorted(),
    ),
    names: namesIn({ db }),
    order: db
      .prepare('SELECT s.sold_at, words, uids, numbers, uid FROM sales s JOIN customers USING (id) ORDER BY uid')
      .all(),
    facts: db
      .prepare(
        `SELECT uid, f.email, remaining, expiry, last_seen, sold, error, not_installed, waiting, empty,
      unreadable, instants, since, until FROM facts f JOIN customers USING (id) ORDER BY uid`,
      )
      .all(),
    positions: db.prepare('SELECT uid, sold_at FROM standing JOIN customers USING (id) ORDER BY uid').all(),
    texts: ['ann', 'bob', 'r-1', 'r-2'].map((text) =>
      file.search.texts
        .find(
          trigramsOf(text).map((trigram) => [trigram]),
          100,
        )
        .map((id) => uidOf({ db }, id))
        .toSorted(),
    ),
  })
  fc.assert(
    fc.property(fc.array(drawn, { minLength: 1, maxLength: 12 }), (history) => {
      const [changed, fresh] = [openFile({ kind: 'memory' }, []), openFile({ kind: 'memory' }, [])]
      for (const one of history) {
        put(changed, entryOf(one))
        if (one.isCommitted) changed.writer.commit()
      }
      for (const one of new Map(history.map((last) => [last.uid, last])).values()) put(fresh, entryOf(one))
      expect(indexOf(changed)).toEqual(indexOf(fresh))
      changed.db.close()
      fresh.db.close()
    }),
    { numRuns: 25 },
  )
})
