import { hash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { copyOf } from '#shared/model/customerCopy.ts'
import { indexedNames, nameOf } from '#shared/model/indexedNames.ts'
import { parseInstant } from '#shared/model/instant.ts'
import { defaultListView, listFacts } from '#shared/model/customerList.ts'
import { comparable, findMatch, matchTiers, namesOf, understandSearch } from '#shared/model/search.ts'
import { CustomerRow } from '#shared/model/views.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { digestBytes, openDigestTable } from '../../../../electron/base/digestTable.ts'
import { openFile, type OpenFile } from '../../../../electron/customers/directory/openFile.ts'
import { emptyRecord } from '../../../../electron/customers/directory/record.ts'
import { putEntry } from '../../../../electron/customers/directory/runs.ts'
import { contentVersion, directoryMigrations } from '../../../../electron/customers/directory/schema.ts'
import { trigramsOf } from '../../../../electron/customers/directory/trigrams.ts'
import { migrate } from '../../../../electron/storage/index.ts'
import { customer, esim, item } from '../../shared/model/customerSamples.ts'
import { now, openCalls, locationIn, searchAll, storedNames } from './support.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

function openPlace(place: ReturnType<typeof locationIn>): Database.Database {
  const db = new Database(place.file)
  db.pragma("cipher = 'aegis'")
  db.key(Buffer.from(`raw:${place.key}`))
  return db
}

const put = (
  calls: Pick<ReturnType<typeof openCalls>, 'put'>,
  ...entries: readonly WireCustomerEntry[]
): ReturnType<typeof calls.put> => calls.put({ entries, unreadableUids: [], askedAt: 1, fetchedAt: now })

const sold = (uid: string, day: number, email: string | null = null): WireCustomerEntry =>
  customer(uid, email, {
    activatedItems: [
      item(`i-${uid}`, { metatag: null, salesDate: `2026-01-${String(day).padStart(2, '0')}T00:00:00Z` }),
    ],
  })

const uids = (rows: readonly CustomerRow[]): readonly string[] => rows.map(({ uid }) => uid)

const ann = customer('c86472ff-bcc6-4201-a322-828d4b30248c', 'Ann.Lee@Example.com', {
  activatedItems: [item('1e61265b-84b1-4ba0-94bc-365ba73b4f12', { metatag: 'ORDER-2026/17' })],
  relatedEsims: [esim('8937002512345678905')],
})
const bob = customer('d0000000-bcc6-4201-a322-828d4b30248c', 'bob@other.example', {
  relatedEsims: [esim('8944110068123456789', { imsi: '310410000000001' })],
})

describe('a customer is found', () => {
  test.each([
    ['8937002512345678905', 'iccid'],
    ['8937 0025 1234 5678 905', 'iccid'],
    ['8905', 'iccid'],
    ['678905', 'iccid'],
    ['893700', 'iccid'],
    ['240071234567890', 'imsi'],
    ['24007', 'imsi'],
    ['67890', 'imsi'],
    ['ANN.LEE@example.com', 'email'],
    ['an', 'email'],
    ['lee@ex', 'email'],
    ['C86472FF-bcc6-4201-a322-828d4b30248c', 'customerUid'],
    ['c86472', 'customerUid'],
    ['1e61265b-84b1-4ba0-94bc-365ba73b4f12', 'itemUid'],
    ['1e61265b', 'itemUid'],
    ['order-2026/17', 'metatag'],
    ['R-2026', 'metatag'],
    ['lee ann', 'email'],
    ['lee 8905', 'email'],
    ['ICCID ends with 8905', 'iccid'],
    ['my number is 8905, ann', 'iccid'],
    ['my iccid ends with 8905 and it does not work', 'iccid'],
    ['ICCID: 8905, my phone is broken', 'iccid'],
    ['LPA:1$smdp.example.com$CODE-8937002512345678905', 'activationCode'],
    ['https://link.example.com/?carddata=LPA:1$SMDP.example.com$code-8937002512345678905', 'activationCode'],
  ])('by %j', async (query, field) => {
    const calls = openCalls()
    await put(calls, ann, bob)
    const { rows } = calls.search({ query, limit: 50, now })
    expect(rows.map(({ uid, match }) => [uid, match?.field])).toEqual([[ann.customer.uid, field]])
    expect(CustomerRow.parse(rows[0])).toEqual(rows[0])
  })

  test.each([
    'zz',
    'ann other',
    'lee 8904',
    'nobody@example.com',
    '8937002512345678906',
    'LPA:1$smdp.example.com$CODE',
    'LPA:1$smdp.example.com$CODE-89370025123456789050',
  ])('not by %j', async (query) => {
    const calls = openCalls()
    await put(calls, ann, bob)
    expect(calls.search({ query, limit: 50, now })).toEqual({ rows: [], exactCount: 0, hasSimilar: false, exact: null })
  })
})

describe('exact is the one customer whom a whole identifier names', () => {
  const exact = async (query: string, ...entries: readonly WireCustomerEntry[]): Promise<string | null> => {
    const calls = openCalls()
    await put(calls, ...entries)
    return calls.search({ query, limit: 50, now }).exact
  }
  test.each([
    '8937002512345678905',
    'ann.lee@example.com',
    ann.customer.uid,
    '1e61265b-84b1-4ba0-94bc-365ba73b4f12',
    'LPA:1$smdp.example.com$CODE-8937002512345678905',
    'order-2026/17',
  ])('%j names one', async (query) => expect(await exact(query, ann, bob)).toBe(ann.customer.uid))
  test('last digits name nobody, because another customer may have them who is not in the list yet', async () => {
    expect(await exact('678905', ann, bob)).toBeNull()
    expect(await exact('…678 905', ann, bob)).toBeNull()
  })
  test('separators do not make a short reference long enough', async () => {
    const short = customer('short', null, { activatedItems: [item('i', { metatag: 'a-1' })] })
    expect(await exact('a - - - 1', short)).toBeNull()
  })
  test('an e-mail address of two customers, a part of an identifier and a plain word name no customer', async () => {
    expect(await exact('ann.lee@example.com', ann, customer('other', 'ann.lee@example.com'))).toBeNull()
    expect(await exact('78905', ann)).toBeNull()
    expect(await exact('893700251', ann)).toBeNull()
    expect(await exact('LEE-26', customer('h', 'lee-26@example.com'))).toBeNull()
    expect(
      await exact('holiday', customer('h', null, { activatedItems: [item('i', { metatag: 'holiday' })] })),
    ).toBeNull()
  })
})

test('better matches come first, then the most recently sold', async () => {
  const calls = openCalls()
  await put(
    calls,
    sold('a', 1, 'xx-ann@x.example'),
    sold('b', 2, 'annabel@x.example'),
    sold('c', 3, 'joann@x.example'),
    sold('d', 4, 'anna@x.example'),
    sold('ann', 1),
  )
  expect(uids(searchAll(calls, 'ann'))).toEqual(['ann', 'd', 'b', 'c', 'a'])
  expect(uids(searchAll(calls, 'ann', 2))).toEqual(['ann', 'd', 'b', 'c', 'a'])
})

test('the list is sorted by the latest sale, and its pages miss and repeat no customer', async () => {
  const calls = openCalls()
  await put(calls, ...Array.from({ length: 25 }, (_, n) => sold(`c${n}`, 1 + (n % 7))), customer('never-sold', null))
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = calls.list({ limit: 4, cursor, now })
    expect(page.total).toBe(26)
    seen.push(...uids(page.rows))
    cursor = page.cursor
  } while (cursor !== undefined)
  expect(new Set(seen).size).toBe(26)
  expect(seen.at(-1)).toBe('never-sold')
  expect(uids(searchAll(calls, '  '))).toEqual(seen)
})

test.each(['', 'x', 'MC4xLjE', '!!!!', 'OS45OTk5OTk5OTk5OTk5OTk5OTk5LjE'])(
  'an invalid cursor is refused or harmless: %j',
  async (cursor) => {
    const calls = openCalls()
    await put(calls, ann)
    if (cursor === 'MC4xLjE') expect(calls.list({ limit: 5, cursor, now }).rows).toEqual([])
    else
      expect(() => calls.search({ query: 'ann', limit: 5, cursor, now })).toThrow(
        expect.objectContaining({ code: 'invalid_input' }),
      )
  },
)

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

test('the same person is whoever has the same e-mail, whatever its case', async () => {
  const calls = openCalls()
  await put(
    calls,
    ann,
    customer('second', ' ann.lee@EXAMPLE.com '),
    customer('third', 'ann.lee@example.com.au'),
    customer('none', null),
  )
  expect(
    calls.samePerson({ email: 'ANN.LEE@example.com', uid: ann.customer.uid }).map((entry) => entry.customer.uid),
  ).toEqual(['second'])
})

describe('an answer that was overtaken', () => {
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

  test('is not taken from an answer that was overtaken', async () => {
    const calls = openCalls()
    await read(calls, withData(3, 'INSTALLED'), 5)
    await read(calls, withData(3, 'RELEASED'), 4)
    expect(calls.differences(uid, latest, 9)).toEqual([])
  })
})

describe('nothing secret is in the directory', () => {
  const hostile = customer('h', 'h@x.example', {
    activatedItems: [item('i', { metatag: 'see LPA:1$smdp.example.com$HIDDEN-1' })],
    relatedEsims: [{ ...esim('8937002512345678905'), note: 'https://link.example.com/?carddata=HIDDEN-2' }],
  })

  test('in its copy', async () => {
    const calls = openCalls()
    await put(calls, hostile)
    const copy = JSON.stringify([
      calls.get(hostile.customer.uid),
      calls.list({ limit: 9, now }),
      searchAll(calls, 'LPA:1$smdp.example.com$CODE-8937002512345678905'),
    ])
    expect(copy).not.toMatch(/LPA:|carddata|CODE-|HIDDEN|https:/)
    expect(calls.get(hostile.customer.uid)).toMatchObject({
      fetchedAt: now,
      entry: { customer: { email: 'h@x.example' }, relatedEsims: [{ iccid: '8937002512345678905' }] },
    })
  })

  test.each([
    'LPA%3A1%24smdp.example.com%24HIDDEN-3',
    'lpa%253a1%2524smdp.example.com%2524HIDDEN-3',
    '1$smdp.example.com$HIDDEN-3',
    'scan 1%24smdp.example.com%24HIDDEN-3 now',
    'https://install.example.com/?%63arddata%3DHIDDEN-3',
    'https://link.example.com/?next=https%3A%2F%2Fx.example%2F%3Fcarddata%3DHIDDEN-3',
  ])('however it is written: %j', async (text) => {
    const calls = openCalls()
    await put(
      calls,
      customer('h', 'h@x.example', { activatedItems: [item('i', { metatag: text, note: [text] })], extra: { text } }),
    )
    expect(JSON.stringify([calls.get(CustomerUid.parse('h')), calls.list({ limit: 9, now })])).not.toMatch(
      /HIDDEN|smdp/i,
    )
    expect(searchAll(calls, 'HIDDEN-3')).toEqual([])
  })

  test('in unknown fields of an eSIM profile', async () => {
    const calls = openCalls()
    await put(
      calls,
      customer('h', 'h@x.example', {
        relatedEsims: [
          { ...esim('8937002512345678905', { eid: '89049032' }), matchingId: 'HIDDEN-4', smdp: { code: 'HIDDEN-5' } },
        ],
        matchingId: 'HIDDEN-6',
      }),
    )
    const kept = calls.get(CustomerUid.parse('h'))
    expect(JSON.stringify(kept)).not.toContain('HIDDEN')
    expect(kept?.entry.relatedEsims).toEqual([
      {
        uid: 'esim-8937002512345678905',
        iccid: '8937002512345678905',
        imsi: '240071234567890',
        state: 'INSTALLED',
        active: true,
        eid: '89049032',
      },
    ])
  })

  test('in its file, even for who has the key', async () => {
    const place = locationIn(await temporaryFolder())
    const calls = openCalls(place)
    await put(calls, hostile)
    calls.close()
    expect((await readFile(place.file)).includes('h@x.example')).toBe(false)
    const db = openPlace(place)
    const tables = ['customers', 'sales', 'names', 'meta', 'trigrams']
    const text = tables
      .map((table) =>
        JSON.stringify(db.prepare(`SELECT * FROM ${table}`).all(), (_, value: unknown) =>
          Buffer.isBuffer(value) ? value.toString('latin1') : value,
        ),
      )
      .join()
    db.close()
    expect(text).toContain('h@x.example')
    expect(text).not.toMatch(/lpa:|carddata|code-89|hidden/i)
  })
})

describe('a directory that an earlier version has encrypted in another way', () => {
  async function writtenBefore(): Promise<ReturnType<typeof locationIn>> {
    const place = locationIn(await temporaryFolder())
    const db = new Database(place.file)
    db.key(Buffer.from(`raw:${place.key}`))
    db.pragma('journal_mode = WAL')
    migrate(db, directoryMigrations.slice(0, 4))
    db.exec(`
      INSERT INTO meta VALUES ('contentVersion', '${contentVersion}');
      INSERT INTO customers (uid, digest, codes, entry) VALUES ('c-9', '', '', '{}');
    `)
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

test('copies of a version that stored more are dropped and read again', async () => {
  const place = locationIn(await temporaryFolder())
  const first = openCalls(place)
  await put(first, ann, bob)
  first.endRun({
    startedAt: null,
    completedAt: '2026-01-01T00:00:01Z',
    problem: null,
    unreadable: [],
    unreadableCount: 0,
    unreadableParts: { customers: 0, packages: 0, esims: 0, fields: 0 },
  })
  first.close()
  const db = openPlace(place)
  db.exec('DROP TABLE facts; DROP TABLE differences; DROP TABLE trigrams; CREATE VIRTUAL TABLE words USING fts5 (text)')
  db.pragma('user_version = 1')
  db.close()
  const second = openCalls(place)
  expect(second.opened).toMatchObject({ customers: 0, record: { completedAt: null }, quarantined: [] })
  await put(second, ann)
  expect(uids(searchAll(second, 'lee@ex'))).toEqual([ann.customer.uid])
})

test('a directory with a row for each name is emptied, so that no customer gets the differences of another', async () => {
  const place = locationIn(await temporaryFolder())
  const db = openPlace(place)
  db.pragma('journal_mode = WAL')
  migrate(db, directoryMigrations.slice(0, -1))
  db.exec(`
    INSERT INTO meta VALUES ('contentVersion', '${contentVersion}');
    INSERT INTO customers (id, uid, digest, codes, entry) VALUES (1, 'c-9', '', '', '{}');
    INSERT INTO differences (customer, since, at, differences) VALUES (1, 1, 2, '[]');
  `)
  db.close()
  const quarantined: string[] = []
  const file = openFile(place, quarantined)
  onTestFinished(() => file.filling.close())
  const rows = ['customers', 'differences', 'names'].map((table) =>
    file.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
  )
  expect([rows, quarantined]).toEqual([[0, 0, 0], []])
})

test.each([
  "UPDATE meta SET value = '0' WHERE name = 'contentVersion'",
  "DELETE FROM meta WHERE name = 'contentVersion'",
])(
  'a directory of another version of what is stored is emptied, and its customers are read again: %s',
  async (change) => {
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
  },
)

test('what is stored of a customer is that of the present version of the contents', () => {
  const { text, entry } = copyOf(
    customer('C-Ærø', ' Zoë.Straße@X.example ', {
      activatedItems: [item('i-1', { metatag: 'LPA:1$smdp.example.com$HIDDEN-1' }), item('i-2', { metatag: 'Łódź ٣' })],
      relatedEsims: [{ ...esim('8937 0025 1234 5678 905F', { eid: '89049032' }), matchingId: 'HIDDEN-2' }],
      matchingId: 'HIDDEN-3',
    }),
  )
  const compared = namesOf(entry).map((name) => ({ ...name, value: comparable(name) }))
  // A directory that another version has written is emptied only if the version is increased with this digest.
  const digest = hash(
    'sha256',
    JSON.stringify([text, indexedNames(entry.customer.uid, compared, ['code']), listFacts(entry)]),
  ).slice(0, 16)
  expect({ contentVersion, digest }).toEqual({ contentVersion: 4, digest: 'f5ad30e5a18adcbf' })
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

test('it is the same after it was closed and opened again', async () => {
  const place = locationIn(await temporaryFolder())
  const record = {
    startedAt: '2026-01-01T00:00:00Z',
    completedAt: '2026-01-01T00:00:01Z',
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
  test('written by a newer desk', async () => {
    const place = await filled()
    const db = openPlace(place)
    db.pragma('user_version = 99')
    db.close()
    expectAnew(place)
  })
})

const awkward = [
  '"',
  "'",
  '%',
  '_',
  '*',
  '\\',
  'NEAR(a b)',
  'a OR b',
  'text:a',
  '-a',
  '^a',
  '"a" AND',
  '\u0000',
  'a\u0000b',
  'a\nb',
  '\u0001a',
  '🎉🎉🎉',
  '👩\u200d💻',
  'שלום',
  '\u202eevil',
  '\ud800',
  '(',
  'a*',
  '{a}',
  '<script>',
  "'; DROP TABLE customers; --",
  'x'.repeat(2000),
  '1$a$b',
  '$',
  'ﬁ',
  'İ',
  'ß',
]

test.each(awkward)('hostile text is a text like others: %j', async (text) => {
  const calls = openCalls()
  await put(
    calls,
    customer('h', `${text}@x.example`, {
      activatedItems: [item('i', { metatag: text })],
      relatedEsims: [esim(`89${text}`.slice(0, 40), { uid: 'esim-h' })],
    }),
    bob,
  )
  const needle = understandSearch(text)
  const isFound = uids(searchAll(calls, text)).includes('h')
  const expected =
    needle.text === '' || findMatch(namesOf(calls.get(CustomerUid.parse('h'))?.entry ?? bob), needle) !== null
  expect(isFound).toBe(expected)
  expect(calls.list({ limit: 9, now }).total).toBe(2)
})

/** What the search should return by the rules alone. */
function bruteForce(entries: readonly WireCustomerEntry[], query: string): readonly string[] {
  const understood = understandSearch(query)
  const soldAt = (entry: WireCustomerEntry): number =>
    Math.max(0, ...entry.activatedItems.map(({ salesDate }) => parseInstant(salesDate) ?? 0))
  return entries
    .flatMap((entry, index) => {
      const found = findMatch(namesOf(entry), understood)
      return found === null
        ? []
        : [{ uid: entry.customer.uid, tier: matchTiers.indexOf(found.tier), soldAt: soldAt(entry), index }]
    })
    .filter(({ tier }) => tier !== 3 || Array.from(understood.text).length >= 3)
    .sort((one, other) => one.tier - other.tier || other.soldAt - one.soldAt || other.index - one.index)
    .map(({ uid }) => uid)
}

const letters = fc.string({
  unit: fc.constantFrom('a', 'b', 'A', '1', '2', '@', '.', '-', ' ', 'é', '🎉'),
  minLength: 1,
  maxLength: 8,
})
const digits = fc.string({ unit: fc.constantFrom('1', '2', '3'), minLength: 4, maxLength: 8 })
const people = fc.array(
  fc.record({
    email: fc.option(letters),
    metatag: letters,
    iccid: digits,
    imsi: fc.option(digits),
    day: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 1, maxLength: 25 },
)

test('the index finds the same customers in the same order as the rules do', async () => {
  await fc.assert(
    fc.asyncProperty(
      people,
      fc.oneof(letters, digits),
      fc.integer({ min: 1, max: 7 }),
      async (persons, query, limit) => {
        const entries = persons.map(({ email, metatag, iccid, imsi, day }, n) =>
          customer(`c-${n}`, email, {
            activatedItems: [item(`i-${n}`, { metatag, salesDate: `2026-01-0${day}T00:00:00Z` })],
            relatedEsims: [esim(iccid, { imsi })],
          }),
        )
        const calls = openCalls()
        await put(calls, ...entries)
        fc.pre(understandSearch(query).text !== '')
        expect(uids(searchAll(calls, query, limit))).toEqual(bruteForce(entries, query))
      },
    ),
    { numRuns: 150 },
  )
})

test('a query that matches more customers than are collected finds the same ones in the same order', async () => {
  const entries = Array.from({ length: 2600 }, (_, n) =>
    customer(`c-${n}`, n % 2 === 0 ? `person${n}@mail.example` : `x-person${n}@mail.example`, {
      activatedItems: [
        item(`i-${n}`, {
          metatag: n % 3 === 0 ? 'same on every sale' : `t${n}`,
          salesDate: new Date(now - ((n * 7919) % 2600) * 1000).toISOString(),
        }),
      ],
      relatedEsims: [esim(`8944${String(n).padStart(15, '0')}`, { imsi: null })],
    }),
  )
  const calls = openCalls()
  await put(calls, ...entries)
  for (const query of [
    'person',
    'mail',
    'per',
    '8944',
    '89',
    'same on every sale',
    'p',
    'sale',
    'c-1',
    '000',
    'mail person',
    'x- mail',
    'sale mail 8944',
  ]) {
    expect([query, uids(searchAll(calls, query, 400))]).toEqual([query, bruteForce(entries, query)])
  }
})

test('words that match many for themselves, and few or nobody together, are found by an index or by a scan', async () => {
  const families = ['suzuki', 'tanaka', 'moreau']
  const entries = Array.from({ length: 2400 }, (_, n) =>
    customer(`c-${n}`, `${n % 800 === 7 ? 'budi' : 'yuki'}.${families[n % 3] ?? ''}${n}@mail.example`, {
      activatedItems: [item(`i-${n}`, { metatag: null, salesDate: new Date(now - n * 1000).toISOString() })],
      relatedEsims: [esim(`8944${String(n * 7919).padStart(15, '0')}`, { imsi: null })],
    }),
  )
  const calls = openCalls()
  await put(calls, ...entries)
  for (const query of [
    'budi suzuki',
    'budi mail',
    'suzuki mail',
    'yuki 8944',
    'budi tanaka',
    'suzuki tanaka',
    'yu 8944',
    'yuki 5433',
  ])
    expect([query, uids(searchAll(calls, query, 400))]).toEqual([query, bruteForce(entries, query)])
  expect(uids(searchAll(calls, 'suzuki budi mail'))).not.toEqual([])
})

test('short words find those in whose address or reference each begins a part, however many they match alone', async () => {
  const entries = Array.from({ length: 3000 }, (_, n) =>
    customer(
      `c-${n}`,
      `${n % 3 === 0 ? 'li' : 'lo'}.${n === 1500 ? 'wu' : n % 5 === 0 ? 'wang' : 'zhou'}${n}@mail.example`,
      {
        activatedItems: [
          item(`i-${n}`, {
            metatag: n === 77 ? 'shop/wu 中文' : n % 2 === 0 ? `qa-${n}` : `shop-${n}`,
            salesDate: new Date(now - ((n * 7919) % 3000) * 1000).toISOString(),
          }),
        ],
        relatedEsims: [esim(`8944${String(n).padStart(15, '0')}`, { imsi: null })],
      },
    ),
  )
  const calls = openCalls()
  await put(calls, ...entries)
  const queries = [
    'li wu',
    'lo wu',
    'wu',
    'li wa',
    'w li',
    'li q',
    'mail q',
    'mail x',
    'qa l m',
    '中文 lo',
    '中 sh',
    'l 8944',
    'li wa 40',
    'a b',
  ]
  for (const query of queries)
    expect([query, uids(searchAll(calls, query, 400))]).toEqual([query, bruteForce(entries, query)])
  expect(uids(searchAll(calls, 'li wu'))).toEqual(['c-1500'])
  expect(uids(searchAll(calls, '中文 lo'))).toEqual(['c-77'])
  expect(uids(searchAll(calls, 'mail q', 400)).length).toBe(1500)
})

test('customers with the same e-mail address have what tells them apart, in a search and in the list', async () => {
  const calls = openCalls()
  const bought = (uid: string, email: string | null, metatag: string): WireCustomerEntry =>
    customer(uid, email, { activatedItems: [item(`i-${uid}`, { metatag })] })
  await put(
    calls,
    bought('c-1', 'Zoe.Lee@x.example', 'A-1'),
    bought('c-2', 'zoe.lee@x.example ', 'A-2'),
    bought('c-3', 'zoë.lee@x.example', 'A-3'),
    bought('c-4', null, 'A-4'),
    bought('c-5', null, 'A-5'),
  )
  const shared = (rows: readonly CustomerRow[]): unknown =>
    Object.fromEntries(rows.map(({ uid, sharedEmail }) => [uid, sharedEmail?.reference]))
  expect(shared(searchAll(calls, 'zoe.lee'))).toEqual({ 'c-1': 'A-1', 'c-2': 'A-2', 'c-3': undefined })
  const { rows } = await calls.browse({ view: defaultListView, from: 0, limit: 10, unconfirmed: [], now })
  expect(shared(rows)).toEqual({ 'c-1': 'A-1', 'c-2': 'A-2', 'c-3': undefined, 'c-4': undefined, 'c-5': undefined })
  calls.remove({ uid: CustomerUid.parse('c-1'), askedAt: 2 })
  expect(shared(searchAll(calls, 'zoe.lee'))).toEqual({ 'c-2': undefined, 'c-3': undefined })
})

describe('a query that finds nobody is near to', () => {
  const budi = 'Budi.Suzuki3191@webmail.example'
  async function near(query: string, ...more: readonly string[]): Promise<readonly string[]> {
    const calls = openCalls()
    const emails = [budi, 'ben.suarez@webmail.example', 'info@post.example', ...more]
    await put(calls, ...emails.map((email, n) => customer(`c-${n}`, email)))
    expect(uids(searchAll(calls, query))).toEqual([])
    return calls.near(query)
  }

  test.each([
    'budi.suzuki3191@webmail.exmple',
    'budi.suzuki3191@gmail.com',
    'budi.suzki3191@webmail.example',
    'budi.suuzki3191@webmail.example',
    'bdui.suzuki3191@webmail.example',
    'budi.suzzuki3191',
    'suzki3191',
    'budi suzuky',
    'Suzuky, Budi',
    'my address is budi.suzuki3191@webmail.exmple',
    'ubdi.suzkui3191',
    'budisuzuk3191@webmail.example',
  ])('%j', async (query) => expect(await near(query)).toEqual([budi]))

  test.each([
    'nobody',
    'nobody@nowhere.example',
    'budi mueller',
    'inf0',
    '89370025',
    'buda suzaki 1234',
    'budi.suzuki3119@webmail.example',
    'budi.suzuki3192',
    'budi.suzki319',
    'budi.suzki31911',
    'budi.suzki13191',
    'b0di.suzuki3191',
    'suzki319 webmail',
    'x'.repeat(2000),
  ])('nobody: %j', async (query) => expect(await near(query)).toEqual([]))

  test('li.wu@webmail.example, by its domain alone', async () => {
    expect(await near('li.wu@webmial.example', 'li.wu@webmail.example')).toEqual(['li.wu@webmail.example'])
    expect(await near('ko@webmail.example', 'wu@webmail.example')).toEqual([])
    expect(await near('12345@webmial.example', '12345@webmail.example', '12354@webmail.example')).toEqual([
      '12345@webmail.example',
    ])
  })

  test('an address with one wrong letter among thousands that share most of it', async () => {
    const calls = openCalls()
    const families = ['tanaka', 'taylor', 'tamura', 'suzuki']
    const entries = Array.from({ length: 4000 }, (_, n) =>
      customer(`c-${n}`, `anna.${families[n % 4] ?? ''}${n}@mail.example`),
    )
    await put(calls, ...entries)
    expect(calls.near('anna.tanka2000')).toEqual(['anna.tanaka2000@mail.example'])
    expect(calls.near('ana.tanaka4@gmial.com')).toEqual(['anna.tanaka4@mail.example'])
    const ofTamura = expect.stringMatching(/^anna\.tamura\d+@mail\.example$/)
    expect(calls.near('anna tamrua')).toEqual([ofTamura, ofTamura, ofTamura])
    expect(calls.near('anna.tanaka4001')).toEqual([])
  })

  test('every address but for one letter of a word of seven or more', async () => {
    const letter = fc.constantFrom(...'abcdxyz')
    const edits: Readonly<Record<string, (word: string, at: number, by: string) => string>> = {
      other: (word, at, by) => word.slice(0, at) + by + word.slice(at + 1),
      missing: (word, at) => word.slice(0, at) + word.slice(at + 1),
      extra: (word, at, by) => word.slice(0, at) + by + word.slice(at),
      swapped: (word, at) =>
        word.slice(0, at) +
        word
          .slice(at, at + 2)
          .split('')
          .reverse()
          .join('') +
        word.slice(at + 2),
    }
    const calls = openCalls()
    const words = fc.sample(fc.string({ unit: letter, minLength: 8, maxLength: 14 }), { numRuns: 300, seed: 5 })
    await put(calls, ...words.map((word, n) => customer(`c-${n}`, `${word}@mail.example`)))
    fc.assert(
      fc.property(
        fc.constantFrom(...words),
        fc.constantFrom(...Object.keys(edits)),
        fc.nat({ max: 13 }),
        letter,
        (word, kind, place, by) => {
          const typed = edits[kind]?.(word, place % word.length, by) ?? ''
          fc.pre(calls.search({ query: typed, limit: 1, now }).rows.length === 0)
          const found = calls.near(typed)
          // Others may be as near.
          if (found.length < 3) expect(found).toContain(`${word}@mail.example`)
        },
      ),
    )
  })

  test('the most similar addresses, and no more than three', async () => {
    const others = ['a', 'b', 'c', 'd'].map((letter) => `budi.suzuki3191@${letter.repeat(9)}.example`)
    expect(await near('budi.suzuki3191@webmail.exmple', ...others)).toEqual([
      budi,
      expect.any(String),
      expect.any(String),
    ])
    expect(await near('budi.suzuki3191@ccccccccc.exmple', ...others)).toEqual([
      'budi.suzuki3191@ccccccccc.example',
      expect.any(String),
      expect.any(String),
    ])
  })
})

test('accents and case of either side are ignored, and two addresses that differ by an accent are two persons', async () => {
  const calls = openCalls()
  const zoe = customer('c-zoe', 'Zoë.Öztürk@x.example', { activatedItems: [item('i-1', { metatag: 'Straße 12' })] })
  await put(calls, zoe, customer('c-plain', 'zoe.ozturk@x.example'), customer('c-same', 'ZOË.öztürk@x.example'))
  for (const query of ['ozturk', 'ÖZTURK', 'zoe.oz', 'Zoë.Ö'])
    expect([query, uids(searchAll(calls, query)).toSorted()]).toEqual([query, ['c-plain', 'c-same', 'c-zoe']])
  expect(uids(searchAll(calls, 'strasse'))).toEqual(['c-zoe'])
  const others = calls.samePerson({ email: 'Zoë.Öztürk@x.example', uid: zoe.customer.uid })
  expect(others.map((other) => other.customer.uid)).toEqual(['c-same'])
})

test.each([
  ['jose@x.example', 'josé@x.example'],
  ['josé@x.example', 'jose@x.example'],
  ['c-token-0123456789a', 'c-tóken-0123456789a'],
])('%j is not the name of the customer %j, who is found all the same', async (query, other) => {
  const calls = openCalls()
  const find = () => calls.search({ query, limit: 9, now })
  await put(calls, customer(other.includes('@') ? 'c-other' : other, other.includes('@') ? other : null))
  expect(find()).toMatchObject({ rows: [{}], exactCount: 0, hasSimilar: true, exact: null })
  const named = customer(
    query.includes('@') ? 'c-named' : query,
    query.includes('@') ? ` ${query.toUpperCase()} ` : null,
  )
  await put(calls, named)
  expect(find()).toMatchObject({ rows: [{}, {}], exactCount: 1, hasSimilar: true, exact: named.customer.uid })
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
  const uidOf = ({ db }: OpenFile, id: number): unknown =>
    db.prepare('SELECT uid FROM customers WHERE id = ?').pluck().get(id)
  const namesIn = (file: OpenFile): unknown => {
    file.writer.commit()
    return storedNames(file)
      .filter(({ name }) => !name.startsWith(nameOf('activationCode', '')))
      .map(({ name, id }) => `${name} ${String(uidOf(file, id))}`)
      .toSorted()
  }
  const indexOf = ({ db, ...file }: OpenFile): unknown => ({
    found: [nameOf('email', 'ann'), nameOf('metatag', 'order-'), nameOf('iccid', '89'), nameOf('customerUid', '')].map(
      (beginning) =>
        file.staging.names
          .beginningWith(beginning, 100)
          .map((id) => uidOf({ db, ...file }, id))
          .toSorted(),
    ),
    names: namesIn({ db, ...file }),
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
      file.staging.texts
        .find(
          trigramsOf(text).map((trigram) => [trigram]),
          100,
        )
        .map((id) => uidOf({ db, ...file }, id))
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
