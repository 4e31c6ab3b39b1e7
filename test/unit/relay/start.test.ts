/**
 * A relay that cannot start: what it says to its operator, and that its process ends.
 *
 * @module-tag long
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readCommandLine } from '../../../relay/commandLine.ts'
import { runCommand } from '../../../relay/commands/run.ts'
import { findRunning } from '../../../relay/postgres/server.ts'
import { readOrMakeKey } from '../../../relay/secrets.ts'
import { claimDataFolder, type RelaySettings } from '../../../relay/settings.ts'
import { eventually } from '../../support/eventually.ts'
import { temporaryDatabase, withDatabase } from '../../support/postgres.ts'
import { projectNode } from '../../support/projectNode.ts'
import { poster, startTestRelay, testSettings } from '../../support/relay.ts'
import { startRelayProcess, testKey } from '../../support/relayProcess.ts'
import { runToEnd } from '../../support/runToEnd.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const program = join(import.meta.dirname, '../../../relay/main.ts')

/**
 * Starts it as the launchers do, with a standard input that stays open. Returns the exit code and the last line of the
 * log.
 */
async function start(variables: Readonly<Record<string, string>>): Promise<readonly [number | null, string]> {
  const free = { RELAY_PORT: '0', RELAY_METRICS_PORT: '0', RELAY_DATA: await temporaryFolder(), RELAY_KEY: testKey }
  const { code, err } = await runToEnd([program, '--exit-with-parent'], { ...free, ...variables }, { stdin: 'open' })
  return [code, err.trim().split('\n').at(-1) ?? '']
}

test('a relay whose port is in use names the port and ends', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const port = String((other.address() as AddressInfo).port)
  const databaseUrl = await temporaryDatabase()
  for (const name of ['RELAY_PORT', 'RELAY_METRICS_PORT'])
    expect(await start({ DATABASE_URL: databaseUrl, [name]: port })).toEqual([
      1,
      `The relay could not run: Another program listens on port ${port}. Set ${name} to a free one.`,
    ])
})

test('a relay reports which address this machine does not have', async () => {
  const variables = { DATABASE_URL: await temporaryDatabase(), RELAY_HOST: '192.0.2.1' }
  expect(await start(variables)).toEqual([
    1,
    expect.stringContaining('does not have the address 192.0.2.1. Set RELAY_HOST'),
  ])
})

test('a second relay on the same data folder reports the first and ends', async () => {
  const relay = await startTestRelay()
  const variables = { DATABASE_URL: await temporaryDatabase(), RELAY_DATA: relay.settings.dataFolder }
  expect(await start(variables)).toEqual([
    1,
    'The relay could not run: Another relay uses the data folder. End it, or set RELAY_DATA to a folder of its own.',
  ])
})

test.each([
  ['RELAY_APP_CA_FILE', 'missing.pem', /of RELAY_APP_CA_FILE can't be used: .*missing\.pem/],
  ['RELAY_APP_CA_FILE', program, /of RELAY_APP_CA_FILE can't be used: it has no certificate in PEM\.$/],
  ['RELAY_DATA', '/proc/relay', /RELAY_DATA can't be used: \/proc\/relay can't be made \(ENOENT\)\.$/],
  ['RELAY_DATA', '/dev/null/relay', /RELAY_DATA can't be used: .*\((EEXIST|ENOTDIR)\)\.$/],
  ['RELAY_TRUST_PROXY', 'caddy', /RELAY_TRUST_PROXY is wrong\. Its form is: IP addresses or networks/],
  ['RELAY_TRUST_PROXY', '10.0.0.0/33', /RELAY_TRUST_PROXY is wrong/],
  ['RELAY_TRUST_PROXY', '0.0.0.0/0', /RELAY_TRUST_PROXY is wrong/],
  ['RELAY_TRUST_PROXY', '::/0', /RELAY_TRUST_PROXY is wrong/],
  ['RELAY_TRUST_PROXY', '10.0.0.0/0.0.0.0', /RELAY_TRUST_PROXY is wrong/],
  ['RELAY_TRUST_PROXY', '10.0.0.0/255.0.255.0', /RELAY_TRUST_PROXY is wrong/],
  ['RELAY_TRUST_PROXY', 'fd00::/255.0.0.0', /RELAY_TRUST_PROXY is wrong/],
  ['RELAY_KEY', 'abc', /RELAY_KEY is wrong\. Its form is: 64 hexadecimal digits\.$/],
  [
    'RELAY_ADDRESS',
    'http://relay.example.org',
    /RELAY_ADDRESS is wrong\. Its form is: an https address without a path/,
  ],
  ['RELAY_ADDRESS', 'https://relay.example.org/sub', /RELAY_ADDRESS is wrong/],
])('a relay whose %s is %s names the variable before it uses the database', async (name, value, message) => {
  const databaseUrl = 'postgres://relay@127.0.0.1:1/relay'
  expect(await start({ DATABASE_URL: databaseUrl, [name]: value })).toEqual([1, expect.stringMatching(message)])
})

test('proxies are addresses, networks and their names', async () => {
  const proxies = '127.0.0.1, ::1,10.0.0.0/8,10.0.0.0/255.0.0.0,10.0.0.1/32,fd00::/8,uniquelocal'
  const relay = await startTestRelay({ variables: { RELAY_TRUST_PROXY: proxies } })
  expect(relay.settings.trustProxy).toEqual([
    '127.0.0.1',
    '::1',
    '10.0.0.0/8',
    '10.0.0.0/255.0.0.0',
    '10.0.0.1/32',
    'fd00::/8',
    'uniquelocal',
  ])
})

test('a variable that looks like one of the relay is named in the log', async () => {
  const relay = await startRelayProcess({
    DATABASE_URL: await temporaryDatabase(),
    RELAY_PORT: '0',
    RELAY_DATA: await temporaryFolder(),
    RELAY_ADRESS: 'https://relay.example.org',
  })
  await relay.stop()
  expect(relay.log()).toContain('"event":"unknown_variable","name":"RELAY_ADRESS"')
})

/** The key is that of the folder. */
const ownKey = { variables: { RELAY_KEY: '' } }

const storeAnswer = `INSERT INTO answers (connection, activation_hash, key_id, answer)
  SELECT 'main', '', key_id, '' FROM body_key`

describe('a relay with another key than that of the database', () => {
  const run = (settings: RelaySettings, command: string): Promise<string> =>
    runCommand(settings, readCommandLine([command]))

  test('is refused, and so are the commands that read bodies, until the key is replaced', async () => {
    const first = await startTestRelay(ownKey)
    await (
      await poster(first, 'lowBalance')
    )('x')
    const { databaseUrl } = first.settings
    await eventually(async () => expect(await run(first.settings, 'unreadable')).toContain('"x"'))
    const other = await testSettings({ databaseUrl, ...ownKey })
    claimDataFolder(other.dataFolder)
    readOrMakeKey(other)
    const refused = /used with another key than RELAY_KEY .*run the command new-key\.$/
    const startOther = (): Promise<unknown> =>
      start({ DATABASE_URL: databaseUrl, RELAY_DATA: other.dataFolder, RELAY_KEY: '' })
    expect(await startOther()).toEqual([1, expect.stringMatching(refused)])
    await expect(run(other, 'unreadable')).rejects.toThrow(refused)
    await expect(runCommand(other, readCommandLine(['erase', 'c-1']))).rejects.toThrow(refused)
    await expect(run(other, 'new-key')).rejects.toThrow('A relay is running.')
    await withDatabase(databaseUrl, (client) => client.query(storeAnswer))
    await first.close()
    expect(await run(other, 'new-key')).toBe(
      `The key of the database is relay.key in ${other.dataFolder} now. ` +
        'What stays encrypted with another key: 1 body and 1 answer. Stored events stay. ' +
        'Webhooks that wait in a spool will be in the feed as unreadable, because they are encrypted with the lost key.',
    )
    expect(await run(other, 'unreadable')).toMatch(/ lowBalance encrypted with another key, or damaged$/)
    await (await startTestRelay({ databaseUrl, dataFolder: other.dataFolder, ...ownKey })).close()
    await expect(startTestRelay({ databaseUrl, dataFolder: first.settings.dataFolder, ...ownKey })).rejects.toThrow(
      refused,
    )
  })

  test('does not start without the database either', async () => {
    const { settings, close } = await startTestRelay()
    await close()
    const databaseUrl = 'postgres://relay@127.0.0.1:1/relay'
    const { dataFolder } = settings
    await (await startTestRelay({ databaseUrl, dataFolder })).close()
    const variables = { RELAY_KEY: '7'.repeat(64) }
    await expect(startTestRelay({ databaseUrl, dataFolder, variables })).rejects.toThrow('ECONNREFUSED')
  })

  test.each(['body', 'answer'])('is noticed in a database of the version before by its newest %s', async (what) => {
    const databaseUrl = await temporaryDatabase()
    const first = await startTestRelay({ databaseUrl, ...ownKey })
    const post = await poster(first, 'lowBalance')
    // A busy relay refuses what it can't store, and the service sends it again.
    await eventually(async () => expect((await post('x')).status).toBe(200))
    await eventually(async () => expect(await run(first.settings, 'unreadable')).toContain('"x"'))
    await first.close()
    await withDatabase(databaseUrl, async (client) => {
      if (what === 'answer') for (const text of [storeAnswer, 'DELETE FROM receipts']) await client.query(text)
      await client.query('DROP TABLE body_key')
      await client.query('ALTER TABLE claims DROP COLUMN reported, DROP COLUMN reported_until')
      await client.query("DELETE FROM relay_migrations WHERE name >= '0004'")
    })
    await expect(startTestRelay({ databaseUrl, ...ownKey })).rejects.toThrow('used with another key')
    await startTestRelay({ databaseUrl, dataFolder: first.settings.dataFolder, ...ownKey })
  })
})

test('a command makes no key and no folder', async () => {
  const dataFolder = join(await temporaryFolder(), 'none')
  const settings = await testSettings({ dataFolder, ...ownKey })
  for (const command of [['unreadable'], ['erase', 'c-1']])
    await expect(runCommand(settings, readCommandLine(command))).rejects.toThrow(
      /There is no key: .*relay\.key is miss/,
    )
  expect(existsSync(dataFolder)).toBe(false)
})

test.each([
  ['nonsense', /could not run: DATABASE_URL is wrong\. Its form is: postgres:\/\/user:password@host\/database\.$/],
  ['postgres://relay@127.0.0.1:1/relay', /PostgreSQL can't be reached: .*127\.0\.0\.1:1\. Check DATABASE_URL/],
])('a relay with the database %s shows what is wrong with it', async (databaseUrl, message) => {
  expect(await start({ DATABASE_URL: databaseUrl })).toEqual([1, expect.stringMatching(message)])
})

test('a relay reports that PostgreSQL refuses the database or the role', async () => {
  const databaseUrl = await temporaryDatabase()
  const [missing, stranger] = [
    databaseUrl.replace(/@\/[^?]+/, '@/missing'),
    databaseUrl.replace(/\/[^/@]+@/, '/nobody@'),
  ]
  for (const url of [missing, stranger])
    expect(await start({ DATABASE_URL: url })).toEqual([
      1,
      expect.stringMatching(/PostgreSQL refuses the login of DATABASE_URL: .*does not exist\.$/),
    ])
})

/** A server that takes connections and says nothing. */
async function silentServer(onConnection: () => void = () => undefined): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    onConnection()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `postgres://relay@127.0.0.1:${String((server.address() as AddressInfo).port)}/relay`
}

test('a relay names a database that does not answer', async () => {
  const [code, message] = await start({ DATABASE_URL: await silentServer() })
  expect([code, message]).toEqual([1, expect.stringMatching(/PostgreSQL does not answer: timeout expired\. Check/)])
}, 60_000)

test('a relay that waits for its database ends on a signal', async () => {
  const connected = Promise.withResolvers<void>()
  const databaseUrl = await silentServer(() => connected.resolve())
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(projectNode, [program, '--exit-with-parent'], {
    env: { PATH, HOME, DATABASE_URL: databaseUrl, RELAY_DATA: await temporaryFolder() },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  await connected.promise
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(log).toBe('')
})

test('the password of the database is in nothing that the relay prints', async () => {
  const password = 'canary-of-the-password'
  const databaseUrl = (await temporaryDatabase()).replace('://relay@', `://relay:${password}@`)
  const relay = await startRelayProcess({
    DATABASE_URL: databaseUrl,
    RELAY_PORT: '0',
    RELAY_DATA: await temporaryFolder(),
  })
  await relay.stop()
  expect(relay.firstLine).toContain('"url"')
  expect(relay.firstLine + relay.log()).not.toContain(password)
})

test.runIf(process.getuid?.() === 0)("a folder that PostgreSQL's user can't reach is named as that", async () => {
  // The parent is closed to all but root, as root's home is.
  const folder = join(await temporaryFolder(), 'relay-folder')
  const { code, err } = await runToEnd([program, '--with-postgres', folder, 'addresses'], {})
  expect([code, err]).toEqual([1, expect.stringContaining("the user that it runs as can't reach this folder")])
})

test('Ctrl+C in a terminal ends the relay before its PostgreSQL', async () => {
  const folder = await temporaryFolder()
  const { PATH = '', HOME = '' } = process.env
  // The signal of a terminal reaches the whole group of processes.
  const child = spawn(projectNode, [program, '--exit-with-parent', '--with-postgres', folder], {
    env: { PATH, HOME, RELAY_PORT: '0', RELAY_METRICS_PORT: '0' },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  const group = -(child.pid ?? 0)
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    if (child.exitCode === null) process.kill(group, 'SIGKILL')
    await exited
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  await once(createInterface({ input: child.stdout }), 'line')
  process.kill(group, 'SIGINT')
  expect(await exited).toEqual([0, null])
  expect(log).toMatch(/"event":"ended"\}\n$/)
  expect(log).not.toMatch(/"warn"|Unhandled/)
  expect(await findRunning(folder)).toBeNull()
}, 60_000)

test('a PostgreSQL that has died is started again, and the relay goes on', async () => {
  const folder = await temporaryFolder()
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(projectNode, [program, '--exit-with-parent', '--with-postgres', folder], {
    env: { PATH, HOME, RELAY_PORT: '0', RELAY_METRICS_PORT: '0' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await exited
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  await once(createInterface({ input: child.stdout }), 'line')
  const pid = Number((await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
  process.kill(pid, 'SIGKILL')
  await eventually(() => expect(log).toContain('"event":"postgres_started"'))
  expect(await findRunning(folder)).not.toBeNull()
}, 60_000)
