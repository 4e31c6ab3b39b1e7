/**
 * Starts the installed PostgreSQL on a folder, for trying the relay out and for tests. It listens on a Unix socket in
 * that folder alone, which only its own user (and root) can open, so it requires no password.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { codeOf, type Log } from '../log.ts'

const startMs = 60_000

export interface PostgresServer {
  readonly pid: number
  /** The address of a database. */
  readonly url: (database: string) => string
  /** Resolves when it has ended, whoever ended it. */
  readonly ended: Promise<unknown>
  /** Ends it as an operator does: it writes what is in its memory. */
  readonly stop: () => Promise<void>
  /** Ends it as a power failure would. */
  readonly kill: () => Promise<void>
}

/** Debian keeps the programs of each version in a folder of their own, outside of PATH. */
function programFolders(): readonly string[] {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map(Number).filter(Number.isInteger) : []
  return [
    ...versions.sort((one, other) => other - one).map((version) => join(debian, String(version), 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ]
}

export function findProgram(name: string): string {
  const folder = programFolders().find((candidate) => existsSync(join(candidate, name)))
  if (folder === undefined)
    throw new Error('PostgreSQL is not installed. On Debian and Ubuntu: apt-get install postgresql')
  return join(folder, name)
}

interface Account {
  readonly uid?: number
  readonly gid?: number
}

/** PostgreSQL refuses to run as root, so it then runs as the user that its package has made, or as nobody. */
function serverAccount(): Account {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (user === undefined) throw new Error('There is no user that PostgreSQL could run as.')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

/** Where the system can do it, the server ends when the process that started it does, however that ended. */
function endingWithParent(program: string, args: readonly string[]): readonly [string, readonly string[]] {
  const setpriv = '/usr/bin/setpriv'
  return process.platform === 'linux' && existsSync(setpriv)
    ? [setpriv, ['--pdeathsig', 'INT', '--', program, ...args]]
    : [program, args]
}

const environment = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' })

async function runToEnd(program: string, args: readonly string[], account: Account): Promise<void> {
  const child = spawn(program, args, { ...account, cwd: '/', env: environment(), stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === 0) return
  if (account.uid !== undefined && errors.includes('Permission denied'))
    throw new Error(
      "PostgreSQL does not run as root, and the user that it runs as can't reach this folder. " +
        'Choose one outside of the home folder of root, such as /tmp/relay-folder.',
    )
  throw new Error(`${program} failed: ${errors.trim().slice(-500)}`)
}

/** Creates the data folder unless it is there. */
async function initialize(data: string, account: Account, sync: boolean): Promise<void> {
  if (existsSync(join(data, 'PG_VERSION'))) return
  const args = ['-D', data, '-A', 'trust', '-U', 'relay', '-E', 'UTF8', '--locale=C', ...(sync ? [] : ['--no-sync'])]
  await runToEnd(findProgram('initdb'), args, account)
}

async function isReady(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  const until = Date.now() + startMs
  while (!(await isReady(url))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > until)
      throw new Error('PostgreSQL did not start; its log is in the folder.')
    await sleep(50)
  }
}

interface ServerOptions {
  /** Settings of the server, beside its defaults. */
  readonly settings?: Readonly<Record<string, string>>
  /** Whether the new folder is synced to the disk; a test's folder is not needed after a power failure. */
  readonly sync?: boolean
}

/** The address of a database of the server on a folder. */
const addressIn = (folder: string) => (database: string) =>
  `postgres://relay@/${database}?host=${encodeURIComponent(folder)}`

/** Returns the server that runs on a folder already, which whoever started it ends, or null. */
export async function findRunning(folder: string): Promise<Pick<PostgresServer, 'url'> | null> {
  const url = addressIn(folder)
  return existsSync(join(folder, '.s.PGSQL.5432')) && (await isReady(url('postgres'))) ? { url } : null
}

export async function startPostgres(folder: string, options: ServerOptions = {}): Promise<PostgresServer> {
  const url = addressIn(folder)
  const account = serverAccount()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account.uid !== undefined && account.gid !== undefined && statSync(folder).uid !== account.uid)
    chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  await initialize(data, account, options.sync ?? true)
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    unix_socket_permissions: '0700',
    max_connections: '200',
    logging_collector: 'on',
    log_directory: folder,
    log_filename: 'postgres.log',
    // Statements and values of webhooks do not belong into a log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...options.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [program, args] = endingWithParent(findProgram('postgres'), ['-D', data, ...flags])
  // In a session of its own it does not get the terminal's Ctrl+C: the relay ends it once it has stored what it has.
  const child = spawn(program, args, { ...account, cwd: '/', env: environment(), stdio: 'ignore', detached: true })
  const ended = once(child, 'close')
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await ended
  }
  try {
    await waitUntilReady(child, url('postgres'))
  } catch (error) {
    await end('SIGKILL')
    throw error
  }
  return { pid: child.pid ?? 0, url, ended, stop: () => end('SIGINT'), kill: () => end('SIGKILL') }
}

/** Like `startPostgres`, and starts it again when it has ended by itself. */
export async function keepPostgres(folder: string, log: Log): Promise<Pick<PostgresServer, 'url' | 'stop'>> {
  const stopping = new AbortController()
  let server = await startPostgres(folder)
  const startAgain = async (): Promise<void> => {
    try {
      server = await startPostgres(folder)
      log.info('postgres_started')
      if (stopping.signal.aborted) await server.stop()
    } catch (error) {
      // Its processes of before may still be ending.
      log.warn('postgres_not_started', { code: codeOf(error) })
      await sleep(1000, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const keeping = (async () => {
    for (;;) {
      await server.ended
      if (stopping.signal.aborted) return
      log.warn('postgres_ended')
      await startAgain()
    }
  })()
  return {
    url: server.url,
    stop: async () => {
      stopping.abort()
      await server.stop()
      await keeping
    },
  }
}

/** Creates a database unless it is there. Its name is put into the statement, which takes no parameters. */
export async function createDatabase(
  { url }: Pick<PostgresServer, 'url'>,
  name: string,
  template = 'template1',
): Promise<void> {
  if (![name, template].every((text) => /^[a-z][a-z0-9_]{0,62}$/.test(text))) throw new Error('Not a name')
  const client = new pg.Client({ connectionString: url('postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  } finally {
    await client.end()
  }
}
