/**
 * Many desks that had no relay for ten minutes and find it again: how long until each has every record, and how often
 * they read the service together. They follow the feed, claim and report as a desk does. What each does by itself, to
 * validate and to store a record, is not in it, because here they share one machine: `catchingUp.ts` measures that.
 *
 * `ESIM_DESK_BENCH_RECORDS` is how many records they missed: 72,000, which is 120 a second for ten minutes.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import { DeskError } from '#shared/errors.ts'
import { ClaimAnswer, relayPaths, type FeedPage, type ReceivedRecord } from '#shared/wire/relay.ts'
import { CustomerUid, Iccid } from '#shared/wire/ids.ts'
import { systemClock } from '../../electron/base/clock.ts'
import { systemTimer } from '../../electron/base/timer.ts'
import { createHints } from '../../electron/events/hints.ts'
import { follow } from '../../electron/events/relay/follow.ts'
import { pageRecords } from '../../electron/events/relay/client.ts'
import { createRereads } from '../../electron/events/rereads.ts'
import { addEvents, inTenMinutes, withBenchRelay, type BenchRelay } from './support/benchRelay.ts'
import { enrol } from './support/relayDevice.ts'
import { figure, machine, percentile } from './support/figures.ts'

const records = Number(process.env['ESIM_DESK_BENCH_RECORDS'] ?? 72_000)
const desks = 200
const customers = 2000
/** Long enough for the pauses between attempts to have grown to their longest. */
const awaySeconds = 75
/** Events that wait in a desk for their read to be requested. */
const maxFollowed = 1000
const claimTimeoutMs = 3000
/** How long the reads of the service are counted after the return. */
const readSeconds = 60

const dispatcher = new Agent({ connections: 2 * desks, headersTimeout: 60_000, bodyTimeout: 60_000 })

interface Way {
  isOpen: boolean
  /** Aborted when the way is closed. */
  cut: AbortController
}

interface BenchDesk {
  readonly last: () => number
  readonly stop: () => Promise<void>
}

/** When the service was read, in milliseconds of `performance.now()`. */
const serviceReads: number[] = []
let claimsSent = 0
/** Claims without an answer: the desk reads the service then, because nobody can be asked. */
let unanswered = 0
let failures = 0

function createDesk({ relay }: BenchRelay, token: string, way: Way): BenchDesk {
  const ended = new AbortController()
  const signalOf = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, way.cut.signal])
  const ask = async (path: string, signal: AbortSignal, json?: unknown): Promise<string> => {
    if (!way.isOpen) throw new DeskError('relay_unreachable', 'The way to the relay is closed')
    const answer = await fetch(relay.url + path, {
      method: json === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      signal: signalOf(signal),
      dispatcher,
    })
    if (answer.ok) return await answer.text()
    failures += 1
    throw new DeskError('relay_failed', `The relay answered ${String(answer.status)}`)
  }
  /** The record after which this desk has asked last, so that it has all before. */
  let last = 0
  let followed = 0
  /** The records that a desk reads the service for are parsed; it refuses more than these while they wait. */
  const readPage = async (after: number, wait: number, signal: AbortSignal): Promise<FeedPage> => {
    const query = `after=${String(after)}&limit=${String(pageRecords)}&wait=${String(wait)}`
    const text = await ask(`${relayPaths.feed}?${query}`, signal)
    const [, next, more] = /"next":(\d+),"more":(true|false)\}$/.exec(text.slice(-100)) ?? []
    if (more === 'true' && followed >= maxFollowed) {
      const [, feed = ''] = /^\{"feed":"([^"]+)"/.exec(text) ?? []
      return { feed, records: [], next: Number(next), more: true }
    }
    const page = JSON.parse(text) as FeedPage
    followed += page.records.length
    return page
  }
  const idOfSeq = new Map<number, string>()
  const rereads = createRereads(systemTimer)
  const hints = createHints({
    targets: {
      customerOfIccid: () => Promise.resolve(null),
      lookUpIccid: () => Promise.resolve(null),
      readAgain: () => Promise.resolve(void serviceReads.push(performance.now())),
      unresolvedOf: () => [],
      hasStarted: () => false,
      checkNow: () => Promise.resolve(),
    },
    rereads,
    isOpen: () => false,
    onOwner: () => undefined,
    claims: {
      claim(customer, isOpen, signal) {
        claimsSent += 1
        const asked = ask(relayPaths.claims, AbortSignal.any([signal, AbortSignal.timeout(claimTimeoutMs)]), {
          customer,
          isOpen,
        })
        return asked.then(
          (text) => ClaimAnswer.parse(JSON.parse(text)),
          () => {
            unanswered += 1
            return null
          },
        )
      },
      report: (read, signal) =>
        ask(relayPaths.reads, signal, read).then(
          () => undefined,
          () => undefined,
        ),
    },
    relayIds: (seqs) => seqs.flatMap((seq) => idOfSeq.get(seq) ?? []),
    clock: systemClock,
    timer: systemTimer,
    log: { info: () => undefined, warn: () => undefined },
    signal: ended.signal,
  })
  const store = (part: readonly ReceivedRecord[]): void => {
    const events = part.filter((record) => record.type === 'event')
    for (const { seq, id } of events) idOfSeq.set(seq, id)
    void hints.handle(
      events.map(({ seq, at, kind, customer, iccid }) => ({
        id: String(seq),
        at,
        kind,
        customerUid: CustomerUid.parse(customer),
        iccid: Iccid.safeParse(iccid).data ?? null,
        itemUid: null,
        details: {},
        repeats: 0,
        isRead: false,
        alert: null,
      })),
    )
    for (const record of part)
      if (record.type === 'read') hints.onOtherRead(CustomerUid.parse(record.customer), record.events)
  }
  const following = follow({
    client: {
      page({ after }, wait, signal) {
        last = after
        return readPage(after, wait, signal)
      },
      // The streams have a figure of their own, and long polls load a relay more.
      stream: async (_position, _onPage, signal) => {
        await sleep(3_600_000, undefined, { signal })
      },
    },
    from: { feed: null, after: 0 },
    store,
    onState: () => undefined,
    clock: systemClock,
    timer: systemTimer,
    signal: ended.signal,
  })
  return {
    last: () => last,
    async stop() {
      ended.abort()
      rereads.stop()
      await following.ended
    },
  }
}

async function lastSeq({ relay }: BenchRelay, token: string): Promise<number> {
  const answer = await fetch(relay.url + relayPaths.status, { headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { last: number }).last
}

async function waitFor(holds: () => boolean, seconds: number): Promise<boolean> {
  for (const until = performance.now() + seconds * 1000; performance.now() < until;) {
    if (holds()) return true
    await sleep(50)
  }
  return false
}

/** The most reads that began within one second. */
function busiestSecond(times: readonly number[]): number {
  const inSecondAfter = (at: number): number => times.filter((time) => time >= at && time < at + 1000).length
  return Math.max(0, ...times.map(inSecondAfter))
}

await withBenchRelay(async (setting) => {
  const { relay, databaseUrl } = setting
  const add = (count: number, name: string): Promise<void> =>
    addEvents(databaseUrl, { count, customers, name, at: inTenMinutes, toLog: true })
  // One person may have a desk on several machines; the relay limits how many join in a minute.
  const tokens = await Promise.all(Array.from({ length: 10 }, () => enrol(relay.url, databaseUrl)))
  const [anyToken = ''] = tokens
  await add(10, 'before')
  const way: Way = { isOpen: true, cut: new AbortController() }
  const all = Array.from({ length: desks }, (_, index) => createDesk(setting, tokens[index % 10] ?? '', way))
  const before = await lastSeq(setting, anyToken)
  if (!(await waitFor(() => all.every((desk) => desk.last() >= before), 60))) throw new Error('The desks did not start')

  way.isOpen = false
  way.cut.abort()
  await add(records, 'away')
  await sleep(awaySeconds * 1000)
  const last = await lastSeq(setting, anyToken)
  ;[serviceReads.length, claimsSent, unanswered, failures] = [0, 0, 0, 0]
  way.cut = new AbortController()
  way.isOpen = true
  const began = performance.now()
  const caughtUpAfter = new Map<BenchDesk, number>()
  await waitFor(() => {
    for (const desk of all)
      if (desk.last() >= last && !caughtUpAfter.has(desk)) caughtUpAfter.set(desk, performance.now() - began)
    return caughtUpAfter.size === desks
  }, 600)
  const times = [...caughtUpAfter.values()]
  figure({
    name: `Relay: ${String(desks)} desks back after ten minutes, until all have ${records.toLocaleString('en')} records`,
    value: caughtUpAfter.size === desks ? Math.max(...times) / 1000 : Number.POSITIVE_INFINITY,
    unit: 's',
    goal: 60,
    note:
      `half of them after ${(percentile(times, 50) / 1000).toFixed(1)} s; ${String(failures)} calls refused; ` +
      'validating and storing records is not in it',
  })
  await sleep(Math.max(0, readSeconds * 1000 - (performance.now() - began)))
  const reads = serviceReads.filter((time) => time < began + readSeconds * 1000)
  figure({
    name: `Relay: reads of the service in a minute after ${String(desks)} desks are back`,
    value: reads.length / readSeconds,
    unit: 'per second',
    goal: 2,
    note:
      `at most ${String(busiestSecond(reads))} in one second; ` +
      `${String(claimsSent)} claims, ${String(unanswered)} of them not answered`,
  })
  machine()
  await Promise.all(all.map((desk) => desk.stop()))
  await dispatcher.close()
})
