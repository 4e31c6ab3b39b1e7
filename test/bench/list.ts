/**
 * Measures the sorted and filtered list of customers in its worker: the first rows with the counts of all filters in
 * every order, filter and direction, with and without a country, jumps into the middle, what follows a write and a
 * change of the time, and the customers of "Today", whom a filter of its own must find as well.
 * Argument: the number of customers, 200,000 by default. They are written without a service and without the index of
 * the search.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDirectory, type Directory } from '../../electron/customers/directory/directory.ts'
import { openFile } from '../../electron/customers/directory/openFile.ts'
import type { Covering } from '../../electron/customers/directory/protocol.ts'
import {
  customerFilters,
  customerSorts,
  defaultListView,
  type CustomerListView,
} from '../../shared/model/customer/customerList.ts'
import { noneToday, todayReasons, type TodayReason } from '../../shared/model/customer/today.ts'
import { itemPhase } from '../../shared/model/package/itemPhase.ts'
import { remainingOf } from '../../shared/model/package/remaining.ts'
import { prepareCustomer } from '../../electron/customers/directory/preparedCustomer.ts'
import { WireCustomerEntry } from '../../shared/wire/customer.ts'
import { CustomerUid } from '../../shared/wire/ids.ts'
import { listedCustomer, mix, uidOf } from './support/customerBody.ts'
import { figure, machine, median, percentile } from './support/figures.ts'

const total = Number(process.argv[2] ?? 200_000)
const rounds = 3
/** Packages are for one of so many places. The countries are covered by those of this many. */
const places = 200
const placesOf: Readonly<Record<string, number>> = { IS: 1, JP: 10, DE: 100 }
const batchSize = 5000
const day = 86_400_000
const now = Date.UTC(2026, 5, 1)
const source = (path: string): URL => new URL(`../../electron/${path}`, import.meta.url)
const unconfirmed = Array.from({ length: 20 }, (_, n) => CustomerUid.parse(uidOf(mix(n) % total)))

const folder = mkdtempSync(join(tmpdir(), 'esim-desk-bench-'))
const location = { kind: 'session', file: join(folder, 'directory.db'), key: 'ab'.repeat(32) } as const

/** A customer like those of a shop: of a third the packages have ended, and some wait, are used up or are broken. */
function customerOf(n: number): WireCustomerEntry {
  const entry = WireCustomerEntry.parse(listedCustomer(n, 0))
  const draw = (salt: number): number => mix(n * 7 + salt) % 100
  const instant = (salt: number, from: number, days: number): string =>
    new Date(now + from * day + (mix(n * 5 + salt) % (days * day))).toISOString()
  const gigabytes = draw(1) < 12 ? 0 : (mix(n + 9) % 900) / 100
  return {
    ...entry,
    totalAvailableBalance: { sizeValue: gigabytes, sizeUnit: 'GB' },
    activatedItems: entry.activatedItems.map((item, at) => ({
      ...item,
      salesDate: instant(12 + at, -40, 40),
      balance: {
        ...item.balance,
        name: `Place ${String(mix(n * 11) % places)}`,
        ...(draw(2 + at) < 15 ? { activatedAt: null, activationMode: draw(4) < 50 ? 'ON_DEMAND' : 'FIRST_USE' } : {}),
        expiresAt: draw(6 + at) < 35 ? instant(at, -200, 200) : instant(at, 0, 60),
        availableBalance: { sizeValue: gigabytes, sizeUnit: 'GB' },
      },
    })),
    relatedEsims: entry.relatedEsims.map((esim) => ({
      ...esim,
      state: draw(8) < 2 ? 'ERROR' : draw(8) < 20 ? 'RELEASED' : 'INSTALLED',
      lastSeen: draw(8) < 20 && draw(9) < 80 ? null : instant(10, -45, 45),
    })),
    ...(draw(10) === 0
      ? {
          unreadableParts: [
            {
              part: 'package',
              uid: null,
              iccid: null,
              imsi: null,
              metatag: null,
              name: null,
              raw: 'none',
              reason: 'balance',
            },
          ],
        }
      : {}),
  }
}

const viewsOf = (country: string | null): readonly CustomerListView[] =>
  customerSorts.flatMap((sort) =>
    customerFilters.flatMap((filter) =>
      [true, false].map((descending) => ({ sort, filter, descending, days: 3, country })),
    ),
  )

/** What the main process finds out about the kinds of packages. */
async function coveringOf(directory: Directory, { country }: CustomerListView): Promise<{ covering?: Covering }> {
  if (country === null) return {}
  const kinds = await directory.call((remote) => remote.kinds())
  const names = Array.from({ length: placesOf[country] ?? 0 }, (_, place) => `["Place ${String(place)}"`)
  const covered = kinds.filter(({ kind }) => names.some((name) => kind.startsWith(name)))
  return { covering: { kinds: covered.map(({ id }) => id), unknown: [], customers: [] } }
}

interface Timed {
  readonly view: CustomerListView
  readonly milliseconds: number
  readonly processor: number
}

async function timed(directory: Directory, view: CustomerListView, from: number, time: number): Promise<Timed> {
  const covering = await coveringOf(directory, view)
  const cpu = process.cpuUsage()
  const began = performance.now()
  await directory.call((remote) => remote.browse({ view, ...covering, from, limit: 50, unconfirmed, now: time }))
  const { user, system } = process.cpuUsage(cpu)
  return { view, milliseconds: performance.now() - began, processor: (user + system) / 1000 }
}

function report(name: string, took: readonly Timed[], goal: number): void {
  const times = took.map(({ milliseconds }) => milliseconds)
  const processor = took.map((one) => one.processor)
  const slowest = took.toSorted((one, other) => other.milliseconds - one.milliseconds)[0]
  const { sort, filter, descending, country } = slowest?.view ?? defaultListView
  figure({
    name: `${name}, p95`,
    value: percentile(times, 95),
    unit: 'ms',
    goal,
    note:
      `median ${median(times).toFixed(1)} ms, longest ${Math.max(...times).toFixed(0)} ms (${filter} by ${sort}` +
      `${descending ? ', descending' : ''}${country === null ? '' : `, ${country}`}); ` +
      `processor time: p95 ${percentile(processor, 95).toFixed(1)} ms`,
  })
}

/** The views without a country, and those with one, are measured apart. */
async function measure(directory: Directory, write: (n: number) => Promise<unknown>): Promise<void> {
  for (const [what, views] of [
    ['', viewsOf(null)],
    [' with a country', Object.keys(placesOf).flatMap(viewsOf)],
  ] as const) {
    const [first] = views
    if (first === undefined) return
    const { milliseconds } = await timed(directory, first, 0, now)
    console.log(`        The first list${what} took ${milliseconds.toFixed(0)} ms`)
    await measureViews(directory, what, views, write)
  }
}

async function measureViews(
  directory: Directory,
  what: string,
  views: readonly CustomerListView[],
  write: (n: number) => Promise<unknown>,
): Promise<void> {
  const matching = new Map<CustomerListView, number>()
  for (const view of views) {
    const request = { view, ...(await coveringOf(directory, view)), unconfirmed, now }
    const page = await directory.call((remote) => remote.browse({ ...request, from: 0, limit: 1 }))
    matching.set(view, page.matching)
  }
  const everyView = Array.from({ length: rounds }, () => views).flat()
  const repeated = async (act: (view: CustomerListView, n: number) => Promise<Timed>): Promise<readonly Timed[]> => {
    const took: Timed[] = []
    for (const [n, view] of everyView.entries()) took.push(await act(view, n))
    return took
  }
  report(`First 50 rows and the counts${what}`, await repeated((view) => timed(directory, view, 0, now)), 100)
  const middle = (view: CustomerListView): number => Math.floor((matching.get(view) ?? 0) / 2)
  report(`50 rows of the middle${what}`, await repeated((view) => timed(directory, view, middle(view), now)), 100)
  report(
    `First 50 rows and the counts${what} after a customer has changed`,
    await repeated(async (view, n) => {
      await write(n)
      return await timed(directory, view, 0, now)
    }),
    100,
  )
  report(
    `First 50 rows and the counts${what} a minute later, and a minute later again`,
    await repeated((view, n) => timed(directory, view, 0, now + n * 60_000)),
    100,
  )
}

/** A filter of its own. All of these customers have e-mail addresses, packages and eSIMs that are known. */
function callersOf(entry: WireCustomerEntry): readonly TodayReason[] {
  const ends = entry.activatedItems.map(({ balance }) => Date.parse(balance.expiresAt ?? ''))
  const phases = entry.activatedItems.map((item) => itemPhase(item, now))
  const [active, waiting] = [phases.includes('active'), phases.some((phase) => phase.startsWith('waiting'))]
  const sold = Math.max(...entry.activatedItems.map(({ salesDate }) => Date.parse(salesDate ?? '')))
  const seen = entry.relatedEsims.map(({ lastSeen }) => Date.parse(lastSeen ?? '')).filter(Number.isFinite)
  const states = entry.relatedEsims.map(({ state }) => state)
  const left = entry.totalAvailableBalance
  const holds: Readonly<Record<TodayReason, boolean>> = {
    unconfirmed: false,
    failed: states.length > 0 && states.every((state) => state === 'ERROR') && (active || waiting),
    notStarted: phases.every((phase) => phase.startsWith('waiting')) && seen.some((time) => time > sold),
    ending: active && !waiting && ends.every((end, at) => phases[at] !== 'active' || end <= now + day),
    low: active && !waiting && (remainingOf(entry)(now) === null ? false : Number(left?.sizeValue) * 1024 < 100),
    notInstalled:
      states.every((state) => state === 'RELEASED') &&
      seen.length === 0 &&
      (active || waiting) &&
      sold > now - 3 * day &&
      sold <= now - day,
  }
  return todayReasons.filter((reason) => holds[reason])
}

async function measureToday(directory: Directory): Promise<void> {
  // Nobody has a name in the directory here, by which those of operations are found.
  const request = { ticked: [], unconfirmed: [], from: 0, limit: 50 }
  const times: number[] = []
  for (let round = 0; round < 20; round += 1)
    for (const reason of [null, ...todayReasons]) {
      const began = performance.now()
      await directory.call((remote) => remote.today({ ...request, reason, now: now + round * 60_000 }))
      times.push(performance.now() - began)
    }
  const page = await directory.call((remote) => remote.today({ ...request, reason: null, limit: 1, now }))
  const wanted: Record<string, number> = { ...noneToday }
  for (let n = 0; n < total; n += 1) {
    const reasons = callersOf(customerOf(n))
    for (const reason of reasons) wanted[reason] = (wanted[reason] ?? 0) + 1
    if (reasons.length > 0) wanted['all'] = (wanted['all'] ?? 0) + 1
  }
  const isExact = JSON.stringify(page.counts) === JSON.stringify(wanted)
  console.log(
    `        Today: ${JSON.stringify(page.counts)}; a filter of its own: ${isExact ? 'the same' : JSON.stringify(wanted)}`,
  )
  figure({
    name: 'Today: first 50 rows and the counts, p95',
    value: percentile(times, 95),
    unit: 'ms',
    goal: 150,
    note: `median ${median(times).toFixed(1)} ms, longest ${Math.max(...times).toFixed(0)} ms`,
  })
}

/** Writes what the list reads of a customer, and not the index of the search, which takes several times as long. */
function fill(): void {
  const { db, store, writer } = openFile(location, [])
  const insert = db.prepare("INSERT INTO customers (id, uid, digest, codes, entry) VALUES (?, ?, '', '', ?)")
  const began = performance.now()
  const cpu = process.cpuUsage()
  db.pragma('cache_size = -96000')
  for (let from = 0; from < total; from += batchSize)
    writer.write(() => {
      for (let n = from; n < Math.min(total, from + batchSize); n += 1) {
        const prepared = prepareCustomer(customerOf(n), String)
        insert.run(n + 1, prepared.uid, prepared.copy)
        store.facts.put(n + 1, prepared, now, true)
      }
    })
  writer.commit()
  db.close()
  const { user, system } = process.cpuUsage(cpu)
  console.log(
    `${total.toLocaleString('en')} customers written in ${((performance.now() - began) / 1000).toFixed(0)} s, ` +
      `${((user + system) / 1e6).toFixed(0)} s of processor time`,
  )
}

const began = performance.now()
try {
  fill()
  const directory = await startDirectory({
    workerUrl: source('customers/worker.ts'),
    location,
    onFailure: () => console.log('The worker ended'),
  })
  await measureToday(directory)
  await measure(directory, (n) =>
    directory.call((remote) =>
      remote.put({ entries: [customerOf(total + n)], unreadableUids: [], askedAt: performance.now(), fetchedAt: now }),
    ),
  )
  console.log(`        All of it took ${((performance.now() - began) / 1000).toFixed(0)} s`)
  machine()
  await directory.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
