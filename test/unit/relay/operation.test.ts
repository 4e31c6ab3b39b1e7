/**
 * Commands of an operator, upkeep, versions side by side, and what must never get into logs and figures.
 *
 * @module-tag long
 */
import { randomBytes } from 'node:crypto'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { addAddress } from '../../../relay/commands/connections.ts'
import { readCommandLine } from '../../../relay/commandLine.ts'
import { runCommand } from '../../../relay/commands/run.ts'
import { connectRuntime } from '../../../relay/database/database.ts'
import { migrate } from '../../../relay/database/migrate.ts'
import { runUpkeep } from '../../../relay/database/upkeep.ts'
import { followLog } from '../../../relay/feed/tail.ts'
import { createAddresses } from '../../../relay/ingest/addresses.ts'
import { openSpool } from '../../../relay/ingest/spool.ts'
import { createMetrics } from '../../../relay/operation/metrics.ts'
import { startPostgres } from '../../../relay/postgres/server.ts'
import { codeOf, createLog } from '../../../relay/log.ts'
import { createSealer } from '../../../relay/secrets.ts'
import { readSettings } from '../../../relay/settings.ts'
import { relayPaths } from '#shared/wire/relay.ts'
import { eventually } from '../../support/eventually.ts'
import { temporaryDatabase, withDatabase } from '../../support/postgres.ts'
import { callRelay, enrolDevice, poster, startTestRelay, testSettings } from '../../support/relay.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const migrations = join(import.meta.dirname, '../../../relay/database/migrations')
const day = 86_400_000

test('the commands do what they say, and name what is wrong', async () => {
  const settings = await testSettings({ variables: { RELAY_ADDRESS: 'https://relay.example/' } })
  const run = (...args: string[]): Promise<string> => runCommand(settings, readCommandLine(args))
  expect((await run('addresses')).match(/https:\/\/relay\.example\/in\/[\w-]{22}/g)).toHaveLength(7)
  expect(await run('addresses', 'lowBalance', '--connection', 'second')).toMatch(/^lowBalance +https:/m)
  const listed = await run('addresses')
  expect(listed).not.toContain('/in/')
  expect(listed.match(/^[a-zA-Z]+ +since [\dT:.-]+Z, last received never$/gm)).toHaveLength(7)
  expect(await run('new-address', 'lowBalance')).not.toContain('ended')
  await expect(run('new-address', 'lowBalance')).rejects.toThrow(
    /^The address of lowBalance since .*, last received never would end\. Nothing was changed: with --yes/,
  )
  expect((await run('addresses', 'lowBalance')).match(/^lowBalance/gm)).toHaveLength(2)
  expect(await run('new-address', 'lowBalance', '--yes')).toMatch(
    /^lowBalance +https:.*\nThe one since .* has ended\.$/m,
  )
  expect((await run('addresses', 'lowBalance')).match(/^lowBalance/gm)).toHaveLength(2)
  const ask = (answer: boolean): Promise<string> =>
    runCommand(settings, readCommandLine(['new-address', 'lowBalance']), () => Promise.resolve(answer))
  await expect(ask(false)).rejects.toThrow('Nothing was changed')
  expect(await ask(true)).toContain('has ended')
  expect(await run('answer', 'activationRequest', 'pass', 'https://app.example/')).toBe('activationRequest: pass')
  expect(await run('off', 'countryChange')).toBe('countryChange: not stored')
  const kinds = await run('kinds')
  expect(kinds).toMatch(/^activationRequest +stored, pass https:\/\/app\.example\/, 1 address, last received never$/m)
  expect(kinds).toMatch(/^countryChange +not stored, 1 address, last received never$/m)
  expect(kinds).toMatch(/^lowBalance +stored, 2 addresses,/m)
  await expect(run('kinds', '--connection', 'third')).rejects.toThrow('no such connection')
  expect(await run('on', 'countryChange')).toBe('countryChange: stored')
  expect(await run('invite', 'Anna', 'of', 'Bonn')).toMatch(
    /Address: https:\/\/relay\.example\nCode: {4}[A-Z2-9-]{23}\n/,
  )
  expect(await run('devices')).toBe('There are none.')
  expect(await run('unreadable')).toBe('There are none.')
  expect(await run('count')).toBe('{"events":0,"receipts":0,"log":0}')
  expect(await run('new-feed')).toMatch(/^The feed is [0-9a-f-]{36} now\.$/)
  await expect(run('revoke', 'Nobody')).rejects.toThrow('No connected desk is named "Nobody"')
  await expect(run('erase', 'c1')).rejects.toThrow('Nothing is stored')
  await expect(run('erase')).rejects.toThrow('Say which customer')
  await expect(run('answer')).rejects.toThrow('Say which kind and how')
  await expect(run('off', 'weather')).rejects.toThrow('no kind')
  await expect(run('invite')).rejects.toThrow('Say whom')
  await expect(run('answer', 'activationRequest', 'approve')).rejects.toThrow('no way to answer')
})

test('the command line takes a folder after --with-postgres only if it is one', () => {
  expect(readCommandLine(['--with-postgres', 'devices'])).toMatchObject({ postgres: '', command: 'devices' })
  expect(readCommandLine(['--with-postgres', './folder', 'devices'])).toMatchObject({ postgres: './folder' })
  expect(readCommandLine(['--with-postgres=folder'])).toMatchObject({ postgres: 'folder', command: null })
  expect(readCommandLine(['invite', 'Anna'])).toMatchObject({ postgres: null, args: ['Anna'], connection: 'main' })
  expect(readCommandLine(['help'])).toEqual(readCommandLine(['--help']))
  for (const args of [['dance'], ['--unknown'], ['count', 'dance'], ['count', '--connection', 'unknown']])
    expect(() => readCommandLine(args)).toThrow(/dance|unknown|all connections/)
})

test('settings that are missing or wrong are named', () => {
  expect(() => readSettings({})).toThrow('DATABASE_URL')
  const variables = { DATABASE_URL: 'postgres://x', RELAY_PORT: 'many', RELAY_ADDRESS: 'https://relay.example/path' }
  expect(() => readSettings(variables)).toThrow(
    'RELAY_PORT is wrong. Its form is: a port from 0 to 65535. RELAY_ADDRESS is wrong. Its form is: an https address without',
  )
  expect(readSettings({ DATABASE_URL: 'postgres://x', RELAY_PORT: '' }).port).toBe(8787)
})

test('what is erased about a customer is gone everywhere, and the desks are notified', async () => {
  const relay = await startTestRelay()
  const device = await enrolDevice(relay)
  const [low, country, registration] = [
    await poster(relay, 'lowBalance'),
    await poster(relay, 'countryChange'),
    await poster(relay, 'customerRegistration'),
  ]
  await country({ iccid: '8901', newCountry: 'FR' })
  await low({ uid: 'gone', iccid: '8901', timestamp: '2026-01-01T00:00:00Z' })
  await registration({ uid: 'gone' })
  await low({ uid: 'stays', iccid: '8902', timestamp: '2026-01-01T00:00:00Z' })
  for (const body of ['{"uid": "gone"', '<iccid>8901</iccid>', '{"uid": "gone-not"', '{"iccid": 89012']) await low(body)
  await eventually(async () => expect(await device.readAll()).toHaveLength(9))
  const { settings } = relay
  const printed = await runCommand(settings, readCommandLine(['erase', 'gone']))
  expect(printed).toBe('Erased: 3 events and 2 bodies that could not be read.')
  const records = await eventually(async () => {
    const read = await device.readAll()
    expect(read.at(-1)).toMatchObject({ type: 'erased', customer: 'gone', iccids: ['8901'] })
    return read
  })
  const unreadable = { type: 'unreadable' }
  expect(records).toMatchObject([
    { type: 'event', customer: 'stays' },
    ...Array(4).fill(unreadable),
    { type: 'erased' },
  ])
  const { rows } = await withDatabase(settings.databaseUrl, (client) =>
    client.query(`SELECT (SELECT count(*)::int FROM receipts) AS receipts, (SELECT count(*)::int FROM iccids) AS iccids,
      (SELECT count(*)::int FROM log) AS log`),
  )
  expect(rows).toEqual([{ receipts: 3, iccids: 1, log: 6 }])
  expect(await runCommand(settings, readCommandLine(['unreadable']))).not.toMatch(/"gone"|8901</)
})

test('a customer of whom only bodies are stored that could not be read is erased too', async () => {
  const relay = await startTestRelay()
  const post = await poster(relay, 'lowBalance')
  await post('{"uid": "a(b)*c"')
  const erase = (): Promise<string> => runCommand(relay.settings, readCommandLine(['erase', 'a(b)*c']))
  const unreadable = (): Promise<string> => runCommand(relay.settings, readCommandLine(['unreadable']))
  expect(await eventually(unreadable)).toContain('a(b)*c')
  expect(await erase()).toBe('Erased: 0 events and 1 body that could not be read.')
  await expect(erase()).rejects.toThrow('Nothing is stored')
  await post('x'.repeat(5000))
  expect((await unreadable()).length).toBeLessThan(1100)
})

test('erasing shows how many bodies could not be searched', async () => {
  const relay = await startTestRelay()
  const post = await poster(relay, 'lowBalance')
  for (const body of ['{"uid": "gone"', '{"uid": "other-1"', '{"uid": "other-2"']) await post(body)
  const run = (...args: string[]): Promise<string> => runCommand(relay.settings, readCommandLine(args))
  await eventually(async () => expect((await run('unreadable')).split('\n')).toHaveLength(3))
  const change = (text: string): Promise<unknown> =>
    withDatabase(relay.settings.databaseUrl, (client) => client.query(text))
  const latest = 'id IN (SELECT id FROM receipts ORDER BY received_at DESC, id DESC'
  await change(`UPDATE receipts SET key_id = 'other' WHERE ${latest} LIMIT 1)`)
  const one = '1 body is encrypted with another key, or damaged, and could not be searched.'
  expect(await run('erase', 'gone')).toBe(`Erased: 0 events and 1 body that could not be read. ${one}`)
  await change(`UPDATE receipts SET body = '' WHERE ${latest})`)
  const two = '2 bodies are encrypted with another key, or damaged, and could not be searched.'
  await expect(run('erase', 'gone')).rejects.toThrow(`Nothing was found about this customer. ${two}`)
})

test('the commands name the address of the relay that is running', async () => {
  const relay = await startTestRelay()
  const settings = await testSettings({ databaseUrl: relay.settings.databaseUrl, variables: { RELAY_PORT: '1' } })
  const run = (...args: string[]): Promise<string> => runCommand(settings, readCommandLine(args))
  await eventually(async () => expect(await run('invite', 'Anna')).toContain(`Address: ${relay.url}\n`))
  expect(await run('addresses', 'lowBalance')).toContain(` ${relay.url}/in/`)
  await relay.close()
  const later = await run('new-address', 'lowBalance')
  expect(later).toMatch(/^No relay is running at the moment\.\n.*\n.* http:\/\/127\.0\.0\.1:1\/in\//)
})

test('a running relay is notified of a command at once', async () => {
  const settings = await testSettings()
  const log = createLog(() => undefined)
  const database = connectRuntime(settings.databaseUrl, 1000, log)
  onTestFinished(database.close)
  const notified = Promise.withResolvers<void>()
  const tail = followLog(database, log, createMetrics({ spoolDepth: () => 0, streams: () => 0 }), () =>
    notified.resolve(),
  )
  onTestFinished(() => tail.close())
  await tail.started
  await runCommand(settings, readCommandLine(['addresses', 'lowBalance']))
  await notified.promise
})

test('what a command has changed is known once the relay was notified', async () => {
  const settings = await testSettings()
  const log = createLog(() => undefined)
  const database = connectRuntime(settings.databaseUrl, 1000, log)
  onTestFinished(database.close)
  const spool = openSpool(settings.dataFolder, 10, createSealer(Buffer.alloc(32)))
  onTestFinished(spool.close)
  const addresses = createAddresses(database.read, spool, log)
  onTestFinished(addresses.close)
  const token = await withDatabase(settings.databaseUrl, (client) => addAddress(client, 'main', 'lowBalance'))
  expect(await addresses.find(token)).toMatchObject({ enabled: true })
  await runCommand(settings, readCommandLine(['off', 'lowBalance']))
  await addresses.refreshAgain()
  expect(await addresses.find(token)).toMatchObject({ enabled: false })
})

test('the role of the running relay can add to the log and read it, and can not change it', async () => {
  const databaseUrl = await temporaryDatabase()
  await withDatabase(databaseUrl, async (client) => {
    await client.query('SET ROLE esim_relay_runtime')
    await client.query("INSERT INTO log (seq, at, connection, type) VALUES (1, now(), 'main', 'hole')")
    expect((await client.query('SELECT seq FROM log')).rows).toEqual([{ seq: '1' }])
    for (const statement of [
      "UPDATE log SET type = 'event'",
      'DELETE FROM log',
      'TRUNCATE log',
      'DELETE FROM events',
      "UPDATE events SET customer = 'x'",
      'DELETE FROM receipts',
      'UPDATE receipts SET readable = true',
      'DELETE FROM devices',
      'UPDATE devices SET revoked_at = NULL',
      "INSERT INTO invitations (code_hash, connection, name, expires_at) VALUES ('', 'main', 'x', now())",
      "INSERT INTO addresses (token_hash, connection, kind) VALUES ('', 'main', 'lowBalance')",
      'DROP TABLE log',
    ])
      await expect(client.query(statement)).rejects.toThrow(/permission denied|must be owner/)
  })
})

test('upkeep makes the partitions of the next days and removes what is too old', async () => {
  const settings = await testSettings()
  const { databaseUrl } = settings
  const log = createLog(() => undefined)
  const names = async (): Promise<string[]> => {
    const { rows } = await withDatabase(databaseUrl, (client) =>
      client.query<{ name: string }>(
        "SELECT relname AS name FROM pg_class WHERE relname ~ '^(receipts|log)_[0-9]{8}$' ORDER BY 1",
      ),
    )
    return rows.map(({ name }) => name)
  }
  const start = Date.UTC(2026, 0, 1)
  await runUpkeep(settings, log, start)
  await runUpkeep(settings, log, start)
  const first = await names()
  expect(first).toEqual(['log_20260101', ...['01', '02', '03', '04'].map((of) => `receipts_202601${of}`)])
  await withDatabase(databaseUrl, (client) =>
    client.query(`INSERT INTO receipts (id, received_at, connection, kind, key_id, body, readable)
      VALUES (gen_random_uuid(), '2026-01-02', 'main', 'x', '', '', true)`),
  )
  await runUpkeep(settings, log, start + 14 * day)
  expect(await names()).toContain('receipts_20260102')
  await runUpkeep(settings, log, start + 17 * day)
  expect((await names()).filter((name) => name.startsWith('receipts'))).toEqual(
    ['04', '15', '16', '17', '18', '19', '20', '21'].map((of) => `receipts_202601${of}`),
  )
  expect(await names()).toContain('log_20260101')
  await withDatabase(databaseUrl, (client) =>
    client.query(`INSERT INTO claims (connection, customer, device, until) VALUES
      ('main', 'past', gen_random_uuid(), now() - interval '1 s'), ('main', 'now', gen_random_uuid(), now() + interval '1 h')`),
  )
  await runUpkeep(settings, log, start + 120 * day)
  expect(await names()).not.toContain('log_20260101')
  const { rows } = await withDatabase(databaseUrl, (client) => client.query('SELECT customer FROM claims'))
  expect(rows).toEqual([{ customer: 'now' }])
})

test('a relay works on with the tables of the next version, and starts on them', async () => {
  const relay = await startTestRelay()
  const device = await enrolDevice(relay)
  const post = await poster(relay, 'countryChange')
  const folder = await temporaryFolder()
  await cp(migrations, folder, { recursive: true })
  const next = '-- Up Migration\nALTER TABLE events ADD COLUMN next text;\nCREATE TABLE next_version (id int);\n'
  await writeFile(join(folder, '9999_next.sql'), `${next}-- Down Migration\n`)
  await migrate(relay.settings.databaseUrl, folder)
  expect((await post({ iccid: '1', newCountry: 'FR' })).status).toBe(200)
  await eventually(async () => expect(await device.readAll()).toHaveLength(1))
  const second = await startTestRelay({ databaseUrl: relay.settings.databaseUrl })
  const feed = await callRelay(second.url, relayPaths.feed, { token: device.token })
  expect(await feed.json()).toMatchObject({ records: [{ iccid: '1' }] })
})

test('a connection that does not get the role of the running relay is refused', async () => {
  const databaseUrl = `${await temporaryDatabase()}&options=-c%20application_name%3Dx`
  await expect(startTestRelay({ databaseUrl })).rejects.toThrow('did not get its role')
})

test('a database that may lose what it has committed is refused', async () => {
  const server = await startPostgres(await temporaryFolder(), { settings: { fsync: 'off' }, sync: false })
  onTestFinished(() => server.stop())
  await expect(startTestRelay({ databaseUrl: server.url('postgres') })).rejects.toThrow('runs without fsync')
})

test('nothing of a request gets into the log and the figures, also when it fails', async () => {
  const relay = await startTestRelay({ variables: { RELAY_DATABASE_TIMEOUT_MS: '200' } })
  const device = await enrolDevice(relay)
  const canary = `canary${randomBytes(6).toString('hex')}`
  const post = await poster(relay, 'lowBalance')
  await post({ uid: canary, iccid: canary, imsi: canary, email: canary })
  await post(canary)
  await fetch(`${relay.url}/in/${canary}`, { method: 'POST', body: canary })
  await fetch(`${relay.url}/${canary}?${canary}`)
  await callRelay(relay.url, relayPaths.devices, { body: { code: canary, publicKey: 'A'.repeat(43) } })
  await callRelay(relay.url, `${relayPaths.timeline}?customer=${canary}`, { token: device.token })
  await callRelay(relay.url, relayPaths.claims, { token: canary.repeat(2), body: { customer: canary, isOpen: true } })
  await withDatabase(relay.settings.databaseUrl, async (client) => {
    await client.query('ALTER TABLE receipts RENAME TO receipts_away')
    await post({ uid: canary, timestamp: canary })
    await client.query('ALTER TABLE events RENAME TO events_away')
    expect(
      (await callRelay(relay.url, `${relayPaths.timeline}?customer=${canary}`, { token: device.token })).status,
    ).toBe(500)
  })
  const figures = await (await fetch(`${relay.metricsUrl}/metrics`)).text()
  expect(relay.log.join('')).toMatch(/"event":"(spooling|call_failed)"/)
  expect(figures).toContain('esim_relay_received_total')
  expect(relay.log.join('') + figures).not.toContain(canary)
  expect(relay.log.join('') + figures).not.toContain(device.token)
})

test('what is repeated while it lasts is logged once, with how often it was left out', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const lines: string[] = []
  const log = createLog((line) => void lines.push(line))
  const outage = (): void => {
    for (let count = 0; count < 100; count++) log.warn('database_away', { code: 'ECONNREFUSED' })
    log.warn('database_away', { code: '57P03' })
  }
  outage()
  expect(lines).toHaveLength(2)
  vi.advanceTimersByTime(60_000)
  outage()
  expect(lines).toHaveLength(4)
  expect(lines[2]).toContain('"leftOut":99')
  log.info('spool_empty')
  outage()
  expect(lines).toHaveLength(7)
})

test('a command leaves the tables to a relay of an earlier version that is running', async () => {
  const { settings, close } = await startTestRelay()
  const { databaseUrl } = settings
  const change = (text: string): Promise<unknown> => withDatabase(databaseUrl, (client) => client.query(text))
  const run = (): Promise<string> => runCommand(settings, readCommandLine(['count']))
  await eventually(async () => expect((await change('SELECT FROM listening')) as object).toMatchObject({ rowCount: 1 }))
  await change("ALTER TABLE addresses DROP COLUMN last_received_at; DELETE FROM relay_migrations WHERE name >= '0007'")
  await expect(run()).rejects.toThrow('A relay of an earlier version is running on this database.')
  await expect(change('SELECT last_received_at FROM addresses')).rejects.toThrow('does not exist')
  await close()
  expect(await run()).toContain('"events":0')
  await change('SELECT last_received_at FROM addresses')
})

test('revoke shows what the desk keeps, and a test names the desk that has sent it', async () => {
  const relay = await startTestRelay()
  const device = await enrolDevice(relay, 'Anna of Bonn')
  await callRelay(relay.url, relayPaths.test, { token: device.token, body: { kind: 'esimStatus' } })
  await eventually(async () =>
    expect(await device.readAll()).toMatchObject([{ isTest: true, details: { desk: 'Anna of Bonn' } }]),
  )
  const printed = await runCommand(relay.settings, readCommandLine(['revoke', 'Anna', 'of', 'Bonn']))
  expect(printed).toContain("keep their connection to the service: to end that as well, change the client's secret")
})

test('an error is logged as its code, or its name', () => {
  expect(codeOf(Object.assign(new Error('with a secret'), { code: '23505' }))).toBe('23505')
  expect(codeOf(Object.assign(new Error('x'), { code: 'with a secret' }))).toBe('Error')
  expect(codeOf(new TypeError('with a secret'))).toBe('TypeError')
  expect(codeOf('with a secret')).toBe('unknown')
})

test('a sealed body opens with its own key alone, and not after a change', () => {
  const [sealer, other] = [createSealer(Buffer.alloc(32, 1)), createSealer(Buffer.alloc(32, 2))]
  const sealed = sealer.seal(Buffer.from('text'))
  expect(sealer.open(sealer.keyId, sealed)?.toString()).toBe('text')
  expect(other.open(sealer.keyId, sealed)).toBeNull()
  expect(other.open(other.keyId, sealed)).toBeNull()
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
  expect(sealer.open(sealer.keyId, sealed)).toBeNull()
  expect(sealer.digest('a')).not.toBe(other.digest('a'))
})
