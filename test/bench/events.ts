/**
 * The relay: acknowledgement, bursts, the feed with 200 streams, catching up, and a timeline among many events. The
 * figures that are speeds stand beside a bare insert into the same database in the same run.
 *
 * `ESIM_DESK_BENCH_SECONDS` (20, in full 600) is how long the steady load lasts, `ESIM_DESK_BENCH_EVENTS` (300,000, in
 * full 50,000,000) how many events the timeline is among.
 */
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, request } from 'undici'
import { relayPaths } from '../../shared/wire/relay.ts'
import { addEvents, withBenchRelay, type BenchRelay } from './support/benchRelay.ts'
import { enrol, address, withDatabase } from './support/relayDevice.ts'
import { figure, machine, median, percentile } from './support/figures.ts'

const steadySeconds = Number(process.env['ESIM_DESK_BENCH_SECONDS'] ?? 20)
const burstSeconds = Math.min(30, steadySeconds)
const manyEvents = Number(process.env['ESIM_DESK_BENCH_EVENTS'] ?? 300_000)
const streams = 200
const catchUp = 100_000

interface Setting extends BenchRelay {
  readonly token: string
  /** The path of an address for country changes. */
  readonly path: string
}

/** Inserts rows one by one, each committed, and returns how long each took. */
async function timeBareInserts(databaseUrl: string): Promise<readonly number[]> {
  return await withDatabase(databaseUrl, async (client) => {
    await client.query('CREATE TABLE bare (id int PRIMARY KEY, body text)')
    const times: number[] = []
    for (let id = 0; id < 500; id++) {
      const began = performance.now()
      await client.query('INSERT INTO bare VALUES ($1, $2)', [id, '{"iccid":"1","newCountry":"FR"}'])
      times.push(performance.now() - began)
    }
    return times
  })
}

interface Load {
  readonly times: readonly number[]
  readonly acknowledged: number
  readonly refused: number
}

/** Posts at a rate whatever the answers take, and returns how long each acknowledgement took. */
async function load({ relay, path }: Setting, name: string, perSecond: number, seconds: number): Promise<Load> {
  const pool = new Pool(relay.url, { connections: 128 })
  const times: number[] = []
  let refused = 0
  const post = async (index: number): Promise<void> => {
    const began = performance.now()
    const body = JSON.stringify({ iccid: `${name}${String(index)}`, newCountry: 'FR' })
    try {
      const answer = await pool.request({ path, method: 'POST', headers: { 'content-type': 'application/json' }, body })
      await answer.body.dump()
      if (answer.statusCode === 200) times.push(performance.now() - began)
      else refused += 1
    } catch {
      refused += 1
    }
  }
  const running: Promise<void>[] = []
  const began = performance.now()
  for (let sent = 0; sent < perSecond * seconds;) {
    const due = Math.min(perSecond * seconds, ((performance.now() - began) / 1000) * perSecond)
    for (; sent < due; sent++) running.push(post(sent))
    await sleep(4)
  }
  await Promise.all(running)
  await pool.close()
  return { times, acknowledged: times.length, refused }
}

async function countStored(databaseUrl: string, name: string): Promise<number> {
  return await withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM events WHERE iccid LIKE $1',
      [`${name}%`],
    )
    return rows[0]?.count ?? 0
  })
}

async function waitUntilReady({ relay }: Setting): Promise<void> {
  for (;;) {
    const { spooling } = (await (await fetch(`${relay.metricsUrl}/ready`)).json()) as { readonly spooling: boolean }
    if (!spooling) return
    await sleep(100)
  }
}

async function timeAcknowledgements(setting: Setting): Promise<void> {
  const bare = await timeBareInserts(setting.databaseUrl)
  await load(setting, 'warm', 200, 2)
  const steady = await load(setting, 'steady', 500, steadySeconds)
  const p99 = percentile(steady.times, 99)
  figure({
    name: `Relay: acknowledge at 500/s for ${String(steadySeconds)} s, p99`,
    value: p99,
    unit: 'ms',
    goal: 50,
    note:
      `median ${median(steady.times).toFixed(1)} ms; a bare insert: median ${median(bare).toFixed(1)}, p99 ` +
      `${percentile(bare, 99).toFixed(1)} ms; ${(p99 / percentile(bare, 99)).toFixed(1)} bare inserts; ` +
      `${String(steady.refused)} refused`,
  })
  const burst = await load(setting, 'burst', 2000, burstSeconds)
  await waitUntilReady(setting)
  figure({
    name: `Relay: acknowledge in a burst of 2,000/s for ${String(burstSeconds)} s, p99`,
    value: percentile(burst.times, 99),
    unit: 'ms',
    goal: 250,
    note: `median ${median(burst.times).toFixed(1)} ms; ${String(burst.refused)} refused`,
  })
  const stored = (await countStored(setting.databaseUrl, 'steady')) + (await countStored(setting.databaseUrl, 'burst'))
  figure({
    name: 'Relay: acknowledged webhooks that are not stored',
    value: steady.acknowledged + burst.acknowledged - stored,
    unit: 'webhooks',
    goal: 0,
  })
}

interface Listener {
  readonly arrived: number[]
  readonly close: () => void
}

/** Follows the stream and notes when each record arrives whose eSIM is named after its time. */
async function followStream({ relay, token }: Setting, after: number): Promise<Listener> {
  const stop = new AbortController()
  const arrived: number[] = []
  const { body } = await request(`${relay.url}${relayPaths.stream}?after=${String(after)}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
    bodyTimeout: 0,
  })
  body.on('error', () => undefined)
  body.on('data', (part: Buffer) => {
    const now = Date.now()
    for (const [, at] of part.toString('latin1').matchAll(/"iccid":"at(\d+)/g)) arrived.push(now - Number(at))
  })
  return { arrived, close: () => stop.abort() }
}

async function lastSeq({ relay, token }: Setting): Promise<number> {
  const answer = await fetch(relay.url + relayPaths.status, { headers: { authorization: `Bearer ${token}` } })
  const { last } = (await answer.json()) as { last: number }
  return last
}

async function postAt({ relay, path }: Setting): Promise<void> {
  const iccid = `at${String(Date.now())}`
  await fetch(relay.url + path, { method: 'POST', body: JSON.stringify({ iccid, newCountry: 'FR' }) })
}

async function timeStreams(setting: Setting): Promise<void> {
  const after = await lastSeq(setting)
  const listeners = await Promise.all(Array.from({ length: streams }, () => followStream(setting, after)))
  for (let index = 0; index < 100; index++) {
    await postAt(setting)
    await sleep(50)
  }
  await sleep(1000)
  const arrived = listeners.flatMap((listener) => listener.arrived)
  figure({
    name: `Relay: received to delivered with ${String(streams)} streams, p95`,
    value: percentile(arrived, 95),
    unit: 'ms',
    goal: 300,
    note:
      `median ${median(arrived).toFixed(0)} ms; ${String(arrived.length)} of ${String(streams * 100)} ` +
      `deliveries; the desk's painting is not in it`,
  })
  const status = await readFile(`/proc/${String(setting.relay.pid)}/status`, 'utf8')
  figure({
    name: `Relay: resident memory with ${String(streams)} streams`,
    value: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    unit: 'MB',
    goal: 200,
  })
  for (const { close } of listeners) close()
}

async function readPage({ relay, token }: Setting, after: number, wait: number): Promise<Page> {
  const answer = await fetch(`${relay.url}${relayPaths.feed}?after=${String(after)}&wait=${String(wait)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return (await answer.json()) as Page
}
interface Page {
  readonly records: readonly { readonly iccid?: string }[]
  readonly next: number
  readonly more: boolean
}

async function timeLongPoll(setting: Setting): Promise<void> {
  const times: number[] = []
  let after = await lastSeq(setting)
  for (let index = 0; index < 50; index++) {
    const waiting = readPage(setting, after, 10)
    await sleep(20)
    await postAt(setting)
    const { records, next } = await waiting
    const [, at] = /^at(\d+)/.exec(records[0]?.iccid ?? '') ?? []
    times.push(Date.now() - Number(at))
    after = next
  }
  figure({
    name: 'Relay: received to delivered by long poll, p95',
    value: percentile(times, 95),
    unit: 'ms',
    goal: 1000,
  })
}

/** Adds events of a year, 50 of each customer. */
const addMany = ({ databaseUrl }: Setting, count: number, name: string, toLog: boolean): Promise<void> =>
  addEvents(databaseUrl, {
    count,
    customers: count / 50,
    name,
    at: "now() - random() * interval '365 days'",
    toLog,
  })

async function timeCatchUp(setting: Setting): Promise<void> {
  let after = await lastSeq(setting)
  await addMany(setting, catchUp, 'log', true)
  const began = performance.now()
  let [read, more] = [0, true]
  while (more || read < catchUp) {
    const page = await readPage(setting, after, 1)
    read += page.records.length
    ;({ next: after, more } = page)
  }
  figure({
    name: `Relay: catch up ${catchUp.toLocaleString('en')} records`,
    value: (performance.now() - began) / 1000,
    unit: 's',
    goal: 10,
    note: `${String(read)} records in pages of 1,000; the desk's storing is not in it`,
  })
}

async function timeTimeline(setting: Setting): Promise<void> {
  await addMany(setting, manyEvents, 'more', false)
  const times: number[] = []
  for (let index = 0; index < 300; index++) {
    const customer = `customer${String(Math.floor((Math.random() * manyEvents) / 50))}`
    const began = performance.now()
    const answer = await fetch(`${setting.relay.url}${relayPaths.timeline}?customer=${customer}`, {
      headers: { authorization: `Bearer ${setting.token}` },
    })
    await answer.arrayBuffer()
    times.push(performance.now() - began)
  }
  figure({
    name: `Relay: timeline of a customer among ${(manyEvents + catchUp).toLocaleString('en')} events, p95`,
    value: percentile(times, 95),
    unit: 'ms',
    goal: 20,
    note: `median ${median(times).toFixed(1)} ms; the goal is for 50 million events, whose indexes are one or two levels deeper`,
  })
}

await withBenchRelay(async ({ relay, databaseUrl }) => {
  const token = await enrol(relay.url, databaseUrl)
  const setting = { relay, databaseUrl, token, path: await address(databaseUrl) }
  await timeAcknowledgements(setting)
  await timeStreams(setting)
  await timeLongPoll(setting)
  await timeCatchUp(setting)
  await timeTimeline(setting)
  machine()
})
