/**
 * The restore drill: it backs the database up, restores the backup into a database of its own, compares the rows,
 * starts a relay on it, and removes it. It changes nothing in the first database.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError } from '../commands/connections.ts'
import { countRows, renewFeed } from '../commands/data.ts'
import { asOwner } from '../database/database.ts'
import { startRelay } from '../index.ts'
import { codeOf, type Log } from '../log.ts'
import { findProgram } from '../postgres/server.ts'
import { readKey } from '../secrets.ts'
import type { RelaySettings } from '../settings.ts'

/** An address without its password, which the list of processes would show, and the password. */
interface Target {
  readonly url: string
  readonly password: string
}

/** Reads also an address without a host, which is that of a Unix socket. */
function parseAddress(url: string): URL {
  return new URL(url.replace(/^postgres(?:ql)?:\/\/([^@/]*@)?\//, 'postgres://$1localhost.invalid/'))
}
const toText = (url: URL): string => url.href.replace('localhost.invalid', '')

function withDatabase(url: string, name: string): string {
  const changed = parseAddress(url)
  changed.pathname = `/${name}`
  return toText(changed)
}

function hidePassword(url: string): Target {
  const address = parseAddress(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  return { url: toText(address), password }
}

/** Runs a program of PostgreSQL to its end. */
async function run(name: string, args: readonly string[], { password }: Target): Promise<void> {
  const env = { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) }
  const child = spawn(findProgram(name), args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new CommandError(`The drill failed: ${name}: ${errors.trim().slice(-500)}`)
}

type Counts = Awaited<ReturnType<typeof countRows>>

async function countIn(url: string): Promise<Counts> {
  return await asOwner(url, countRows)
}

/** Rows may have come in while the backup was made, never gone. */
function isWhole(before: Counts, after: Counts): boolean {
  return after.events >= before.events && after.receipts >= before.receipts && after.log >= before.log
}

const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Starts a relay on the restored database and asks whether it is ready. */
async function tryRelay(settings: RelaySettings, databaseUrl: string, dataFolder: string): Promise<void> {
  const own = { databaseUrl, dataFolder, host: '127.0.0.1', port: 0, metricsHost: '127.0.0.1', metricsPort: 0 }
  const relay = await startRelay({ ...settings, ...own }, quiet)
  try {
    const { ok } = await fetch(`${relay.metricsUrl}/ready/desks`)
    if (!ok) throw new CommandError('The drill failed: the relay on the restored database is not ready.')
  } finally {
    await relay.close()
  }
}

async function createEmpty(databaseUrl: string, name: string): Promise<void> {
  try {
    await asOwner(databaseUrl, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0`))
  } catch (error) {
    if (codeOf(error) !== '42P04') throw error
    throw new CommandError(`There is a database "${name}" already. Choose another name.`)
  }
}

/** @param key that of the database: a relay with another one is refused, also on the restored database. */
async function restore(
  settings: RelaySettings,
  key: string,
  name: string,
  folder: string,
  print: (text: string) => void,
): Promise<void> {
  const began = Date.now()
  const seconds = (): string => ((Date.now() - began) / 1000).toFixed(1)
  const [source, target] = [hidePassword(settings.databaseUrl), withDatabase(settings.databaseUrl, name)]
  const before = await countIn(settings.databaseUrl)
  const file = join(folder, 'backup')
  await run('pg_dump', ['--format=custom', '--no-owner', `--file=${file}`, source.url], source)
  print(`Backed up after ${seconds()} s: ${JSON.stringify(before)}`)
  const { url, password } = hidePassword(target)
  await run('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${url}`, file], { url, password })
  const after = await countIn(target)
  if (!isWhole(before, after)) throw new CommandError(`The drill failed: rows are missing: ${JSON.stringify(after)}`)
  await asOwner(target, renewFeed)
  await tryRelay({ ...settings, key }, target, join(folder, 'data'))
  print(`Restored after ${seconds()} s, and a relay works on it: ${JSON.stringify(after)}`)
}

/**
 * Runs the drill; its lines are printed as it goes.
 * @param keep the name of the restored database if it stays. Its feed is another one, so that desks read all of it.
 * @throws {CommandError} What went wrong, for a person.
 */
export async function runDrill(
  settings: RelaySettings,
  keep: string | null,
  print: (text: string) => void,
): Promise<void> {
  if (keep !== null && !/^[a-z][a-z0-9_]{0,62}$/.test(keep))
    throw new CommandError('The name of a database has small letters, digits and _, and begins with a letter.')
  const key = readKey(settings).toString('hex')
  const name = keep ?? `relay_drill_${String(process.pid)}`
  const folder = mkdtempSync(join(tmpdir(), 'esim-relay-drill-'))
  try {
    await createEmpty(settings.databaseUrl, name)
    let isKept = false
    try {
      await restore(settings, key, name, folder, print)
      isKept = keep !== null
    } finally {
      // What was there before the drill is never dropped: the database was created above.
      if (!isKept) await asOwner(settings.databaseUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    }
    print(
      isKept ? `The database "${name}" stays, and desks read all of its feed.` : 'The restored database is removed.',
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
