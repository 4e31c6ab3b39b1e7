/** A relay that cannot start: what it says to its operator, and that its process ends. */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDatabase } from '../../../support/postgres.ts'
import { runToEnd } from '../../../support/runToEnd.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

const program = join(import.meta.dirname, '../../../../electron/relay/main.ts')

/** Returns the exit code and the last line of the log. */
async function start(variables: Readonly<Record<string, string>>): Promise<readonly [number | null, string]> {
  const free = { RELAY_PORT: '0', RELAY_METRICS_PORT: '0', RELAY_DATA: await temporaryFolder() }
  const { code, err } = await runToEnd([program], { ...free, ...variables })
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
      `The relay could not run: Another program listens on port ${port}. ` +
        'Set RELAY_PORT or RELAY_METRICS_PORT to a free one.',
    ])
})

test('a relay ends whose file of certificate authorities is missing', async () => {
  const variables = { DATABASE_URL: await temporaryDatabase(), RELAY_APP_CA_FILE: 'missing.pem' }
  expect(await start(variables)).toEqual([1, expect.stringMatching(/no such file.*missing\.pem/)])
})

test.each([
  ['nonsense', /^The relay could not run: .*wrong: DATABASE_URL\..*postgres:\/\/user:password@host\/database/],
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
