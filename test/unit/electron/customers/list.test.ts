/**
 * The sorted and filtered list, compared with a filter and a sort of its own over random customers.
 *
 * @module-tag long
 */
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import {
  customerFilters,
  customerSorts,
  defaultListView,
  type CustomerFilter,
  type CustomerListView,
  type CustomerSort,
} from '#shared/model/customer/customerList.ts'
import { esimState } from '#shared/model/esim/esimState.ts'
import { hasInstant } from '#shared/model/instant.ts'
import { customerRow } from '../../../../electron/views/customerRow.ts'
import { itemPhase } from '#shared/model/package/itemPhase.ts'
import { toMegabytes } from '#shared/model/package/size.ts'
import { unreadableOf } from '#shared/model/customer/unreadableParts.ts'
import { mailboxOf } from '#shared/model/search/search.ts'
import type { CustomerRow } from '#shared/model/customer/views.ts'
import type { WireCustomerEntry } from '#shared/wire/customer.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { outdatedQueries } from '../../../../electron/customers/directory/facts.ts'
import { createLister } from '../../../../electron/customers/directory/list.ts'
import { openFile } from '../../../../electron/customers/directory/openFile.ts'
import { noKind } from '../../../../electron/customers/directory/kinds.ts'
import { customersTable } from '../../../../electron/customers/directory/table.ts'
import type { Covering, DirectoryCalls } from '../../../../electron/customers/directory/protocol.ts'
import { putEntry } from '../../../../electron/customers/directory/runs.ts'
import { customer, item } from '../../shared/model/customerSamples.ts'
import { at, customers, day } from './randomCustomers.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'
import { locationIn, now, openCalls } from './support.ts'

const uidOf = (n: number): CustomerUid => CustomerUid.parse(`c-${n}`)
const unconfirmed = [3, 17, 18, 90, 100_000].map(uidOf)

/** The present phases of a customer, package by package. */
const phasesOf = (entry: WireCustomerEntry, time: number): readonly string[] =>
  entry.activatedItems.map((one) => itemPhase(one, time))

/** Of these kinds of packages it is known that they cover the country, and of those without a name nothing is. */
const covering = ['Japan', 'Asia']
const boughtHere = [2, 90, 100_000].map(uidOf)
const soldNames = (entry: WireCustomerEntry): readonly string[] =>
  entry.activatedItems.filter(({ status }) => status !== 'Refunded').map(({ balance }) => balance.name ?? '')
const coversCountry = (entry: WireCustomerEntry): boolean =>
  boughtHere.includes(entry.customer.uid) || soldNames(entry).some((name) => covering.includes(name))

function isListed(entry: WireCustomerEntry, { filter, days, country }: CustomerListView, time: number): boolean {
  if (country !== null && !coversCountry(entry)) return false
  const phases = phasesOf(entry, time)
  const row = customerRow(entry, time, null)
  const states = entry.relatedEsims.filter(({ active }) => active !== false).map(({ state }) => esimState(state))
  const tests: Readonly<Record<CustomerFilter, boolean>> = {
    all: true,
    error: states.includes('error'),
    notInstalled: states.includes('released'),
    neverInstalled:
      states.length > 0 &&
      states.every((state) => state === 'released') &&
      entry.relatedEsims.every(({ active, lastSeen }) => active === false || !hasInstant(lastSeen)),
    installed: states.includes('installed'),
    disabled: states.includes('disabled'),
    unknownState: states.includes('unknown'),
    waiting: row.packages.waiting > 0,
    active: phases.includes('active'),
    expired:
      phases.includes('expired') &&
      !['active', 'waiting_use', 'waiting_activation', 'empty'].some((phase) => phases.includes(phase)),
    empty: phases.includes('empty') && row.packages.active === 0 && row.packages.waiting === 0,
    ending: row.nextExpiry !== null && Date.parse(row.nextExpiry) <= time + days * day,
    unreadable: unreadableOf(entry).length > 0,
    unconfirmed: unconfirmed.includes(entry.customer.uid),
  }
  return tests[filter]
}

const plain = (email: string): string => email.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const keyOf: Readonly<Record<CustomerSort, (row: CustomerRow) => string | number | null>> = {
  email: ({ email }) => (email === null ? null : plain(email)),
  remaining: ({ totalRemaining }) => (totalRemaining === null ? null : toMegabytes(totalRemaining)),
  expiry: ({ nextExpiry }) => (nextExpiry === null ? null : Date.parse(nextExpiry)),
  lastSeen: ({ lastSeen }) => (lastSeen === null ? null : Date.parse(lastSeen)),
  sold: ({ soldAt }) => (soldAt === null ? null : Date.parse(soldAt)),
}

/** The list by filtering and sorting all customers. */
function expected(
  entries: ReadonlyMap<number, WireCustomerEntry>,
  view: CustomerListView,
  time: number,
): readonly CustomerRow[] {
  const sign = view.descending ? -1 : 1
  const addresses = [...entries.values()].map(mailboxOf)
  const sharesEmail = (entry: WireCustomerEntry): boolean =>
    mailboxOf(entry) !== '' && addresses.filter((address) => address === mailboxOf(entry)).length > 1
  const keyed = [...entries]
    .filter(([, entry]) => isListed(entry, view, time))
    .map(([position, entry]) => ({ position, row: customerRow(entry, time, null, sharesEmail(entry)) }))
    .map((one) => ({ ...one, key: keyOf[view.sort](one.row) }))
  keyed.sort((one, other) => {
    if (one.key === other.key) return sign * (one.position - other.position)
    if (one.key === null || other.key === null) return one.key === null ? 1 : -1
    return sign * (one.key < other.key ? -1 : 1)
  })
  return keyed.map(({ row }) => row)
}

const everyView: readonly CustomerListView[] = customerSorts.flatMap((sort) =>
  customerFilters.flatMap((filter) =>
    [false, true].flatMap((descending) =>
      [null, 'JP'].map((country) => ({ sort, filter, descending, days: 3, country })),
    ),
  ),
)

type Calls = Pick<DirectoryCalls, 'browse' | 'kinds'>

/** What the main process finds out about the kinds of packages. */
function coveringFor(kinds: Calls['kinds'], { country }: CustomerListView): { covering?: Covering } {
  if (country === null) return {}
  const covered = kinds().filter(({ kind }) => covering.some((name) => kind.startsWith(`["${name}"`)))
  return { covering: { kinds: covered.map(({ id }) => id), unknown: [noKind], customers: boughtHere } }
}

async function browseAll(
  calls: Calls,
  view: CustomerListView,
  time: number,
  limit: number,
): Promise<readonly CustomerRow[]> {
  const rows: CustomerRow[] = []
  for (;;) {
    const request = { view, ...coveringFor(calls.kinds, view), unconfirmed, now: time }
    const page = await calls.browse({ ...request, from: rows.length, limit })
    rows.push(...page.rows)
    if (page.rows.length < limit) return rows
  }
}

async function expectLists(calls: Calls, entries: ReadonlyMap<number, WireCustomerEntry>, time: number): Promise<void> {
  for (const view of everyView) {
    const wanted = expected(entries, view, time)
    expect([view, await browseAll(calls, view, time, 37)]).toEqual([view, wanted])
    const request = { view, ...coveringFor(calls.kinds, view), unconfirmed, now: time }
    const { matching, counts, unknownCoverage } = await calls.browse({ ...request, from: 0, limit: 1 })
    expect([view, matching, counts?.[view.filter]]).toEqual([view, wanted.length, wanted.length])
    const nameless = [...entries.values()].filter((entry) => soldNames(entry).includes('') && !coversCountry(entry))
    expect([view, unknownCoverage]).toEqual([view, view.country === null ? 0 : nameless.length])
  }
}

const entriesOf = (entries: readonly WireCustomerEntry[]): Map<number, WireCustomerEntry> => new Map(entries.entries())
const put = (entries: readonly WireCustomerEntry[]) => ({ entries, unreadableUids: [], askedAt: 1, fetchedAt: now })

test('every order, filter and direction lists what a plain filter and sort of the customers lists', async () => {
  const calls = openCalls()
  const entries = customers(11, 300)
  await calls.put(put(entries))
  await expectLists(calls, entriesOf(entries), now)
})

test('phases are those of the present time, whether that has moved forwards or backwards since the customers were read', async () => {
  const calls = openCalls()
  const entries = customers(12, 80)
  await calls.put(put(entries))
  for (const days of [3, 6.9, 100, -2]) await expectLists(calls, entriesOf(entries), now + days * day)
})

test('more customers than are brought to the present time at once are all brought to it', async () => {
  const calls = openCalls()
  const entries = Array.from({ length: 1203 }, (_, n) =>
    customer(`c-${n}`, null, { activatedItems: [item(`i-${n}`, {}, { expiresAt: at(2) })] }),
  )
  await calls.put(put(entries))
  const ending = { ...defaultListView, filter: 'ending' as const }
  const counted = async (time: number): Promise<number> =>
    (await calls.browse({ view: ending, from: 0, limit: 1, unconfirmed: [], now: time })).matching
  expect([await counted(now), await counted(now + 2 * day), await counted(now)]).toEqual([1203, 0, 1203])
  const later = Array.from({ length: 1100 }, (_, n) =>
    customer(`d-${n}`, null, { activatedItems: [item(`j-${n}`, {}, { expiresAt: at(1 + (n % 7) / 4) })] }),
  )
  await calls.put(put(later))
  const soon = later.filter((_, n) => n % 7 > 2).length
  expect([await counted(now), await counted(now + 1.6 * day), await counted(now)]).toEqual([2303, 1203 + soon, 2303])
})

test('a batch of outdated customers is read from one index, without those of other batches', () => {
  const { db } = openFile({ kind: 'memory' }, [])
  onTestFinished(() => void db.close())
  for (const name of ['ended', 'notBegun'] as const) {
    const query = outdatedQueries[name]((index) => `INDEXED BY ${index}`)
    const plan = db
      .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${query}`)
      .all({ at: now, id: 1, now, limit: 500 })
    const index = name === 'ended' ? 'facts_until' : 'facts_since'
    expect(plan.map(({ detail }) => detail)).toEqual([expect.stringMatching(`^SEARCH facts USING INDEX ${index} \\(`)])
  }
})

test('customers that change or are removed are listed as they are then', async () => {
  const calls = openCalls()
  const before = customers(13, 130)
  const after = customers(14, 130)
  await calls.put(put(before))
  await expectLists(calls, entriesOf(before), now)
  await calls.put(put(after.slice(0, 90)))
  const current = entriesOf([...after.slice(0, 90), ...before.slice(90)])
  for (const n of [5, 77, 120]) {
    calls.remove({ uid: uidOf(n), askedAt: 2 })
    current.delete(n)
  }
  await expectLists(calls, current, now)
})

test('any part of a list is the same part of the whole list', async () => {
  const calls = openCalls()
  await calls.put(put(customers(15, 200)))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...everyView),
      fc.nat({ max: 210 }),
      fc.integer({ min: 1, max: 60 }),
      async (view, from, limit) => {
        const { rows } = await calls.browse({ view, ...coveringFor(calls.kinds, view), from, limit, unconfirmed, now })
        const all = await browseAll(calls, view, now, 500)
        expect(rows).toEqual(all.slice(from, from + limit))
      },
    ),
    { seed: 5, numRuns: 150 },
  )
})

test('a list is the same after its directory was closed and opened again', async () => {
  const location = locationIn(await temporaryFolder())
  const entries = customers(16, 60)
  const calls = openCalls(location)
  await calls.put(put(entries))
  calls.close()
  await expectLists(openCalls(location), entriesOf(entries), now + 3 * day)
})

test('the exported table has every customer of the list once, in its order', async () => {
  const calls = openCalls()
  await calls.put(put(customers(17, 130)))
  const view: CustomerListView = { sort: 'remaining', descending: false, filter: 'waiting', days: 3, country: null }
  const ids = await calls.listedIds({ view, unconfirmed, now })
  const { text, rows } = await calls.tableLines({ ids, now, decimal: 'point' })
  const listed = await browseAll(calls, view, now, 500)
  expect(rows).toBe(listed.length)
  expect(text.split('\r\n').map((line) => line.split(',')[0])).toEqual([...listed.map(({ uid }) => `"${uid}"`), ''])
})

test('the table shows when the last package of a customer ended, and how many have', async () => {
  const calls = openCalls()
  const ended = (name: string, days: number) => item(name, {}, { expiresAt: at(days) })
  await calls.put(
    put([
      customer('over', null, { activatedItems: [ended('i-1', -3), ended('i-2', -40)] }),
      customer('active', null, { activatedItems: [ended('i-3', 3)] }),
    ]),
  )
  const view = { ...defaultListView, sort: 'expiry' as const }
  const ids = await calls.listedIds({ view, unconfirmed: [], now })
  const { text } = await calls.tableLines({ ids, now, decimal: 'point' })
  const names = customersTable.head('point').replace('\uFEFF', '').trim().split(',')
  const lines = text.trim().split('\r\n')
  const cells = lines.map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))
  const valuesOf = (name: string) => cells.map((line) => line[names.findIndex((one) => one.includes(name))])
  expect(valuesOf('customer_uid')).toEqual(['active', 'over'])
  expect(valuesOf('ended_packages')).toEqual(['0', '2'])
  expect(valuesOf('last_ended')).toEqual(['', at(-3)])
})

test('of some customers those are listed whom the filter lists, in its order, whichever they are', async () => {
  const calls = openCalls()
  const entries = customers(23, 120)
  await calls.put(put(entries))
  const some = entries.filter((_, n) => n % 3 === 0).map(({ customer: { uid } }) => uid)
  const among = [...some, CustomerUid.parse('not-in-the-list')]
  for (const view of everyView.filter(({ sort }) => sort === 'email' || sort === 'sold')) {
    const request = { view, ...coveringFor(calls.kinds, view), unconfirmed, now }
    const listed = (await browseAll(calls, view, now, 500)).filter(({ uid }) => some.includes(uid))
    const { rows, matching, total } = await calls.browse({ ...request, among, from: 0, limit: 500 })
    expect([view, rows, matching, total]).toEqual([view, listed, listed.length, 120])
    const second = await calls.browse({ ...request, among, from: 1, limit: 1 })
    expect([second.rows, second.matching]).toEqual([listed.slice(1, 2), listed.length])
  }
})

test('the table of selected customers has those alone, whatever the filter, in the order of the list', async () => {
  const calls = openCalls()
  await calls.put(put(customers(19, 60)))
  const view: CustomerListView = { sort: 'email', descending: true, filter: 'error', days: 3, country: null }
  const all = await browseAll(calls, { ...view, filter: 'all' }, now, 500)
  const selected = all.filter((_, index) => index % 7 === 0).map(({ uid }) => uid)
  const only = [...selected.toReversed(), CustomerUid.parse('not-in-the-list')]
  const ids = await calls.listedIds({ view, unconfirmed, now, only })
  const { text, rows } = await calls.tableLines({ ids, now, decimal: 'point' })
  expect(rows).toBe(selected.length)
  expect(text.split('\r\n').map((line) => line.split(',')[0])).toEqual([...selected.map((uid) => `"${uid}"`), ''])
})

test('many customers with packages for a country are listed as few are', async () => {
  const { db, writer, store, search } = openFile({ kind: 'memory' }, [])
  onTestFinished(() => void db.close())
  const entries = customers(21, 150)
  const given = entries.map((entry) => putEntry(store, entry, null))
  writer.write(() => store.put(given, { askedAt: 1, fetchedAt: now }, 200, () => false))
  const lister = createLister(db, writer, store.facts, search.names, store.count, { maxSortedMembers: 10 })
  await expectLists({ browse: lister.browse, kinds: store.facts.kinds.all }, entriesOf(entries), now)
})

test('customers are read into memory again after a reading that failed, and after many of them changed', async () => {
  const { db, writer, store, search } = openFile({ kind: 'memory' }, [])
  onTestFinished(() => void db.close())
  const many = Array.from({ length: 6000 }, (_, n) =>
    customer(`c-${n}`, null, { activatedItems: [item(`i-${n}`, {}, { name: n % 2 === 0 ? 'Japan' : 'Europe' })] }),
  )
  const write = (entries: readonly WireCustomerEntry[], askedAt: number): void => {
    const given = entries.map((entry) => putEntry(store, entry, null))
    writer.write(() => store.put(given, { askedAt, fetchedAt: now }, 10_000, () => false))
  }
  write(many, 1)
  const lister = createLister(db, writer, store.facts, search.names, store.count)
  const view = { ...defaultListView, country: 'JP' }
  const listed = async (): Promise<number> =>
    (
      await lister.browse({
        view,
        covering: { ...coveringFor(store.facts.kinds.all, view).covering, customers: [] } as Covering,
        unconfirmed: [],
        now,
        from: 0,
        limit: 1,
      })
    ).matching
  const reading = listed()
  db.exec('ALTER TABLE facts RENAME COLUMN kinds TO others')
  await expect(reading).rejects.toThrow('kinds')
  db.exec('ALTER TABLE facts RENAME COLUMN others TO kinds')
  expect(await listed()).toBe(3000)
  const changed = many
    .slice(0, 5000)
    .map((_one, n) =>
      customer(`c-${n}`, null, { activatedItems: [item(`i-${n}`, {}, { name: n % 2 === 0 ? 'Europe' : 'Japan' })] }),
    )
  write(changed.slice(0, 4000), 2)
  expect(await listed()).toBe(3000)
  write(changed.slice(4000, 4001), 3)
  expect(await listed()).toBe(2999)
})

test('writes that are rolled back count for no filter', async () => {
  const { db, writer, store, lister } = openFile({ kind: 'memory' }, [])
  onTestFinished(() => void db.close())
  const entries = customers(18, 40)
  const given = entries.map((entry) => putEntry(store, entry, null))
  const views = [defaultListView, { ...defaultListView, country: 'JP' }]
  const counts = async () =>
    await Promise.all(
      views.map(async (view) => {
        const request = { view, ...coveringFor(store.facts.kinds.all, view), unconfirmed, now }
        return (await lister.browse({ ...request, from: 0, limit: 1 })).counts
      }),
    )
  writer.write(() => store.put(given.slice(0, 20), { askedAt: 1, fetchedAt: now }, 100, () => false))
  writer.commit()
  const before = await counts()
  const failing = (): never =>
    writer.write(() => {
      store.put(given.slice(20), { askedAt: 1, fetchedAt: now }, 100, () => false)
      throw new Error('The disk is full')
    })
  expect(failing).toThrow('The disk is full')
  const listed = [20, entries.slice(0, 20).filter(coversCountry).length]
  expect([before.map((count) => count?.all), await counts()]).toEqual([listed, before])
})

test('without its indexes a list has those who came first, and all once it is sorted', async () => {
  const { db, writer, store, search } = openFile({ kind: 'memory' }, [])
  onTestFinished(() => void db.close())
  const entries = customers(20, 120)
  const given = entries.map((entry) => putEntry(store, entry, null))
  const { indexes } = store.facts
  const lister = createLister(db, writer, store.facts, search.names, store.count, { maxUnsorted: 60 })
  const calls = { browse: lister.browse, kinds: store.facts.kinds.all }
  const put = (from: number, to: number) =>
    writer.write(() => store.put(given.slice(from, to), { askedAt: 1, fetchedAt: now }, 200, () => false))
  indexes.drop()
  put(0, 60)
  expect(lister.isSorted()).toBe(true)
  await expectLists(calls, entriesOf(entries.slice(0, 60)), now + 3 * day)

  put(60, 120)
  const everyCustomer = entriesOf(entries)
  const first = entriesOf(entries.slice(0, 60))
  const expectFirst = async (time: number, views = everyView): Promise<void> => {
    expect(lister.isSorted()).toBe(false)
    for (const view of views) {
      // Nobody whose operation has an unknown outcome is left out.
      const listed = expected(view.filter === 'unconfirmed' ? everyCustomer : first, view, time)
      const wanted = listed.map(({ uid }) => uid)
      const request = { view, ...coveringFor(calls.kinds, view), unconfirmed, now: time }
      const { matching, counts } = await lister.browse({ ...request, from: 0, limit: 1 })
      const rows = (await browseAll(calls, view, time, 37)).map(({ uid }) => uid)
      expect([view, matching, counts, rows]).toEqual([view, wanted.length, null, wanted])
    }
  }
  await expectFirst(now)
  // An export has all of them.
  expect(await lister.ids({ view: defaultListView, unconfirmed, now })).toHaveLength(120)
  const some = (n: number): readonly CustomerListView[] => everyView.filter((_view, at) => at % 13 === n % 13)
  for (let n = 0; indexes.createNext(); n += 1) await expectFirst(now + 3 * day, some(n))
  expect(lister.isSorted()).toBe(true)
  await expectLists(calls, everyCustomer, now + 3 * day)
})
