/**
 * `node electron/relay/deploy/drill.mjs`: the restore drill. It backs the database of DATABASE_URL up, restores the
 * backup into a database of its own, compares the rows, starts a relay on it, and removes it. It changes nothing in the
 * first database. With `--keep NAME` the restored database stays, with another feed, so that desks read all of it.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'

const main = join(import.meta.dirname, '..', 'main.ts')
const [option, kept] = process.argv.slice(2)
const source = process.env.DATABASE_URL
if (!source || (option !== undefined && (option !== '--keep' || !/^[a-z][a-z0-9_]*$/.test(kept ?? '')))) {
  process.stderr.write('DATABASE_URL=… node drill.mjs [--keep NAME]\n')
  process.exit(2)
}

function program(name) {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : []
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...process.env.PATH.split(delimiter)]
  const folder = folders.find((candidate) => existsSync(join(candidate, name)))
  if (folder === undefined) throw new Error(`${name} is not installed: apt-get install postgresql-client`)
  return join(folder, name)
}

/** Runs a program to its end and returns its output; its error is the end of the drill. */
function run(path, args, environment = {}) {
  const { status, stdout, stderr } = spawnSync(path, args, {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    maxBuffer: 2 ** 28,
  })
  if (status !== 0) throw new Error(`${path} failed: ${stderr.trim()}`)
  return stdout.trim()
}

function withDatabase(url, name) {
  const changed = new URL(url.replace(/^postgres(ql)?:\/\/([^@/]*)@\//, 'postgres://$2@localhost.invalid/'))
  changed.pathname = `/${name}`
  return changed.href.replace('localhost.invalid', '')
}

const name = kept ?? `relay_drill_${String(process.pid)}`
const target = withDatabase(source, name)
const folder = mkdtempSync(join(tmpdir(), 'esim-relay-drill-'))
const say = (text) => process.stdout.write(`${text}\n`)
const count = (url) => run(process.execPath, [main, 'count'], { DATABASE_URL: url })

/** Starts a relay on the restored database and asks whether it is ready. */
async function tryRelay() {
  const child = spawn(process.execPath, [main, '--exit-with-parent'], {
    env: {
      ...process.env,
      DATABASE_URL: target,
      RELAY_PORT: '0',
      RELAY_METRICS_PORT: '0',
      RELAY_DATA: join(folder, 'data'),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), exited])
  if (typeof line !== 'string') throw new Error('The relay did not start on the restored database.')
  const { metricsUrl } = JSON.parse(line)
  const { ok } = await fetch(`${metricsUrl}/ready`)
  child.kill('SIGTERM')
  await exited
  if (!ok) throw new Error('The relay on the restored database is not ready.')
}

let failed = false
try {
  const began = Date.now()
  const before = count(source)
  const file = join(folder, 'backup')
  run(program('pg_dump'), ['--format=custom', '--no-owner', `--file=${file}`, source])
  say(`Backed up in ${String(Date.now() - began)} ms: ${before}`)
  run(program('psql'), ['-q', '-d', source, '-c', `CREATE DATABASE ${name}`])
  run(program('pg_restore'), ['--no-owner', '--exit-on-error', `--dbname=${target}`, file])
  const after = count(target)
  // Rows may have come in while the backup was made, never gone.
  const isWhole = Object.entries(JSON.parse(before)).every(([table, rows]) => JSON.parse(after)[table] >= rows)
  if (!isWhole) throw new Error(`Rows are missing: ${after}`)
  say(run(process.execPath, [main, 'new-feed'], { DATABASE_URL: target }))
  await tryRelay()
  say(`Restored in ${String(Date.now() - began)} ms, and a relay works on it: ${after}`)
} catch (error) {
  failed = true
  process.stderr.write(`The drill failed: ${error.message}\n`)
} finally {
  if (kept === undefined || failed)
    spawnSync(program('psql'), ['-q', '-d', source, '-c', `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`])
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failed ? 1 : 0
