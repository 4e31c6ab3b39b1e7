/**
 * What was acknowledged is durable: webhooks are posted to a relay while it and PostgreSQL are killed and the database
 * is away for a time. Each one that was acknowledged has its event, and is in the feed once and in its order.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../../electron/relay/postgres/server.ts'
import { eventually } from '../../support/eventually.ts'
import { withDatabase } from '../../support/postgres.ts'
import { enrolDevice, isCaughtUp, testSettings } from '../../support/relay.ts'
import { poster } from '../../support/relay.ts'
import { freePort, restartPostgres, startRelayProcess } from '../../support/relayProcess.ts'
import { sizes } from '../sizes.ts'

const senders = 24

test('every webhook that was acknowledged is in the feed once, through kills of the relay and of PostgreSQL', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'esim-relay-durable-'))
  let postgres = await restartPostgres(folder)
  await createDatabase(postgres, 'relay')
  const databaseUrl = postgres.url('relay')
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
  const device = await enrolDevice({ url: relay.url, settings })
  await eventually(async () => expect((await post({ iccid: 'first', newCountry: 'FR' })).status).toBe(200))

  const acknowledged: string[] = []
  let next = 0
  const isAcknowledged = async (iccid: string): Promise<boolean> =>
    (await post({ iccid, newCountry: 'FR' }).catch(() => null))?.status === 200
  const send = async (): Promise<void> => {
    while (next < sizes.webhooks) {
      const iccid = String(next++)
      // What was sent to a relay that was killed may be stored or not; sent once more it is a repeat, or the first.
      while (!(await isAcknowledged(iccid))) await sleep(50)
      acknowledged.push(iccid)
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

  expect(acknowledged).toHaveLength(sizes.webhooks)
  const stored = await withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ iccid: string }>('SELECT iccid FROM events WHERE repeat_of IS NULL')
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
})
