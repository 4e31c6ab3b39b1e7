/**
 * Measures the directory with a service that sends everybody in one answer from a prepared file: cutting and parsing,
 * the first sync and what it leaves, a refresh in which 1 % has changed, searches, memory, the delay of the event loop,
 * and how long it takes to open. Argument: the number of customers, 200,000 by default. The service is a separate
 * process, and the wire schemas are applied except in the comparison of parsers.
 */
import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '../../electron/base/clock.ts'
import { startDirectory, type Directory } from '../../electron/customers/directory/directory.ts'
import { defaultPace } from '../../electron/customers/sync/options.ts'
import { createSync, type Sync } from '../../electron/customers/sync/sync.ts'
import { createLog } from '../../electron/log/index.ts'
import { createParser, createServiceClient } from '../../electron/service/index.ts'
import type { DirectoryLocation } from '../../electron/storage/index.ts'
import { defaultListView } from '../../shared/model/customer/customerList.ts'
import { WireCustomerEntry } from '../../shared/wire/customer.ts'
import { listedCustomer, prepareList } from './support/customerBody.ts'
import type { FileServiceMessage } from './support/fileService.ts'
import { figure, machine, median, percentile } from './support/figures.ts'
import { peakMegabytes } from './support/memory.ts'
import { queryOf } from './support/searchMix.ts'

const total = Number(process.argv[2] ?? 200_000)
const searches = 2000
const openings = 9
const here = (name: string): string => new URL(`support/${name}`, import.meta.url).pathname
const source = (path: string): URL => new URL(`../../electron/${path}`, import.meta.url)

const folder = mkdtempSync(join(tmpdir(), 'esim-desk-bench-'))
const listFile = join(folder, 'list.json')
const changedFile = join(folder, 'changed.json')

const millisecondsOf = (method: string): number => {
  const output = execFileSync(process.execPath, ['--max-old-space-size=8192', here('cutting.ts'), method, listFile])
  const { milliseconds, count } = JSON.parse(output.toString('utf8')) as { milliseconds: number; count: number }
  if (count !== total) throw new Error(`${method} read ${String(count)} of ${String(total)} customers`)
  return milliseconds
}

function compareParsers(): { readonly parse: number; readonly cutWithSchemas: number } {
  const [cut, parse] = [millisecondsOf('cut'), millisecondsOf('JSON.parse')]
  const versus = (name: string, milliseconds: number, goal: number): void =>
    figure({
      name: `Cut and parse, times as fast as ${name}`,
      value: milliseconds / cut,
      unit: '×',
      goal,
      atLeast: true,
      note: `${(cut / 1000).toFixed(1)} s and ${(milliseconds / 1000).toFixed(1)} s of processor time`,
    })
  versus('JSON.parse of the text', parse, 1.5)
  versus('stream-json', millisecondsOf('stream-json'), 4)
  versus('@streamparser/json', millisecondsOf('@streamparser/json'), 3)
  return { parse, cutWithSchemas: millisecondsOf('cut with schemas') }
}

async function measureSearches(directory: Directory): Promise<void> {
  const took: number[] = []
  const processor: number[] = []
  for (let n = 0; n < searches; n += 1) {
    const began = performance.now()
    const cpu = process.cpuUsage()
    await directory.call((remote) => remote.search({ query: queryOf(n, total), limit: 50, now: Date.now() }))
    took.push(performance.now() - began)
    const { user, system } = process.cpuUsage(cpu)
    processor.push((user + system) / 1000)
  }
  figure({
    name: `Search, fixed mix of ${searches.toLocaleString('en')} queries, p99`,
    value: percentile(took, 99),
    unit: 'ms',
    goal: total > 200_000 ? 16 : 5,
    note:
      `median ${median(took).toFixed(1)} ms, p95 ${percentile(took, 95).toFixed(1)} ms; processor time: ` +
      `median ${median(processor).toFixed(1)} ms, p99 ${percentile(processor, 99).toFixed(1)} ms`,
  })
}

/** What the first sync leaves is done while somebody searches. */
async function measureCompletion(directory: Directory): Promise<void> {
  const began = performance.now()
  let isDone = false
  const completing = (async () => {
    while (await directory.call((remote) => remote.completeSome(defaultPace.rest)));
    isDone = true
  })()
  const took: number[] = []
  for (let n = 0; !isDone; n += 1) {
    const asked = performance.now()
    await directory.call((remote) => remote.search({ query: queryOf(n, total), limit: 50, now: Date.now() }))
    took.push(performance.now() - asked)
  }
  await completing
  console.log(
    `        Completed ${((performance.now() - began) / 1000).toFixed(1)} s later, beside ${String(took.length)} ` +
      `searches: median ${median(took).toFixed(0)} ms, longest ${Math.max(...took).toFixed(0)} ms`,
  )
}

async function serve(service: ChildProcess, file: string): Promise<void> {
  service.send({ file } satisfies FileServiceMessage)
  await once(service, 'message')
}

const locationOf = (name: string): DirectoryLocation => ({
  kind: 'session',
  file: join(folder, name),
  key: 'ab'.repeat(32),
})
const open = (location: DirectoryLocation): Promise<Directory> =>
  startDirectory({
    workerUrl: source('customers/worker.ts'),
    location,
    onFailure: () => console.log('The worker ended'),
  })

/** Returns the milliseconds until the first customers of a list are there, as at the start of the desk. */
async function millisecondsToOpen(location: DirectoryLocation): Promise<number> {
  const view = defaultListView
  const began = performance.now()
  const directory = await open(location)
  await directory.call((remote) => remote.browse({ view, from: 0, limit: 50, unconfirmed: [], now: Date.now() }))
  const took = performance.now() - began
  await directory.close()
  return took
}

/** The two alternate, so that both run under the same conditions. */
async function measureOpening(location: DirectoryLocation): Promise<void> {
  const small = locationOf('small.db')
  const directory = await open(small)
  const entries = Array.from({ length: 1000 }, (_, n) => WireCustomerEntry.parse(listedCustomer(n, 0)))
  const now = Date.now()
  await directory.call((remote) => remote.put({ entries, unreadableUids: [], askedAt: 1, fetchedAt: now }))
  await directory.close()
  const took: { readonly large: number; readonly small: number }[] = []
  for (let n = 0; n < openings; n += 1)
    took.push({ small: await millisecondsToOpen(small), large: await millisecondsToOpen(location) })
  const [ofSmall, ofLarge] = [median(took.map((one) => one.small)), median(took.map((one) => one.large))]
  figure({
    name: 'Open to the first customers of the list, longer than with 1,000 customers',
    value: ofLarge - ofSmall,
    unit: 'ms',
    goal: 100,
    note: `${ofLarge.toFixed(0)} ms and ${ofSmall.toFixed(0)} ms, medians of ${openings}`,
  })
}

interface Run {
  readonly seconds: number
  /** Seconds of processor time of all threads. */
  readonly processor: number
  /** Seconds until a customer could be found, and until all could, or NaN if the directory had customers before. */
  readonly firstRows: number
  readonly searchable: number
  /** Milliseconds: the longest delay of the event loop in a second, over all seconds. */
  readonly worstDelay: number
}

/** Looks for the last customer of the list, who is added after all others. */
async function requireLast(directory: Directory): Promise<void> {
  const { uid } = WireCustomerEntry.parse(listedCustomer(total - 1, 0)).customer
  const { rows } = await directory.call((remote) => remote.search({ query: uid, limit: 50, now: Date.now() }))
  if (!rows.some((row) => row.uid === uid)) throw new Error('The last customer of the list is not found')
}

async function measureRun(sync: Sync, directory: Directory): Promise<Run> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const began = performance.now()
  const cpu = process.cpuUsage()
  const isEmpty = sync.status().customers === 0
  const running = sync.run()
  while (isEmpty && sync.status().customers === 0 && sync.status().state === 'syncing') await wait(5)
  const seconds = (): number => (isEmpty ? (performance.now() - began) / 1000 : Number.NaN)
  const firstRows = seconds()
  while (isEmpty && sync.status().customers < total && sync.status().state === 'syncing') await wait(5)
  await requireLast(directory)
  const searchable = seconds()
  await running
  const { user, system } = process.cpuUsage(cpu)
  const { state, problem } = sync.status()
  if (state !== 'done') throw new Error(`The sync failed: ${String(problem)}`)
  return {
    seconds: (performance.now() - began) / 1000,
    processor: (user + system) / 1e6,
    firstRows,
    searchable,
    worstDelay: delay.max / 1e6,
  }
}

const service = fork(here('fileService.ts'))
const parser = createParser(source('app/parserWorker.ts'))
try {
  const [address] = (await once(service, 'message')) as [string]
  const bytes = prepareList(listFile, total, Number.MAX_SAFE_INTEGER)
  prepareList(changedFile, total, 100)
  console.log(`${total.toLocaleString('en')} customers, ${(bytes / 1e6).toFixed(0)} MB`)
  const { parse, cutWithSchemas } =
    total > 250_000 ? { parse: Number.NaN, cutWithSchemas: Number.NaN } : compareParsers()

  const log = createLog({ level: 'error' })
  const credentials = () => Promise.resolve({ clientId: 'id', clientSecret: 'secret' })
  const client = createServiceClient({ address, segment: 'service', credentials, clock: systemClock, log, parser })
  const location = locationOf('directory.db')
  const directory = await open(location)
  const sync = createSync({
    client,
    directory,
    storage: 'session',
    signal: new AbortController().signal,
    clock: systemClock,
    emit: () => undefined,
    log,
    started: Promise.resolve(),
    pace: { ...defaultPace, every: 3_600_000 },
  })
  await serve(service, listFile)
  const first = await measureRun(sync, directory)
  if (!Number.isNaN(parse))
    figure({
      name: 'First byte to all searchable, times as long as JSON.parse of the text',
      value: (first.searchable * 1000) / parse,
      unit: '×',
      goal: 7,
      note:
        `${first.searchable.toFixed(1)} s, on the disk after ${first.seconds.toFixed(1)} s, ` +
        `${first.processor.toFixed(1)} s of processor time in three threads`,
    })
  else
    figure({
      name: 'First byte to all searchable',
      value: first.searchable,
      unit: 's',
      goal: (120 * total) / 1_000_000,
      note: `on the disk after ${first.seconds.toFixed(1)} s`,
    })
  figure({ name: 'First rows searchable', value: first.firstRows, unit: 's', goal: 1 })
  figure({
    name: 'Delay of the event loop during the first sync, longest',
    value: first.worstDelay,
    unit: 'ms',
    goal: 50,
  })
  await measureCompletion(directory)
  const firstPeak = peakMegabytes(process.pid)
  await serve(service, changedFile)
  const refresh = await measureRun(sync, directory)
  if (Number.isNaN(cutWithSchemas))
    console.log(`        A refresh with 1 % changed took ${refresh.seconds.toFixed(1)} s`)
  else
    figure({
      name: 'Refresh with 1 % changed, times as long as cutting and parsing with schemas',
      value: (refresh.seconds * 1000) / cutWithSchemas,
      unit: '×',
      goal: 1.5,
      note:
        `${refresh.seconds.toFixed(1)} s, ${refresh.processor.toFixed(1)} s of processor time, against ` +
        `${(cutWithSchemas / 1000).toFixed(1)} s`,
    })
  await measureSearches(directory)
  figure({
    name: 'Peak resident memory of the process with both threads',
    value: peakMegabytes(process.pid),
    unit: 'MB',
    goal: 600,
    note: `${firstPeak.toFixed(0)} MB after the first sync`,
  })
  await sync.stop()
  await directory.close()
  await measureOpening(location)
  machine()
  await client.close()
} finally {
  await parser.close()
  service.disconnect()
  rmSync(folder, { recursive: true, force: true })
}
