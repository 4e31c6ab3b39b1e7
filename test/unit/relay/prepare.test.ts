/**
 * A relay that has started while its database was away, and what it checks when the database is back.
 *
 * @module-tag long
 */
import { join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { expect, onTestFinished, test } from 'vitest'
import { FeedPage, relayPaths } from '#shared/wire/relay.ts'
import { isAway } from '../../../relay/database/database.ts'
import { runUpkeep } from '../../../relay/database/upkeep.ts'
import { createLog } from '../../../relay/log.ts'
import { awayDatabase, type AwayDatabase } from '../../support/awayDatabase.ts'
import { eventually } from '../../support/eventually.ts'
import { temporaryDatabase, withDatabase } from '../../support/postgres.ts'
import { address, callRelay, enrolDevice, isCaughtUp, startTestRelay, type TestDevice } from '../../support/relay.ts'
import { startRelayProcess } from '../../support/relayProcess.ts'

interface Earlier {
  readonly databaseUrl: string
  readonly dataFolder: string
  readonly device: TestDevice
  /** The ends of the addresses of two kinds. */
  readonly paths: { readonly lowBalance: string; readonly activationRequest: string }
  readonly away: AwayDatabase
}

const post = async (url: string, body: object): Promise<number> =>
  (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).status
/** On a busy machine the feed also says in which time no relay listened. */
const eventsOf = (page: unknown): FeedPage['records'] =>
  FeedPage.parse(page).records.filter(({ type }) => type === 'event')
const low = (uid: string): object => ({ uid, timestamp: '2026-01-01T00:00:00Z' })

/** A relay has run, stored one webhook, and ended. Then something is done to its database, which goes away. */
async function afterEarlierRelay(change: string): Promise<Earlier> {
  const relay = await startTestRelay()
  const { databaseUrl, dataFolder } = relay.settings
  const device = await enrolDevice(relay)
  const urls = [await address(relay, 'activationRequest'), await address(relay, 'lowBalance')]
  const [activationRequest = '', lowBalance = ''] = urls.map((url) => url.slice(relay.url.length))
  expect(await post(relay.url + lowBalance, low('c1'))).toBe(200)
  await relay.close()
  await withDatabase(databaseUrl, (client) => client.query(change))
  const away = await awayDatabase(databaseUrl)
  return { databaseUrl, dataFolder, device, paths: { lowBalance, activationRequest }, away }
}

const replaceKey = "UPDATE body_key SET key_id = 'other'"
/** Takes the tables back to those of the version before. */
const olderTables = `ALTER TABLE claims DROP COLUMN reported, DROP COLUMN reported_until;
  DELETE FROM relay_migrations WHERE name >= '0005'`

const lockMigration = "SELECT pg_advisory_lock(hashtextextended('esim_relay_migration', 0))"
const waitingForLock = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

const written = `SELECT (SELECT count(*)::int FROM receipts) AS receipts, (SELECT count(*)::int FROM answers) AS answers,
  (SELECT count(*)::int FROM listening) AS relays`

test('a relay that started without its database brings the tables up to date when the database is back', async () => {
  const { away, dataFolder, device, paths } = await afterEarlierRelay(olderTables)
  const { token } = device
  const relay = await startTestRelay({ databaseUrl: away.url, dataFolder })
  expect(relay.log.join('')).toContain('"event":"started_without_database"')
  expect(await post(relay.url + paths.lowBalance, low('c2'))).toBe(200)
  expect((await callRelay(relay.url, relayPaths.status, { token })).status).toBe(503)
  expect((await fetch(`${relay.metricsUrl}/ready/desks`)).status).toBe(503)
  away.comeBack()
  await eventually(async () => expect(await isCaughtUp(relay)).toBe(true))
  const claimed = await callRelay(relay.url, relayPaths.claims, { token, body: { customer: 'c1', isOpen: true } })
  expect(await claimed.json()).toMatchObject({ granted: true })
  const feed = await callRelay(relay.url, `${relayPaths.feed}?after=0`, { token })
  expect(eventsOf(await feed.json())).toMatchObject([{ customer: 'c1' }, { customer: 'c2' }])
})

test('a relay makes no upkeep of its database before that is prepared', async () => {
  const { away, databaseUrl, dataFolder } = await afterEarlierRelay(`${replaceKey};
    INSERT INTO claims (connection, customer, device, until)
    VALUES ('main', 'past', gen_random_uuid(), now() - interval '1 s')`)
  const relay = await startTestRelay({ databaseUrl: away.url, dataFolder, upkeepMs: 1 })
  await withDatabase(databaseUrl, async (client) => {
    // The preparation waits for this lock while there would be time for several upkeeps.
    await client.query(lockMigration)
    away.comeBack()
    await eventually(async () => expect((await client.query(waitingForLock)).rowCount).toBe(1))
    const other = { ...relay.settings, databaseUrl: await temporaryDatabase() }
    for (let count = 0; count < 5; count++)
      await runUpkeep(
        other,
        createLog(() => undefined),
      )
    expect(relay.log.join('')).not.toContain('"event":"upkeep')
  })
  await relay.refused
  await relay.close()
  expect(relay.log.join('')).not.toContain('"event":"upkeep')
  const { rows } = await withDatabase(databaseUrl, (client) => client.query('SELECT customer FROM claims'))
  expect(rows).toEqual([{ customer: 'past' }])
})

test('a relay spools while its database is unusable, reports it, and writes when it has been mended', async () => {
  // A column that the migration adds is there already, so the tables can't be brought up to date.
  const { away, databaseUrl, dataFolder, device, paths } = await afterEarlierRelay(
    "DELETE FROM relay_migrations WHERE name >= '0005'",
  )
  const relay = await startTestRelay({ databaseUrl: away.url, dataFolder })
  away.comeBack()
  await eventually(() => expect(relay.log.join('')).toContain('"event":"database_unusable","code":"42701"'))
  expect(await post(relay.url + paths.lowBalance, low('c2'))).toBe(200)
  expect((await fetch(`${relay.metricsUrl}/ready/desks`)).status).toBe(503)
  expect(relay.log.join('')).not.toContain('"event":"database_away","code":"42701"')
  await withDatabase(databaseUrl, (client) => client.query('ALTER TABLE claims DROP COLUMN reported'))
  await eventually(async () => expect(await isCaughtUp(relay)).toBe(true))
  const feed = await callRelay(relay.url, `${relayPaths.feed}?after=0`, { token: device.token })
  expect(eventsOf(await feed.json())).toMatchObject([{ customer: 'c1' }, { customer: 'c2' }])
})

test.each([
  ['ECONNREFUSED', true],
  ['ECONNRESET', true],
  ['EAI_AGAIN', true],
  ['ERR_TLS_CERT_ALTNAME_INVALID', false],
  ['ERR_INVALID_URL', false],
  ['08006', true],
  ['40001', true],
  ['25006', true],
  ['25001', false],
  ['53100', true],
  ['53200', true],
  ['53300', true],
  ['53400', false],
  ['57P01', true],
  ['57P03', true],
  ['28P01', false],
  ['3D000', false],
  ['42501', false],
  ['42701', false],
  ['23505', false],
])('an error with the code %s passes by itself: %s', (code, passes) => {
  expect(isAway(Object.assign(new Error('x'), { code }))).toBe(passes)
})

test('an error without a code passes by itself if the connection has ended or takes too long', () => {
  expect(isAway(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(isAway(new Error('timeout expired'))).toBe(true)
  expect(isAway(new Error('Not run migration 0002 is preceding already run migration 0003'))).toBe(false)
})

test.each(['its own', 'none'])(
  'a relay whose key was replaced while its database was away writes nothing; the key that its folder remembers: %s',
  async (remembered) => {
    const { away, databaseUrl, dataFolder, device, paths } = await afterEarlierRelay(replaceKey)
    if (remembered === 'none') {
      const file = new Database(join(dataFolder, 'spool.db'))
      file.exec("DELETE FROM remembered WHERE name = 'keyId'")
      file.close()
    }
    const relay = await startTestRelay({ databaseUrl: away.url, dataFolder })
    expect(await post(relay.url + paths.lowBalance, low('c2'))).toBe(200)
    expect(await post(relay.url + paths.activationRequest, { activationId: 'a1' })).toBe(200)
    away.comeBack()
    await eventually(() => expect(relay.log.join('')).toContain('"event":"database_refused","code":"other_key"'))
    expect(await relay.refused).toMatchObject({ message: expect.stringContaining('run the command new-key') })
    expect(await post(relay.url + paths.lowBalance, low('c3'))).toBe(200)
    expect(await post(relay.url + paths.activationRequest, { activationId: 'a2' })).toBe(200)
    expect((await callRelay(relay.url, relayPaths.status, { token: device.token })).status).toBe(503)
    expect((await fetch(`${relay.metricsUrl}/ready/desks`)).status).toBe(503)
    await relay.close()
    const { rows } = await withDatabase(databaseUrl, (client) => client.query(written))
    expect(rows).toEqual([{ receipts: 1, answers: 0, relays: 1 }])
  },
)

test('the process of a relay whose key was replaced ends when the database is back, and reports why', async () => {
  const { away, dataFolder } = await afterEarlierRelay(replaceKey)
  const relay = await startRelayProcess({ DATABASE_URL: away.url, RELAY_DATA: dataFolder, RELAY_PORT: '0' })
  onTestFinished(() => relay.kill())
  away.comeBack()
  expect(await relay.exitCode).toBe(1)
  expect(relay.log()).toMatch(/"level":"error","event":"database_refused"/)
  expect(relay.log()).toMatch(/could not run: The database was used with another key than RELAY_KEY .*\n$/)
})
