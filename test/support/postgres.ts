/**
 * A real PostgreSQL for tests: one server for each process that runs tests, in a temporary folder and on a Unix socket,
 * with a database that has the relay's tables and is cloned for each test.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { migrate } from '../../relay/database/migrate.ts'
import { createDatabase, startPostgres, type PostgresServer } from '../../relay/postgres/server.ts'

const template = 'relay_template'

/** A gigabyte of memory as a folder makes syncing quick; what is proven about the disk uses a folder on a disk. */
function quickFolder(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 2 ** 30 ? memory : tmpdir()
}

/**
 * Ends the server and removes its folder when this process ends, however it does: a shell waits for the end of a pipe
 * that this process alone holds open.
 */
function removeAtEnd(folder: string, pid: number): void {
  const script = 'read -r _; kill -9 "$1"; sleep 0.3; rm -rf "$2"'
  const shell = spawn('/bin/sh', ['-c', script, 'sh', String(pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  if (shell.stdin instanceof Socket) shell.stdin.unref()
}

async function start(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(quickFolder(), 'esim-desk-postgres-'))
  const server = await startPostgres(folder, { sync: false })
  removeAtEnd(folder, server.pid)
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
