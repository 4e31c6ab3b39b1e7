/**
 * The entry of the relay's process: runs a command, or serves until it receives a signal to end. Its first line on
 * standard output is JSON for programs; its log is on standard error.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { readCommandLine, usage, UsageError, type CommandLine } from './commandLine.ts'
import { CommandError } from './commands/connections.ts'
import { runCommand } from './commands/run.ts'
import { DatabaseRefused } from './database/database.ts'
import { startRelay } from './index.ts'
import { createLog } from './log.ts'
import { runDrill } from './operation/drill.ts'
import { createDatabase, findRunning, keepPostgres } from './postgres/server.ts'
import { readSettings, takeEnvironment, unknownVariables, type RelaySettings } from './settings.ts'
import { startProblem } from './startProblem.ts'

const log = createLog((line) => process.stderr.write(line))
const environment = takeEnvironment(process.env)

function commandLine(): CommandLine {
  try {
    return readCommandLine(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n\n${usage}\n`)
    process.exit(2)
  }
}

interface OwnPostgres {
  readonly settings: RelaySettings
  readonly close: () => Promise<void>
}

async function ownPostgres(folder: string): Promise<OwnPostgres> {
  const isTemporary = folder === ''
  const path = isTemporary ? mkdtempSync(join(tmpdir(), 'esim-relay-')) : resolve(folder)
  // A command finds the server of the relay that is running on the same folder.
  const running = isTemporary ? null : await findRunning(path)
  const started = running === null ? await keepPostgres(path, log) : null
  const server = running ?? started
  if (server === null) throw new Error('PostgreSQL did not start.')
  await createDatabase(server, 'relay')
  const data = isTemporary ? { RELAY_DATA: join(path, 'relay') } : { RELAY_DATA: join(path, 'relay'), ...environment }
  return {
    settings: readSettings({ ...environment, ...data, DATABASE_URL: server.url('relay') }),
    close: async () => {
      await started?.stop()
      if (isTemporary) rmSync(path, { recursive: true, force: true })
    },
  }
}

function untilEnd(watchStdin: boolean): Promise<void> {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end())
  if (watchStdin) {
    process.stdin.once('end', () => end()).once('error', () => end())
    process.stdin.resume()
  }
  return promise
}

/** The relay received the signal to end before it listened. Its unfinished work is rolled back. */
class EndedAtStart extends Error {}

/** An address of the database of the operator may have a password, and is not printed. */
async function serve(settings: RelaySettings, { postgres, exitWithParent }: CommandLine): Promise<void> {
  const ended = untilEnd(exitWithParent)
  for (const name of unknownVariables(environment)) log.warn('unknown_variable', { name })
  try {
    const starting = startRelay(settings, log)
    starting.catch(() => undefined)
    const relay = await Promise.race([starting, ended])
    if (relay === undefined) throw new EndedAtStart()
    const { url, metricsUrl } = relay
    const ready = { url, metricsUrl, ...(postgres !== null && { databaseUrl: settings.databaseUrl }) }
    process.stdout.write(`${JSON.stringify(ready)}\n`)
    const end = await Promise.race([ended, relay.refused])
    await relay.close()
    if (end instanceof DatabaseRefused) throw end
  } finally {
    // The standard input keeps the process, also that of a relay that did not start.
    process.stdin.destroy()
  }
}

/** Without a terminal there is nobody to confirm. */
async function confirm(what: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(`${what} Go on? [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}

async function run(settings: RelaySettings, line: CommandLine): Promise<void> {
  const print = (text: string): void => void process.stdout.write(`${text}\n`)
  if (line.command === null) await serve(settings, line)
  else if (line.command === 'drill') await runDrill(settings, line.keep, print)
  else print(await runCommand(settings, line, confirm))
}

async function main(line: CommandLine): Promise<void> {
  if (line.help) return void process.stdout.write(`${usage}\n`)
  const postgres = line.postgres === null ? null : await ownPostgres(line.postgres)
  try {
    await run(postgres?.settings ?? readSettings(environment), line)
  } finally {
    await postgres?.close()
  }
}

try {
  await main(commandLine())
} catch (error) {
  if (error instanceof EndedAtStart) process.exit(0)
  process.stderr.write(
    `${error instanceof CommandError ? error.message : `The relay could not run: ${startProblem(error)}`}\n`,
  )
  process.exitCode = 1
}
