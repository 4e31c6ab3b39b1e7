/**
 * What was acknowledged is durable: webhooks are posted to a relay while it and PostgreSQL are killed and the database
 * is away for a time, some of them with bodies or answers that the database can't store. Each one that was acknowledged
 * has its event, and is in the feed once and in its order, or named there as unreadable. Each one that was refused, for
 * its length, the rate of its address or a full spool as well, is inside a hole. Then an older backup takes the place
 * of the database: what it has not is inside a hole too.
 */
import { createServer } from 'node:http'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { FeedPage } from '#shared/wire/relay.ts'
import { createDatabase } from '../../../relay/postgres/server.ts'
import { backUp } from '../../support/backup.ts'
import { eventually } from '../../support/eventually.ts'
import { withDatabase } from '../../support/postgres.ts'
import { answerWith, enrolDevice, isCaughtUp, poster, testSettings } from '../../support/relay.ts'
import { freePort, restartPostgres, startRelayProcess } from '../../support/relayProcess.ts'
import { sizes } from '../sizes.ts'

const senders = 24

/** When a webhook was sent and when its sender had an answer, or none; epoch milliseconds. */
interface Span {
  readonly sent: number
  readonly answered: number
}
type Records = FeedPage['records']

const iccidsOf = (records: Records): ReadonlySet<string | null> =>
  new Set(records.map((record) => (record.type === 'event' ? record.iccid : null)))

const holesOf = (records: Records): readonly (readonly [from: number, until: number])[] =>
  records.flatMap((record) =>
    record.type === 'hole' ? [[Date.parse(record.from), Date.parse(record.until)] as const] : [],
  )

const outside = (times: readonly Span[], holes: ReturnType<typeof holesOf>): readonly Span[] =>
  times.filter(({ sent, answered }) => !holes.some(([from, until]) => from <= answered && until >= sent))

/** Milliseconds that are inside at least one of them. */
function lengthOf(holes: ReturnType<typeof holesOf>): number {
  let [length, end] = [0, 0]
  for (const [from, until] of holes.toSorted(([one], [other]) => one - other)) {
    length += Math.max(0, until - Math.max(from, end))
    end = Math.max(end, until)
  }
  return length
}

const seconds = (milliseconds: number): string => `${String(Math.round(milliseconds / 1000))} s`

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
  await eventually(async () => expect((await post({ iccid: 'first', newCountry: 'FR' })).status).toBe(200))

  const began = Date.now()
  const acknowledged: string[] = []
  let next = 0
  const refusals: Span[] = []
  const tried = async (call: () => Promise<Response>): Promise<boolean> => {
    const sent = Date.now()
    const answer = await call().catch(() => null)
    if (answer?.status !== 200) refusals.push({ sent, answered: Date.now() })
    return answer?.status === 200
  }
  const isAcknowledged = async (iccid: string, more = ''): Promise<boolean> => {
    const taken = await tried(() => post({ iccid, newCountry: 'FR', more }))
    if (taken) acknowledged.push(iccid)
    return taken
  }
  let [unreadable, activations] = [0, 0]
  /** What the database can't store, and what nobody can read. */
  const sendOdd = async (index: number): Promise<void> => {
    if (await tried(() => post(`{"iccid":"odd${String(index)}\\u0000\\ud800","newCountry":"\\u0000"}`)))
      acknowledged.push(`odd${String(index)}��`)
    if (await tried(() => post(`{"iccid":"half`))) unreadable += 1
    if (await tried(() => activate({ activationId: `a${String(index)}` }))) activations += 1
  }
  const send = async (): Promise<void> => {
    while (next < sizes.webhooks) {
      const iccid = String(next++)
      // What was sent to a relay that was killed may be stored or not; sent once more it is a repeat, or the first.
      while (!(await isAcknowledged(iccid))) await sleep(50)
      if (Number(iccid) % 20 === 0) await sendOdd(Number(iccid))
    }
  }
  /** How long a share takes depends on the machine; it fails if nothing is acknowledged for a while. */
  const progress = async (share: number): Promise<void> => {
    while (next < sizes.webhooks * share) {
      const before = next
      await eventually(() => expect(next).toBeGreaterThan(before))
    }
  }
  const restartRelay = async (more: Readonly<Record<string, string>> = {}): Promise<void> => {
    await relay.kill()
    relay = await startRelayProcess({ ...variables, ...more })
  }
  const caughtUp = (): Promise<void> => eventually(async () => expect(await isCaughtUp(relay)).toBe(true))
  const sending = Promise.all(Array.from({ length: senders }, send))
  await progress(0.1)
  await restartRelay()
  await progress(0.3)
  await postgres.kill()
  await sleep(sizes.outageSeconds * 500)
  // The relay starts again while the database is away, and knows its addresses.
  await restartRelay()
  const before = acknowledged.length
  await eventually(() => expect(acknowledged.length).toBeGreaterThan(next < sizes.webhooks ? before : before - 1))
  await sleep(sizes.outageSeconds * 500)
  postgres = await restartPostgres(folder)
  await progress(0.8)
  await restartRelay()
  await sending
  await caughtUp()
  const duringKills = refusals.length

  // Refusals by a relay that runs, the last of them with no time to report them.
  const untilRefused = async (name: string, size: number): Promise<void> => {
    for (const before = refusals.length; refusals.length === before;)
      await Promise.all(Array.from({ length: 100 }, () => isAcknowledged(name + String(next++), 'x'.repeat(size))))
  }
  await untilRefused('long', 65 * 1024)
  await restartRelay({ RELAY_RATE: '20', RELAY_SPOOL_MEGABYTES: '1' })
  await untilRefused('many', 0)
  await postgres.kill()
  await restartRelay({ RELAY_SPOOL_MEGABYTES: '1' })
  await untilRefused('full', 60 * 1000)
  await relay.kill()
  postgres = await restartPostgres(folder)
  await restartRelay()
  await caughtUp()

  // Its token lasts for minutes.
  const device = await enrolDevice({ url: relay.url, settings })
  const isNumber = (iccid: string): boolean => /^\d+$/.test(iccid)
  expect(acknowledged.filter(isNumber)).toHaveLength(sizes.webhooks)
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
  const read = iccidsOf(records)
  expect(acknowledged.filter((iccid) => !read.has(iccid))).toEqual([])

  const kindsOf = (type: string): number => records.filter((record) => record.type === type).length
  expect(unreadable).toBeGreaterThan(0)
  expect(kindsOf('unreadable')).toBeGreaterThanOrEqual(unreadable)
  expect(kindsOf('answer')).toBeGreaterThanOrEqual(activations)
  expect(duringKills).toBeGreaterThan(0)
  const holes = await eventually(async () => {
    const found = holesOf(await device.readAll())
    expect(outside(refusals, found)).toEqual([])
    return found
  })
  // A hole that lasts all the time would say nothing.
  const [lasted, inHoles] = [Date.now() - began, lengthOf(holes)]
  if (sizes.all) expect(inHoles).toBeLessThan(lasted / 2)

  const restore = await backUp(databaseUrl)
  const lost: Span[] = []
  for (let index = 0; index < 220; index++) {
    const sent = Date.now()
    expect((await post({ iccid: `lost${String(index)}`, newCountry: 'FR' })).status).toBe(200)
    lost.push({ sent, answered: Date.now() })
  }
  await caughtUp()
  await restore()
  await eventually(async () => expect(outside(lost, holesOf(await device.readAll()))).toEqual([]))
  await eventually(async () => expect((await post({ iccid: 'after', newCountry: 'FR' })).status).toBe(200))
  const last = await eventually(async () => {
    const found = iccidsOf(await device.readAll())
    expect(found.has('after')).toBe(true)
    return found
  })
  expect(acknowledged.filter((iccid) => !last.has(iccid))).toEqual([])
  process.stdout.write(
    `${String(acknowledged.length + unreadable + activations)} acknowledged, ${String(unreadable)} of them unreadable; ` +
      `${String(refusals.length)} refused (${String(duringKills)} during kills) inside ${String(holes.length)} holes of ` +
      `${seconds(inHoles)} of ${seconds(lasted)}; 220 lost with a backup inside a hole\n`,
  )
})
