/**
 * A real PostgreSQL for tests: one server for each process that runs tests, in a temporary folder and on a Unix socket,
 * with a database that has the relay's tables and is cloned for each test.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { migrate } from '../../electron/relay/database/migrate.ts'
import { createDatabase, startPostgres, type PostgresServer } from '../../electron/relay/postgres/server.ts'

const template = 'relay_template'

async function start(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'esim-desk-postgres-'))
  const server = await startPostgres(folder, { sync: false })
  process.once('exit', () => {
    process.kill(server.pid, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  await createDatabase(server, template)
  await migrate(server.url(template))
  return server
}

let running: Promise<PostgresServer> | null = null
let databases = 0

export const sharedPostgres = (): Promise<PostgresServer> => (running ??= start())

/** Returns the address of an empty database with the relay's tables, which the end of the test removes. */
export async function temporaryDatabase(): Promise<string> {
  const server = await sharedPostgres()
  const name = `relay_${String(process.pid)}_${String(databases++)}`
  await createDatabase(server, name, template)
  onTestFinished(async () => {
    await withDatabase(server.url('postgres'), (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
  })
  return server.url(name)
}

/** Runs something on a connection of its own. */
export async function withDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
