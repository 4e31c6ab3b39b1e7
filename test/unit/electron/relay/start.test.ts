/** A relay that cannot start: what it says to its operator, and that its process ends. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { findRunning } from '../../../../electron/relay/postgres/server.ts'
import { temporaryDatabase } from '../../../support/postgres.ts'
import { projectNode } from '../../../support/projectNode.ts'
import { startTestRelay } from '../../../support/relay.ts'
import { startRelayProcess } from '../../../support/relayProcess.ts'
import { runToEnd } from '../../../support/runToEnd.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

const program = join(import.meta.dirname, '../../../../electron/relay/main.ts')

/**
 * Starts it as the launchers do, with a standard input that stays open. Returns the exit code and the last line of the
 * log.
 */
async function start(variables: Readonly<Record<string, string>>): Promise<readonly [number | null, string]> {
  const free = { RELAY_PORT: '0', RELAY_METRICS_PORT: '0', RELAY_DATA: await temporaryFolder() }
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

test('a relay says which address this machine does not have', async () => {
  const variables = { DATABASE_URL: await temporaryDatabase(), RELAY_HOST: '192.0.2.1' }
  expect(await start(variables)).toEqual([
    1,
    expect.stringContaining('does not have the address 192.0.2.1. Set RELAY_HOST'),
  ])
})

test('a second relay on the same data folder says so and ends', async () => {
  const relay = await startTestRelay()
  const variables = { DATABASE_URL: await temporaryDatabase(), RELAY_DATA: relay.settings.dataFolder }
  expect(await start(variables)).toEqual([
    1,
    'The relay could not run: Another relay uses the data folder. End it, or set RELAY_DATA to a folder of its own.',
  ])
})

test('a relay ends whose file of certificate authorities is missing', async () => {
  const variables = { DATABASE_URL: await temporaryDatabase(), RELAY_APP_CA_FILE: 'missing.pem' }
  expect(await start(variables)).toEqual([1, expect.stringMatching(/no such file.*missing\.pem/)])
})

test.each([
  ['nonsense', /could not run: DATABASE_URL is wrong\. Its form is: postgres:\/\/user:password@host\/database\.$/],
  ['postgres://relay@127.0.0.1:1/relay', /PostgreSQL can't be reached: .*127\.0\.0\.1:1\. Check DATABASE_URL/],
])('a relay with the database %s says what is wrong with it', async (databaseUrl, message) => {
  expect(await start({ DATABASE_URL: databaseUrl })).toEqual([1, expect.stringMatching(message)])
})

test('a relay says that PostgreSQL refuses the database or the role', async () => {
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

test('a relay that waits for its database ends when it is told to', async () => {
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
