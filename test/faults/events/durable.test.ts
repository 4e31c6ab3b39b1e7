/**
 * What was acknowledged is durable: webhooks are posted to a relay while it and PostgreSQL are killed and the database
 * is away for a time, some of them with bodies or answers that the database can't store, or too long to be taken. Each
 * one that was acknowledged has its event, and is in the feed once and in its order, or named there as unreadable.
 * Each one that was refused is inside a hole. Then an older backup takes the place of the database: what it has not is
 * inside a hole too.
 */
import { createServer } from 'node:http'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../../electron/relay/postgres/server.ts'
import { backUp } from '../../support/backup.ts'
import { eventually } from '../../support/eventually.ts'
import { withDatabase } from '../../support/postgres.ts'
import { answerWith, enrolDevice, isCaughtUp, poster, testSettings } from '../../support/relay.ts'
import { freePort, restartPostgres, startRelayProcess } from '../../support/relayProcess.ts'
import { sizes } from '../sizes.ts'

const senders = 24

test('every webhook that was acknowledged is in the feed once, through kills of the relay and of PostgreSQL', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'esim-relay-durable-'))
  let postgres = await restartPostgres(folder)
  await createDatabase(postgres, 'durable')
  const databaseUrl = postgres.url('durable')
  const variables = {
    DATABASE_URL: databaseUrl,
    RELAY_PORT: String(await freePort()),
    RELAY_DATA: await mkdtemp(join(tmpdir(), 'esim-relay-data-')),
    RELAY_DATABASE_TIMEOUT_MS: '500',
    RELAY_RATE: '100000',
  }
  let relay = await startRelayProcess(variables)
  onTestFinished(async () => {
    await relay.kill()
    await postgres.kill()
    for (const path of [folder, variables.RELAY_DATA]) await rm(path, { recursive: true, force: true, maxRetries: 5 })
  })
  const settings = await testSettings({ databaseUrl })
  const post = await poster({ url: relay.url, settings }, 'countryChange')
  const activate = await poster({ url: relay.url, settings }, 'activationRequest')
  const app = createServer((_request, response) =>
    response.end('{"returnCode":"FAIL","returnMessage":"\\u0000\\ud800"}'),
  )
  await once(app.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void app.close())
  const { port } = app.address() as AddressInfo
  await answerWith({ settings }, 'activationRequest', 'pass', `http://127.0.0.1:${String(port)}/`)
  const device = await enrolDevice({ url: relay.url, settings })
  await eventually(async () => expect((await post({ iccid: 'first', newCountry: 'FR' })).status).toBe(200))

  const acknowledged: string[] = []
  let next = 0
  const refusals: { readonly sent: number; readonly answered: number }[] = []
  const tried = async (call: () => Promise<Response>): Promise<boolean> => {
    const sent = Date.now()
    const answer = await call().catch(() => null)
    if (answer?.status !== 200) refusals.push({ sent, answered: Date.now() })
    return answer?.status === 200
  }
  const isAcknowledged = (iccid: string): Promise<boolean> => tried(() => post({ iccid, newCountry: 'FR' }))
  let [unreadable, activations] = [0, 0]
  /** What the database can't store, what nobody can read, and what is too long to be taken. */
  const sendOdd = async (index: number): Promise<void> => {
    if (await tried(() => post(`{"iccid":"odd${String(index)}\\u0000\\ud800","newCountry":"\\u0000"}`)))
      acknowledged.push(`odd${String(index)}��`)
    if (await tried(() => post(`{"iccid":"half`))) unreadable += 1
    if (await tried(() => activate({ activationId: `a${String(index)}` }))) activations += 1
    await tried(() => post({ iccid: 'long', more: 'x'.repeat(65 * 1024) }))
  }
  const send = async (): Promise<void> => {
    while (next < sizes.webhooks) {
      const iccid = String(next++)
      // What was sent to a relay that was killed may be stored or not; sent once more it is a repeat, or the first.
      while (!(await isAcknowledged(iccid))) await sleep(50)
      acknowledged.push(iccid)
      if (Number(iccid) % 20 === 0) await sendOdd(Number(iccid))
    }
  }
  const progress = (share: number): Promise<void> =>
    eventually(() => expect(next).toBeGreaterThanOrEqual(sizes.webhooks * share))
  const sending = Promise.all(Array.from({ length: senders }, send))
  await progress(0.1)
  await relay.kill()
  relay = await startRelayProcess(variables)
  await progress(0.3)
  await postgres.kill()
  await sleep(sizes.outageSeconds * 500)
  // The relay starts again while the database is away, and knows its addresses.
  await relay.kill()
  relay = await startRelayProcess(variables)
  const before = acknowledged.length
  await eventually(() =>
    expect(acknowledged.length).toBeGreaterThan(acknowledged.length < sizes.webhooks ? before : before - 1),
  )
  await sleep(sizes.outageSeconds * 500)
  postgres = await restartPostgres(folder)
  await progress(0.8)
  await relay.kill()
  relay = await startRelayProcess(variables)
  await sending
  await eventually(async () => expect(await isCaughtUp(relay)).toBe(true))

  expect(acknowledged.filter((iccid) => /^\d+$/.test(iccid))).toHaveLength(sizes.webhooks)
  const stored = await withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ iccid: string }>(
      "SELECT iccid FROM events WHERE repeat_of IS NULL AND kind = 'countryChange'",
    )
    return rows.map(({ iccid }) => iccid)
  })
  const unique = new Set(stored)
  expect(stored).toHaveLength(unique.size)
  expect(acknowledged.filter((iccid) => !unique.has(iccid))).toEqual([])
  const records = await device.readAll()
  const seqs = records.map(({ seq }) => seq)
  expect(seqs).toEqual([...new Set(seqs)].toSorted((one, other) => one - other))
  const read = new Set(records.map((record) => (record.type === 'event' ? record.iccid : null)))
  expect(acknowledged.filter((iccid) => !read.has(iccid))).toEqual([])

  const kindsOf = (type: string): number => records.filter((record) => record.type === type).length
  expect(unreadable).toBeGreaterThan(0)
  expect(kindsOf('unreadable')).toBeGreaterThanOrEqual(unreadable)
  expect(kindsOf('answer')).toBeGreaterThanOrEqual(activations)
  const outside = (times: typeof refusals, feed: typeof records): typeof refusals =>
    times.filter(
      ({ sent, answered }) =>
        !feed.some(
          (record) => record.type === 'hole' && Date.parse(record.from) <= answered && Date.parse(record.until) >= sent,
        ),
    )
  expect(refusals.length).toBeGreaterThan(0)
  await eventually(async () => expect(outside(refusals, await device.readAll())).toEqual([]))

  const restore = await backUp(databaseUrl)
  const lost: (typeof refusals)[number][] = []
  for (let index = 0; index < 220; index++) {
    const sent = Date.now()
    expect((await post({ iccid: `lost${String(index)}`, newCountry: 'FR' })).status).toBe(200)
    lost.push({ sent, answered: Date.now() })
  }
  await eventually(async () => expect(await isCaughtUp(relay)).toBe(true))
  await restore()
  await eventually(async () => expect(outside(lost, await device.readAll())).toEqual([]))
  await eventually(async () => expect((await post({ iccid: 'after', newCountry: 'FR' })).status).toBe(200))
  const last = await eventually(async () => {
    const feed = await device.readAll()
    expect(feed.some((record) => record.type === 'event' && record.iccid === 'after')).toBe(true)
    return feed
  })
  const restored = new Set(last.map((record) => (record.type === 'event' ? record.iccid : null)))
  expect(acknowledged.filter((iccid) => !restored.has(iccid))).toEqual([])
  process.stdout.write(
    `${String(acknowledged.length + unreadable + activations)} acknowledged, ${String(refusals.length)} refused inside ` +
      `${String(last.filter(({ type }) => type === 'hole').length)} holes, 220 lost with a backup inside a hole\n`,
  )
})
