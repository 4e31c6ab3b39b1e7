/** @module-tag long */
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CustomerUid, Iccid } from '#shared/wire/ids.ts'
import type { ReceivedRecord } from '#shared/wire/relay.ts'
import { WebhookKind } from '#shared/wire/webhookKind.ts'
import { eventMigrations } from '../../../../electron/events/schema.ts'
import { createEventReads } from '../../../../electron/events/reads.ts'
import { openEventStore, type EventStore } from '../../../../electron/events/store.ts'
import { keptMs } from '../../../../electron/events/writes.ts'
import { migrate } from '../../../../electron/storage/index.ts'
import { silentLog } from '../storage/support.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'
import { delivery, eventStore, installed, lowBalance, minute, start } from './support.ts'

const inbox = { kinds: undefined }
const iccid = Iccid.parse('8948010000000000001')
const onDisk = async () => ({
  kind: 'disk' as const,
  file: join(await temporaryFolder(), 'events-c1.db'),
  key: randomBytes(32).toString('hex'),
})

function openFile({ file, key }: Awaited<ReturnType<typeof onDisk>>): Database.Database {
  const db = new Database(file)
  db.pragma("cipher = 'aegis'")
  db.key(Buffer.from(`raw:${key}`))
  return db
}

test('each of the seven kinds becomes a row of the inbox, newest first', () => {
  const store = eventStore()
  store.store(
    [
      installed(),
      delivery('balanceActivation', { uid: 'c-1', activatedItem: 'i-1', activatedAt: '2026-11-21T10:00:00Z' }),
      lowBalance(),
      delivery('dataConsumption', {
        uid: 'c-1',
        activatedItemId: 'i-1',
        timestamp: '2026-11-21T10:00:00Z',
        configuredThresholdPercentage: 80,
      }),
      delivery('countryChange', { iccid, previousCountry: null, newCountry: 'FR' }),
      delivery('activationRequest', { activationId: 'a-1', userToken: 'token-of-a-user' }),
      delivery('customerRegistration', { customerUid: 'c-2', userToken: 'token-of-a-user' }),
    ],
    null,
  )
  const rows = store.page(inbox, 10, null)
  expect(rows.map(({ kind }) => kind)).toEqual(WebhookKind.options.toReversed())
  expect(rows.map(({ alert }) => alert)).toEqual([null, 'activationRefused', null, 'threshold', 'lowData', null, null])
  expect(rows.map(({ customerUid }) => customerUid)).toEqual(['c-2', null, null, 'c-1', 'c-1', 'c-1', null])
  expect(store.unread()).toBe(7)
  expect(Object.keys(store.received().lastReceived)).toHaveLength(7)
})

test('looks for the events of an eSIM in an index', () => {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  migrate(db, eventMigrations)
  const reads = createEventReads(db)
  const prepare = vi.spyOn(db, 'prepare')
  const filter = { iccid, kinds: ['esimStatus'] } as const
  reads.page(filter, 10, null)
  reads.count(filter)
  const queries = prepare.mock.calls.map(([sql]) => sql)
  expect(queries).toHaveLength(2)
  for (const query of queries) {
    const plan = db
      .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${query}`)
      .all({ iccid, before: 1, limit: 10 })
    expect(plan.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^SEARCH events USING INDEX events_by_iccid \(iccid=\? AND kind=\?/),
    ])
  }
})

test('IMSI, EID and the token of a user of the app are in no file', async () => {
  const location = await onDisk()
  const store = eventStore(location)
  store.store(
    [installed(), lowBalance(), delivery('activationRequest', { activationId: 'a-1', userToken: 'token-of-a-user' })],
    null,
  )
  store.close()
  const db = openFile(location)
  const dump = JSON.stringify(
    ['events', 'identities', 'unreadable', 'meta', 'received'].map((table) =>
      db.prepare(`SELECT * FROM ${table}`).all(),
    ),
  )
  db.close()
  expect(dump).toContain(iccid)
  expect(dump).not.toMatch(/260011234567890|8904903200|token-of-a-user/)
  expect((await readFile(location.file)).includes(iccid)).toBe(false)
})

test('what cannot be read is kept as it came for 14 days, counted, and not listed', () => {
  const store = eventStore()
  store.store([delivery('esimStatus', 'not json'), delivery('lowBalance', { uid: {} }), installed()], null)
  expect(store.page(inbox, 10, null)).toHaveLength(1)
  expect(store.received()).toMatchObject({ unreadable: 2 })
  store.prune(start + keptMs.unreadable + 1)
  expect(store.received()).toMatchObject({ unreadable: 2 })
  expect(store.page(inbox, 10, null)).toHaveLength(1)
})

test('what has one odd field is listed with the rest, and repeats like any other', () => {
  const store = eventStore()
  const iccid = '8943108165000712344'
  const bodies = [
    { uid: 'u1', iccid, timestamp: '2026-11-20T10:00:00Z', balanceAmountInByte: '104857600' },
    { uid: 'u1', iccid, timestamp: 1795167600000, balanceAmountInByte: 104857600 },
    { iccid, timestamp: '2026-11-20T10:00:00Z' },
  ]
  const first = bodies.map((body) => delivery('lowBalance', body))
  expect(store.store(first, null).arrived).toHaveLength(3)
  expect(store.store(first, null)).toMatchObject({ arrived: [], repeated: [1, 2, 3] })
  expect(store.page(inbox, 10, null)).toMatchObject([
    { customerUid: null, iccid, details: { balanceAmountInByte: null } },
    { customerUid: 'u1', iccid, details: { timestamp: '2026-11-20T09:40:00.000Z' } },
    { customerUid: 'u1', iccid, details: { balanceAmountInByte: 104857600 } },
  ])
  expect(store.received()).toMatchObject({ unreadable: 0 })
})

test('an event with a time or an id repeats for ever, even after the first one was deleted', () => {
  const store = eventStore()
  store.store([lowBalance()], null)
  const [first] = store.page(inbox, 10, null)
  const later = { ...lowBalance(), at: start + 3 * 24 * 60 * minute }
  expect(store.store([later, later], null)).toMatchObject({ arrived: [], repeated: [Number(first?.id)] })
  expect(store.page(inbox, 10, null)).toMatchObject([{ id: first?.id, repeats: 2 }])
  expect(store.unread()).toBe(1)
  const muchLater = start + keptMs.events + 1
  store.prune(muchLater)
  expect(store.page(inbox, 10, null)).toHaveLength(0)
  expect(store.store([{ ...lowBalance(), at: muchLater }], null)).toMatchObject({ arrived: [], repeated: [] })
  expect(store.page(inbox, 10, null)).toHaveLength(0)
})

test('an event without a time repeats the previous one of its eSIM within ten minutes', () => {
  const store = eventStore()
  const removed = (at: number) => delivery('esimStatus', { iccid, profileState: 'RELEASED' }, at)
  store.store([installed(iccid, start)], null)
  expect(store.store([installed(iccid, start + 9 * minute)], null).arrived).toEqual([])
  // The previous one is the repeat, so the time is counted from that.
  expect(store.store([installed(iccid, start + 18 * minute)], null).arrived).toEqual([])
  expect(store.store([removed(start + 19 * minute)], null).arrived).toHaveLength(1)
  expect(store.store([installed(iccid, start + 20 * minute)], null).arrived).toHaveLength(1)
  expect(store.store([installed('8948010000000000002', start + 20 * minute)], null).arrived).toHaveLength(1)
  expect(store.store([installed(iccid, start + 31 * minute)], null).arrived).toHaveLength(1)
  expect(store.page(inbox, 10, null).map(({ repeats }) => repeats)).toEqual([0, 0, 0, 0, 2])
})

test('pages, filters and the unread mark show each event once', () => {
  const store = eventStore()
  store.store(
    Array.from({ length: 25 }, (_, index) => (index % 5 === 0 ? lowBalance(`c-${index}`) : installed(`89${index}`))),
    null,
  )
  const pages = [store.page(inbox, 10, null)]
  while (pages.at(-1)?.length === 10) pages.push(store.page(inbox, 10, Number(pages.at(-1)?.at(-1)?.id)))
  expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(25)
  expect(store.count({ kinds: ['lowBalance'] })).toBe(5)
  expect(store.page({ customerUid: CustomerUid.parse('c-5') }, 10, null)).toHaveLength(1)
  store.markRead([1, 2], start)
  expect(store.unread()).toBe(23)
  expect(store.count({ unread: true })).toBe(23)
  expect(store.markSomeRead(start, store.lastSeq())).toBe(false)
  expect(store.page({ unread: true }, 10, null)).toEqual([])
})

test('events of an eSIM get their customer once it is known', () => {
  const store = eventStore()
  store.store([installed(), installed(iccid, start + 1), installed('8948010000000000002')], null)
  const uid = CustomerUid.parse('c-9')
  expect(store.assignCustomer(iccid, uid)).toEqual([1])
  expect(store.timeline({ customerUid: uid, iccid: null }, { at: start + 10, beforeSeq: null }, 10)).toHaveLength(1)
  expect(store.assignCustomer(iccid, CustomerUid.parse('c-10'))).toEqual([])
})

test('the cursor of a source is stored together with what it delivered', async () => {
  const location = await onDisk()
  const store = eventStore(location)
  store.store([installed()], 'cursor-1')
  expect(() => store.store([installed(), { ...installed(), at: Number.NaN }], 'cursor-2')).toThrow()
  expect(store.cursor()).toBe('cursor-1')
  store.close()
  const reopened = eventStore(location)
  expect(reopened.cursor()).toBe('cursor-1')
  expect(reopened.page(inbox, 10, null)).toHaveLength(1)
  expect(reopened.location).toBe('disk')
})

test('a file that is damaged is moved to quarantine, and one of a newer version is left as it is', async () => {
  const location = await onDisk()
  await writeFile(location.file, randomBytes(8192))
  const moved: string[] = []
  const store = openEventStore({ location, onQuarantine: (file) => moved.push(file), log: silentLog })
  store.store([installed()], null)
  store.close()
  expect(moved).toEqual([expect.stringMatching(/^events-c1\.db\.unreadable-/)])
  const db = openFile(location)
  db.pragma(`user_version = ${eventMigrations.length + 1}`)
  db.close()
  expect(() => openEventStore({ location, onQuarantine: (file) => moved.push(file), log: silentLog })).toThrow(
    expect.objectContaining({ code: 'storage_unreadable' }),
  )
  expect(moved).toHaveLength(1)
})

const filters = [undefined, ...WebhookKind.options].flatMap((kind) =>
  [false, true].map((unread) => ({ kinds: kind === undefined ? undefined : [kind], unread })),
)

/** What the counts say beside what is there, for every filter. */
const countsOf = (store: EventStore) =>
  filters.map((filter) => ({ counted: store.count(filter), there: store.page(filter, 1000, null).length }))

const expectTrueCounts = (store: EventStore): void => {
  for (const { counted, there } of countsOf(store)) expect(counted).toBe(there)
  expect(store.unread()).toBe(store.page({ unread: true }, 1000, null).length)
}

const record = (index: number, customer: string, repeatOf: number | null): ReceivedRecord => ({
  type: 'event',
  seq: index,
  at: new Date(start + index * minute).toISOString(),
  id: `event-${String(index)}`,
  kind: 'countryChange',
  iccid,
  customer,
  item: null,
  details: {},
  repeatOf: repeatOf === null ? null : `event-${String(repeatOf)}`,
  isTest: false,
})

test('the counts of every filter are those of the rows, whatever was written', () => {
  const customers = ['a', 'b', 'c']
  const step = fc.oneof(
    fc.record({ do: fc.constant('deliver' as const), uid: fc.constantFrom(...customers), minutes: fc.nat(40) }),
    fc.record({ do: fc.constant('install' as const), minutes: fc.nat(40) }),
    fc.record({ do: fc.constant('feed' as const), index: fc.nat(8), repeatOf: fc.option(fc.nat(3)) }),
    fc.record({ do: fc.constant('markRead' as const), seqs: fc.array(fc.nat(8), { maxLength: 4 }) }),
    fc.record({ do: fc.constant('markAll' as const) }),
    fc.record({ do: fc.constant('erase' as const), customer: fc.constantFrom(...customers) }),
    fc.record({ do: fc.constant('prune' as const), minutes: fc.nat(40) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const store = eventStore()
      // The second one repeats the first one.
      store.store([lowBalance('a'), lowBalance('a')], null)
      const feed = (records: readonly ReceivedRecord[]): unknown =>
        store.storeRecords(records, { cursor: 'c', newsFrom: start + 4 * minute, alertsFrom: 0 })
      for (const each of steps) {
        if (each.do === 'deliver')
          store.store([{ ...lowBalance(each.uid, start), at: start + each.minutes * minute }], null)
        else if (each.do === 'install') store.store([installed(iccid, start + each.minutes * minute)], null)
        else if (each.do === 'feed') feed([record(each.index, customers[each.index % 3] ?? 'a', each.repeatOf)])
        else if (each.do === 'markRead') store.markRead(each.seqs, start)
        else if (each.do === 'markAll') store.markSomeRead(start, store.lastSeq())
        else if (each.do === 'erase') feed([{ type: 'erased', seq: 99, at: '', customer: each.customer, iccids: [] }])
        else store.prune(start + keptMs.events + each.minutes * minute)
        expectTrueCounts(store)
      }
      store.close()
    }),
    { numRuns: 100 },
  )
})

test('a file of an earlier version is encrypted again and keeps its events', async () => {
  const location = await onDisk()
  const before = new Database(location.file)
  before.key(Buffer.from(`raw:${location.key}`))
  before.pragma('journal_mode = WAL')
  migrate(before, eventMigrations.slice(0, 3))
  const insert = before.prepare(
    "INSERT INTO events (at, kind, iccid, details, fingerprint, read_at) VALUES (?, 'countryChange', ?, '{}', '', ?)",
  )
  for (let index = 0; index < 1000; index += 1) insert.run(start + index, iccid, index < 400 ? start : null)
  before.close()

  const moved: string[] = []
  const store = openEventStore({ location, onQuarantine: (file) => moved.push(file), log: silentLog })
  expect([moved, store.count({}), store.unread(), store.page(inbox, 1, null)[0]?.iccid]).toEqual([[], 1000, 600, iccid])
  store.store([installed()], null)
  store.close()
  const again = eventStore(location)
  expect(again.count({})).toBe(1001)
  again.close()
  const db = openFile(location)
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  db.close()
})

test('the events of an earlier version are counted', () => {
  const db = new Database(':memory:')
  migrate(db, eventMigrations.slice(0, 3))
  const insert = db.prepare(
    `INSERT INTO events (at, kind, details, fingerprint, repeat_of, read_at) VALUES (?, ?, '{}', '', ?, ?)`,
  )
  insert.run(start, 'lowBalance', null, null)
  insert.run(start, 'lowBalance', null, start)
  insert.run(start, 'lowBalance', 1, null)
  insert.run(start, 'countryChange', null, null)
  migrate(db, eventMigrations)
  const reads = createEventReads(db)
  expect([reads.count({}), reads.count({ kinds: ['lowBalance'] }), reads.unread()]).toEqual([3, 2, 2])
  db.close()
})

test('random repetitions, orders and delays never show an event twice nor lose one that is unique', () => {
  const kinds = fc.constantFrom('a', 'b', 'c', 'd')
  fc.assert(
    fc.property(fc.array(fc.tuple(kinds, fc.nat(40)), { maxLength: 60 }), (sent) => {
      const store = eventStore()
      for (const [uid, minutes] of sent)
        store.store([{ ...lowBalance(uid, start), at: start + minutes * minute }], null)
      const rows = store.page(inbox, 100, null)
      expect(rows.map(({ customerUid }) => customerUid).toSorted()).toEqual(
        [...new Set(sent.map(([uid]) => uid))].toSorted(),
      )
      expect(rows.reduce((sum, { repeats }) => sum + repeats + 1, 0)).toBe(sent.length)
      store.close()
    }),
    { numRuns: 50 },
  )
})
