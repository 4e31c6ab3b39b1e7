/**
 * The steps that both entries share, from the built desk to a window that answers. The time of every step is logged;
 * every failure becomes one sentence for a person and an exit code.
 */
import { userInfo } from 'node:os'
import { asDeskError, type DeskErrorDetails } from '#shared/errors.ts'
import { defaultDocuments } from '#shared/model/documents.ts'
import type { PrintJob } from '#shared/model/esim/installation.ts'
import { exitCodes, windowSize } from './commandLine.ts'
import type { Desk } from './desk.ts'
import type { Flags } from './flags.ts'
import { type FatalProblem, type Host, HostProblem } from '../host/index.ts'
import type { Log } from '../log/index.ts'
import { title } from './profile.ts'

export function osUser(): string {
  try {
    return userInfo().username
  } catch {
    return 'unknown'
  }
}

/** Logs, at each step, the milliseconds since the process started: wall-clock time and this process's CPU time. */
export function stopwatch(log: Log): (step: string) => void {
  return (step) => {
    const { user, system } = process.cpuUsage()
    log.info('Boot', { step, ms: Math.round(performance.now()), cpu: Math.round((user + system) / 1000) })
  }
}

/** Milliseconds in which two signals count as one key press. */
const keyPressMs = 1000

type EndedBy = 'person' | 'system'
type End = (by: EndedBy) => Promise<void>

export interface RunOptions {
  readonly host: Host
  readonly desk: Desk
  readonly flags: Flags
  readonly log: Log
  readonly step: (name: string) => void
  /** Whether the desk was started from its sources, in a terminal that reports what happens. */
  readonly reportsOpening: boolean
  /** Returns the facts of the ready line, which programs read. */
  readonly readyFacts: () => Readonly<Record<string, unknown>>
}

/** Opens the desk and its window, and runs until the window is closed or a signal arrives. */
export async function runDesk(options: RunOptions): Promise<void> {
  const { host, desk, log } = options
  // On Electron `process.exit` destroys the windows, which runs their listeners, and then returns. Whatever ends the
  // desk first sets this, so that no listener ends it again with another exit code.
  let ending = null as Promise<void> | null
  let exitCode: number = exitCodes.none
  const end: End = (by) => (ending ??= endDesk(options, by, () => exitCode))
  /** Ends without waiting for anything, not even for an end that has begun. */
  const stopImmediately = (code: number): void => {
    ending ??= never
    exitCode = code
  }
  let firstSignal: number | null = null
  const onSignal = (): void => {
    firstSignal ??= performance.now()
    // A terminal and npm both forward one key press; only a later second signal forces the end.
    if (performance.now() - firstSignal <= keyPressMs) return void end('system')
    stopImmediately(exitCodes.problem)
    process.exit(exitCodes.problem)
  }
  // SIGBREAK is what Ctrl+Break sends on Windows.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) process.on(signal, onSignal)
  host.onQuitRequested(() => void end('person'))
  host.onSystemShutdown(() => {
    stopImmediately(exitCodes.none)
    desk.closeFilesNow('shutdown')
  })
  let stopped = false
  const stop = (thrown: unknown): void => {
    log.error('The desk stopped after an internal error', { thrown })
    // What fails while the first error is shown must not begin another end.
    if (stopped) return
    stopped = true
    stopImmediately(exitCodes.problem)
    desk.closeFilesNow('failure')
    void host
      .showFatal({ title: `${title} has stopped`, message: internalErrorSentence(thrown) })
      .finally(() => process.exit(exitCodes.problem))
  }
  // After an uncaught exception the state of the process cannot be trusted, so it must send nothing more. The journal
  // is closed as it is, so that the next start finds the operations that were being sent and checks them.
  process.on('uncaughtException', stop).on('unhandledRejection', stop)
  try {
    await openDesk(options, end)
  } catch (error) {
    // A person who ends the desk during its start needs no message that it could not start.
    if (ending !== null) return await ending
    ending = never
    throw error
  }
}

/** Never settles, because another caller ends the process. */
const never = new Promise<never>(() => undefined)

async function openDesk(options: RunOptions, end: End): Promise<void> {
  const { host, desk, flags, log, step, reportsOpening, readyFacts } = options
  const opening = host.openWindow({
    serve: desk.serve,
    answer: desk.answer,
    moneyInFlight: desk.moneyInFlight,
    title,
    ...windowSize,
  })
  const modules = desk.ready.then(() => step('modules'))
  // The connection is opened while the page compiles its script.
  const connected = Promise.all([modules, desk.pageServed])
    .then(() => (flags.selfCheck ? false : desk.connect(flags)))
    .then((isConnected) => {
      step('connected')
      return isConnected
    })
  connected.catch(() => undefined)
  const opened = opening.then((open) => {
    step('window')
    // Both also apply while modules are still being built: a desk without a window would hold the journal unseen, and
    // one that waits for the keychain shows that in its window.
    open.onClosed(() => void end('person'))
    desk.attach(open)
    return open
  })
  const [window] = await Promise.all([opened, modules])
  host.onResume(desk.onResume)

  const isVisible = await window.shown
  step('shown')
  if (flags.selfCheck) {
    process.stdout.write(
      `${JSON.stringify({ ...(await window.selfCheck()), pdf: await tryPdf(host, desk) }, null, 2)}\n`,
    )
    return await end('system')
  }
  const isConnected = await connected
  if (!isVisible && !flags.headless) {
    log.warn('The system draws nothing of the window')
    process.stderr.write(`${invisibleSentence}\n`)
  } else if (reportsOpening) process.stderr.write(`${openedSentence(host.kind, flags.sandbox && isConnected)}\n`)
  if (flags.headless || flags.debugPort !== null) {
    const facts = { ready: true, pid: process.pid, host: host.kind, isVisible, ...readyFacts() }
    process.stdout.write(`${JSON.stringify(facts)}\n`)
  }
}

const invisibleSentence =
  `${title} runs, but the system draws nothing of its window. If you don't see it, end the desk with Ctrl+C. ` +
  'From its sources, npm start -- --host=chromium then opens it in the installed browser.'

/** The desk itself prints this, because the launcher can't find out whether another desk is already running. */
export const openedSentence = (host: Host['kind'], usesSandbox: boolean): string =>
  `${title} is open ${host === 'electron' ? 'on Electron' : 'in the installed browser'}` +
  `${usesSandbox ? ', connected to the embedded sandbox' : ''}.`

/** Tests whether this machine can render a PDF. */
async function tryPdf(host: Host, { serve }: Desk): Promise<{ readonly isPdf: boolean; readonly bytes: number }> {
  const job: PrintJob = { sheets: [], brand: defaultDocuments.brand, language: 'en' }
  const { signal } = new AbortController()
  const pdf = await host.renderPdf({ serve, job: JSON.stringify(job), pageSize: 'A4' }, signal)
  return { isPdf: Buffer.from(pdf.subarray(0, 5)).toString('latin1') === '%PDF-', bytes: pdf.length }
}

async function endDesk({ host, desk, log }: RunOptions, by: EndedBy, exitCode: () => number): Promise<void> {
  // Signals also arrive when the system shuts down, which is no time for an installation.
  await desk
    .close({ mayInstallUpdate: by === 'person' })
    .catch((error: unknown) => log.error('The desk did not close well', { error }))
  await host.quit(exitCode()).catch((error: unknown) => log.error('The host did not close well', { error }))
  if (desk.isKeychainPending()) process.kill(process.pid, 'SIGKILL')
  process.exit(exitCode())
}

/** Returns a sentence without the error's own text, which may quote what was sent. */
export function internalErrorSentence(thrown: unknown): string {
  const name = thrown instanceof Error ? thrown.name : 'unknown error'
  return (
    `An internal error ended it (${name}). Start it again: what was being sent is checked then. ` +
    'The file desk.log in the profile folder has the details.'
  )
}

/** Shows why the desk cannot start and ends the process. */
export async function fail(
  host: Pick<Host, 'showFatal' | 'quit'> | null,
  log: Log | null,
  thrown: unknown,
): Promise<never> {
  const { code } = asDeskError(thrown)
  log?.error('The desk could not start', { thrown, code })
  const problem = fatalProblem(thrown)
  if (host === null) process.stderr.write(`${problem.title}. ${problem.message}\n`)
  else await host.showFatal(problem)
  const exitCode = code === 'already_running' ? exitCodes.alreadyRunning : exitCodes.problem
  await host?.quit(exitCode).catch(() => undefined)
  process.exit(exitCode)
}

/** Describes for a person what keeps the desk from starting. */
export const fatalProblem = (thrown: unknown): FatalProblem => ({
  title: `${title} can't start`,
  message: fatalSentence(thrown),
})

function unreadableSentence({ file, code, reason }: DeskErrorDetails): string {
  const name = typeof file === 'string' ? `The file ${file}` : 'A file'
  if (reason === 'newer_version')
    return (
      `${name} in the profile folder was written by a newer version of eSIM Desk. ` +
      'Start that version, or this one with another --user-data=DIR; nothing was changed.'
    )
  if (reason === 'held')
    return (
      `Another program holds ${typeof file === 'string' ? `the file ${file}` : 'a file'} in the profile folder: usually ` +
      'a backup, a virus scanner, a program that synchronises the folder or one that shows databases, or an older eSIM ' +
      'Desk that is still running. Wait until it is done, or leave the folder out of it, and start again; nothing was ' +
      'changed.'
    )
  const cause = typeof code === 'string' && code !== 'unknown' ? ` (${code})` : ''
  return (
    `${name} in the profile folder can't be opened${cause}. ` +
    'Check who may read and write it and whether the disk works; nothing was deleted.'
  )
}

export function fatalSentence(thrown: unknown): string {
  if (thrown instanceof HostProblem) return thrown.message
  const error = asDeskError(thrown)
  switch (error.code) {
    case 'already_running':
      return 'eSIM Desk is already running with this profile folder. Use that window, or start this one with another --user-data=DIR.'
    case 'storage_full':
      return 'The disk of the profile folder is full. Make room and start again; nothing was changed.'
    case 'storage_unreadable':
      if (error.details['what'] === 'foreign_folder')
        return 'The folder given with --user-data holds other things. Give an empty folder, or one that a desk made.'
      return unreadableSentence(error.details)
    default:
      return (
        `Something unexpected happened (${thrown instanceof Error ? thrown.name : error.code}). ` +
        'The file desk.log in the profile folder has the details.'
      )
  }
}
