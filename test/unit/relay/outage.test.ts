/**
 * A database that is away or slow: webhooks wait in the spool, and holes are shown.
 *
 * @module-tag long
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSealer } from '../../../relay/secrets.ts'
import { newId, type Delivery } from '../../../relay/ingest/delivery.ts'
import { createLog } from '../../../relay/log.ts'
import { createMetrics } from '../../../relay/operation/metrics.ts'
import { createWriter } from '../../../relay/ingest/writer.ts'
import { openSpool, SpoolFull } from '../../../relay/ingest/spool.ts'
import { FeedPage, ListeningAnswer, relayPaths } from '#shared/wire/relay.ts'
import { eventually } from '../../support/eventually.ts'
import { withDatabase } from '../../support/postgres.ts'
import { callRelay, enrolDevice, isCaughtUp, poster, startTestRelay, testSettings } from '../../support/relay.ts'
import { testKey } from '../../support/relayProcess.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const change = (index: number): object => ({ iccid: String(index), newCountry: 'FR' })

function delivery(index: number, size = 10): Delivery {
  const receivedAt = Date.now()
  const body = Buffer.from(JSON.stringify({ ...change(index), more: 'x'.repeat(size) }))
  return {
    id: newId(receivedAt),
    receivedAt,
    connection: 'main',
    kind: 'countryChange',
    isTest: false,
    answer: null,
    body,
  }
}

/** A database that is prepared already. */
const prepared = {
  preparation: { isDone: () => true, run: () => Promise.resolve() },
  onRefused: () => undefined,
}

/** Everybody who adds to the log waits while this runs. */
async function whileLocked<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  return await withDatabase(databaseUrl, async (client) => {
    await client.query("SELECT pg_advisory_lock(hashtextextended('esim_relay_log', 0))")
    return await work()
  })
}

test('while the database is slow webhooks are acknowledged from the spool, and their order is kept', async () => {
  const relay = await startTestRelay({ variables: { RELAY_DATABASE_TIMEOUT_MS: '200' } })
  const device = await enrolDevice(relay)
  const post = await poster(relay, 'countryChange')
  await post(change(0))
  // On a busy machine the first one may have gone through the spool, too.
  await eventually(async () => expect(await isCaughtUp(relay)).toBe(true))
  await whileLocked(relay.settings.databaseUrl, async () => {
    for (let index = 1; index <= 20; index++) expect((await post(change(index))).status).toBe(200)
    expect(await isCaughtUp(relay)).toBe(false)
    for (const path of ['/ready', '/ready/desks']) expect((await fetch(relay.metricsUrl + path)).status).toBe(200)
    expect(await (await fetch(`${relay.metricsUrl}/metrics`)).text()).toMatch(/esim_relay_spool_depth 20\b/)
    expect(await device.readAll()).toHaveLength(1)
  })
  const records = await eventually(async () => {
    const read = await device.readAll()
    expect(read).toHaveLength(21)
    return read
  })
  const iccids = records.map((record) => (record.type === 'event' ? record.iccid : null))
  expect(iccids).toEqual(Array.from({ length: 21 }, (_, index) => String(index)))
  await eventually(async () => expect(await isCaughtUp(relay)).toBe(true))
})

test('webhooks that wait for the database have a limit in bytes', async () => {
  const folder = await temporaryFolder()
  const sealer = createSealer(Buffer.alloc(32, 1))
  const spool = openSpool(folder, 200, sealer)
  const writer = createWriter({
    ...prepared,
    // A database that never answers.
    pool: { connect: () => new Promise(() => undefined) } as never,
    spool,
    sealer,
    timeoutMs: 1000,
    log: createLog(() => undefined),
    metrics: createMetrics({ spoolDepth: () => 0, streams: () => 0 }),
    onWritten: () => undefined,
    onBack: () => Promise.resolve(),
  })
  const megabyte = 1024 * 1024
  const accepted = Array.from({ length: 63 }, (_, index) => writer.add(delivery(index, megabyte)))
  await expect(writer.add(delivery(64, 2 * megabyte))).rejects.toThrow(SpoolFull)
  expect(accepted).toHaveLength(63)
  spool.close()
})

test('webhooks that were refused while the database was there are reported when the burst has ended', async () => {
  const sealer = createSealer(Buffer.alloc(32, 1))
  const spool = openSpool(await temporaryFolder(), 200, sealer)
  const slow = Promise.withResolvers<void>()
  const none = (): void => undefined
  const client = { query: () => Promise.resolve({ rows: [] }), on: none, off: none, release: none }
  const reports: (number | null)[] = []
  const writer = createWriter({
    ...prepared,
    pool: { connect: () => slow.promise.then(() => client) } as never,
    spool,
    sealer,
    timeoutMs: 10_000,
    log: createLog(none),
    metrics: createMetrics({ spoolDepth: () => 0, streams: () => 0 }),
    onWritten: none,
    onBack: (refusedSince) => Promise.resolve(void reports.push(refusedSince)),
  })
  const began = Date.now()
  const megabyte = 1024 * 1024
  const accepted = Array.from({ length: 63 }, (_, index) => writer.add(delivery(index, megabyte)))
  await expect(writer.add(delivery(64, 2 * megabyte))).rejects.toThrow(SpoolFull)
  expect(reports).toEqual([])
  slow.resolve()
  await Promise.all(accepted)
  await eventually(() => expect(reports).toEqual([expect.any(Number)]))
  expect(reports[0]).toBeGreaterThanOrEqual(began)
  expect(writer.isSpooling()).toBe(false)
  await writer.add(delivery(65))
  await writer.close()
  expect(reports).toHaveLength(1)
  spool.close()
})

test('a refusal while an earlier one is being reported does not make the spool forget that one', async () => {
  const sealer = createSealer(Buffer.alloc(32, 1))
  const spool = openSpool(await temporaryFolder(), 200, sealer)
  const [reports, settled] = [[] as (number | null)[], Promise.withResolvers<void>()]
  const writer = createWriter({
    ...prepared,
    pool: {} as never,
    spool,
    sealer,
    timeoutMs: 1000,
    log: createLog(() => undefined),
    metrics: createMetrics({ spoolDepth: () => 0, streams: () => 0 }),
    onWritten: () => undefined,
    onBack: (refusedSince) => {
      reports.push(refusedSince)
      return reports.length === 1 ? settled.promise : Promise.resolve()
    },
  })
  writer.refused(1000)
  await eventually(() => expect(reports).toEqual([1000]))
  writer.refused(2000)
  // What the next relay would report if this one were killed now.
  expect(spool.refusedSince()).toBe(1000)
  settled.resolve()
  await eventually(() => expect(reports).toEqual([1000, 2000]))
  await writer.close()
  expect(spool.refusedSince()).toBeNull()
  spool.close()
})

test('what is in the spool when a relay ends is written by the next one', async () => {
  const relay = await startTestRelay({ variables: { RELAY_DATABASE_TIMEOUT_MS: '200' } })
  const { databaseUrl, dataFolder } = relay.settings
  const device = await enrolDevice(relay)
  const post = await poster(relay, 'countryChange')
  await whileLocked(databaseUrl, async () => {
    for (let index = 0; index < 5; index++) expect((await post(change(index))).status).toBe(200)
    void relay.close()
    await sleep(300)
  })
  await relay.close()
  const next = await startTestRelay({ databaseUrl, dataFolder })
  const { token } = device
  await eventually(async () => {
    const page = await callRelay(next.url, relayPaths.feed, { token })
    const { records } = FeedPage.parse(await page.json())
    const events = records.filter(({ type }) => type !== 'hole')
    expect(events).toMatchObject([0, 1, 2, 3, 4].map((index) => ({ iccid: String(index) })))
  })
})

test('the spool keeps order and bytes over a restart, and a delivery of another key as it is', async () => {
  const folder = await temporaryFolder()
  const sealer = createSealer(Buffer.alloc(32, 1))
  const first = openSpool(folder, 10, sealer)
  const sent = [delivery(1), delivery(2), delivery(3)]
  first.append(sent)
  first.close()
  const other = openSpool(folder, 10, createSealer(Buffer.alloc(32, 2)))
  const { keyId } = sealer
  expect(other.first(10)).toMatchObject(sent.map(({ id }) => ({ delivery: { id, sealedWith: keyId } })))
  other.close()
  const again = openSpool(folder, 10, sealer)
  expect(again.depth()).toBe(3)
  expect(again.first(2).map((entry) => entry.delivery)).toEqual(sent.slice(0, 2))
  again.remove(again.first(1).map(({ place }) => place))
  again.quarantine(again.first(1)[0]?.place ?? 0)
  expect(again.first(10).map((entry) => entry.delivery)).toEqual(sent.slice(2))
  again.close()
})

test('a full spool takes nothing more, and has room again once something is removed', async () => {
  const spool = openSpool(await temporaryFolder(), 1, createSealer(Buffer.alloc(32, 1)))
  let stored = 0
  expect(() => {
    for (; stored < 1000; stored++) spool.append([delivery(stored, 20_000)])
  }).toThrow(SpoolFull)
  expect(stored).toBeGreaterThan(10)
  expect(spool.depth()).toBe(stored)
  spool.remove(spool.first(20).map(({ place }) => place))
  spool.append([delivery(0, 20_000)])
  spool.close()
})

test('a relay whose disk is full starts on its database, although it can not remember its key, and empties the spool', async () => {
  const { databaseUrl, dataFolder } = await testSettings()
  const spool = openSpool(dataFolder, 1, createSealer(Buffer.from(testKey, 'hex')))
  const untilFull = (fill: (index: number) => void): void =>
    expect(() => {
      for (let index = 0; ; index++) fill(index)
    }).toThrow(SpoolFull)
  for (const size of [20_000, 10]) untilFull((index) => spool.append([delivery(index, size)]))
  // Rows of the size of the key's, whose names come before its own.
  untilFull((index) => spool.remember(`k${String(index).padStart(4, '0')}`, 'x'.repeat(8)))
  const stored = spool.depth()
  spool.close()
  const relay = await startTestRelay({ databaseUrl, dataFolder, variables: { RELAY_SPOOL_MEGABYTES: '1' } })
  expect(relay.log.join('')).toContain('"event":"key_not_remembered"')
  await eventually(async () => expect(await isCaughtUp(relay)).toBe(true))
  const { rows } = await withDatabase(databaseUrl, (client) => client.query('SELECT count(*)::int FROM receipts'))
  expect(rows).toEqual([{ count: stored }])
})

test('with a full spool a webhook is refused with a time to try again, and the refusal is a hole', async () => {
  const relay = await startTestRelay({ variables: { RELAY_DATABASE_TIMEOUT_MS: '200', RELAY_SPOOL_MEGABYTES: '1' } })
  const device = await enrolDevice(relay)
  const post = await poster(relay, 'countryChange')
  let acknowledged = 0
  await whileLocked(relay.settings.databaseUrl, async () => {
    for (;;) {
      const answer = await post({ ...change(acknowledged), more: 'x'.repeat(30_000) })
      if (answer.status === 200) acknowledged += 1
      else {
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
        expect((await fetch(`${relay.metricsUrl}/ready`)).status).toBe(503)
        return
      }
    }
  })
  await eventually(async () => {
    const types = (await device.readAll()).map(({ type }) => type)
    expect(types).toEqual([...Array.from({ length: acknowledged }, () => 'event'), 'hole'])
  })
})

test('the time in which no relay was listening is a hole in the feed and in the answer', async () => {
  const relay = await startTestRelay()
  const { databaseUrl } = relay.settings
  const device = await enrolDevice(relay)
  await poster(relay, 'countryChange')
  await relay.close()
  await withDatabase(databaseUrl, (client) =>
    client.query("UPDATE listening SET since = since - interval '1 hour', until = until - interval '1 hour'"),
  )
  const next = await startTestRelay({ databaseUrl })
  const { token } = device
  const hole = await eventually(async () => {
    const page = await (await callRelay(next.url, relayPaths.feed, { token })).json()
    expect(page).toMatchObject({ records: [{ type: 'hole' }] })
    return page
  })
  const from = new Date(Date.now() - 7_200_000).toISOString()
  const query = `?from=${from}&until=${new Date().toISOString()}`
  const answer = await callRelay(next.url, relayPaths.listening + query, { token })
  const { holes } = ListeningAnswer.parse(await answer.json())
  expect(hole).toMatchObject({ records: holes })
  expect(holes).toHaveLength(1)
})

test('a relay that is restarted within seconds leaves a hole', async () => {
  const relay = await startTestRelay()
  const { databaseUrl } = relay.settings
  const device = await enrolDevice(relay)
  await relay.close()
  const next = await startTestRelay({ databaseUrl })
  const post = await poster(next, 'countryChange')
  await post(change(1))
  await eventually(async () => {
    const page = await (await callRelay(next.url, relayPaths.feed, { token: device.token })).json()
    expect(page).toMatchObject({ records: [{ type: 'hole' }, { type: 'event' }] })
  })
})
