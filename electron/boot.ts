/**
 * The steps that both entries share, from the built desk to a window that answers.
 * Every step's time is in the log; whatever fails becomes one sentence for a person and an exit code.
 */
import { userInfo } from 'node:os'
import { asDeskError, type DeskErrorDetails } from '#shared/errors.ts'
import type { PrintJob } from '#shared/model/installation.ts'
import { exitCodes, windowSize } from './commandLine.ts'
import type { Desk } from './desk.ts'
import type { Flags } from './flags.ts'
import { type FatalProblem, type Host, HostProblem } from './host/index.ts'
import type { Log } from './log/index.ts'
import { title } from './profile.ts'

export function osUser(): string {
  try {
    return userInfo().username
  } catch {
    return 'unknown'
  }
}

/** Milliseconds of each step since the process began, by the clock and of this process's own work. */
export function stopwatch(log: Log): (step: string) => void {
  return (step) => {
    const { user, system } = process.cpuUsage()
    log.info('Boot', { step, ms: Math.round(performance.now()), cpu: Math.round((user + system) / 1000) })
  }
}

/** Milliseconds. */
const oneKeyPress = 1000

type EndedBy = 'person' | 'system'
type End = (by: EndedBy) => Promise<void>

export interface RunOptions {
  readonly host: Host
  readonly desk: Desk
  readonly flags: Flags
  readonly log: Log
  readonly step: (name: string) => void
  /** Started from its sources, in a terminal that says what happens. */
  readonly saysOpened: boolean
  /** Facts for the ready line, which programs read. */
  readonly readyFacts: () => Readonly<Record<string, unknown>>
}

/** From the desk to a window that answers, then until the window is closed or a signal comes. */
export async function runDesk(options: RunOptions): Promise<void> {
  const { host, desk, log } = options
  // On Electron `process.exit` destroys the windows, whose listeners run, and returns. Whatever ends the desk first sets
  // this, so that no listener ends it a second time with another exit code.
  let ending = null as Promise<void> | null
  let exitCode: number = exitCodes.none
  const end: End = (by) => (ending ??= endDesk(options, by, () => exitCode))
  /** Nothing is waited for any more, not even an end that has begun. */
  const stopAtOnce = (code: number): void => {
    ending ??= forever
    exitCode = code
  }
  let firstSignal: number | null = null
  const onSignal = (): void => {
    firstSignal ??= performance.now()
    // A terminal and npm both pass on one key press; the second press is in earnest.
    if (performance.now() - firstSignal <= oneKeyPress) return void end('system')
    stopAtOnce(exitCodes.problem)
    process.exit(exitCodes.problem)
  }
  // Ctrl+Break is the signal that Windows knows beside Ctrl+C.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) process.on(signal, onSignal)
  host.onQuitRequested(() => void end('person'))
  host.onSystemShutdown(() => {
    stopAtOnce(exitCodes.none)
    desk.closeFilesNow('shutdown')
  })
  const stop = (thrown: unknown): void => {
    log.error('The desk stopped after an internal error', { thrown })
    stopAtOnce(exitCodes.problem)
    desk.closeFilesNow('failure')
    void host
      .showFatal({ title: `${title} has stopped`, message: internalErrorSentence(thrown) })
      .finally(() => process.exit(exitCodes.problem))
  }
  // After an exception that nothing caught, what the process believes of itself may be wrong: it must send nothing more. The
  // journal is closed as it is, so that the next start finds what was being sent and looks it up.
  process.on('uncaughtException', stop).on('unhandledRejection', stop)
  try {
    await openDesk(options, end)
  } catch (error) {
    // Whoever ends it while it starts is not told that it could not start.
    if (ending !== null) return await ending
    ending = forever
    throw error
  }
}

/** An end that somebody else carries out. */
const forever = new Promise<never>(() => undefined)

async function openDesk({ host, desk, flags, step, saysOpened, readyFacts }: RunOptions, end: End): Promise<void> {
  const opening = host.openWindow({
    serve: desk.serve,
    answer: desk.answer,
    moneyInFlight: desk.moneyInFlight,
    title,
    ...windowSize,
  })
  const rooms = desk.ready.then(() => step('rooms'))
  // The connection is opened while the window still loads.
  const connected = rooms
    .then(() => (flags.selfCheck ? false : desk.connect(flags)))
    .then((isConnected) => {
      step('connected')
      return isConnected
    })
  connected.catch(() => undefined)
  const opened = opening.then((open) => {
    step('window')
    // While rooms are still being built too: a desk without a window would hold the journal unseen.
    open.onClosed(() => void end('person'))
    return open
  })
  const [window] = await Promise.all([opened, rooms])
  desk.attach(window)
  host.onResume(desk.onResume)

  if (flags.selfCheck) {
    process.stdout.write(
      `${JSON.stringify({ ...(await window.securityReport()), pdf: await tryPdf(host, desk) }, null, 2)}\n`,
    )
    return await end('system')
  }
  const isConnected = await connected
  if (saysOpened) process.stderr.write(`${openedSentence(host.kind, flags.sandbox && isConnected)}\n`)
  if (flags.headless || flags.debugPort !== null)
    process.stdout.write(`${JSON.stringify({ ready: true, pid: process.pid, host: host.kind, ...readyFacts() })}\n`)
}

/** Said by the desk itself, because whoever starts it doesn't know whether another one is running already. */
export const openedSentence = (host: Host['kind'], usesSandbox: boolean): string =>
  `${title} is open ${host === 'electron' ? 'on Electron' : 'in the installed browser'}${usesSandbox ? ', connected to the embedded sandbox' : ''}.`

/** Whether this machine can render paper. */
async function tryPdf(host: Host, { serve }: Desk): Promise<{ readonly isPdf: boolean; readonly bytes: number }> {
  const job: PrintJob = { sheets: [], language: 'en' }
  const paper = await host.openPaper({ serve, job: JSON.stringify(job) })
  const pdf = await paper.renderPdf({ pageSize: 'A4' }).finally(paper.close)
  return { isPdf: Buffer.from(pdf.subarray(0, 5)).toString('latin1') === '%PDF-', bytes: pdf.length }
}

async function endDesk({ host, desk, log }: RunOptions, by: EndedBy, exitCode: () => number): Promise<void> {
  // Signals come when the system ends, too, and that is no time for an installation.
  await desk
    .close({ mayInstallUpdate: by === 'person' })
    .catch((error: unknown) => log.error('The desk did not close well', { error }))
  await host.quit(exitCode()).catch((error: unknown) => log.error('The host did not close well', { error }))
  process.exit(exitCode())
}

/** Without the error's own text, which may quote what was sent. */
export function internalErrorSentence(thrown: unknown): string {
  const name = thrown instanceof Error ? thrown.name : 'unknown error'
  return `An internal error ended it (${name}). Start it again: what was being sent is looked up then. The file desk.log in the profile folder says more.`
}

/** Says why the desk can't start and ends the process. */
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

/** What keeps the desk from starting, for a person. */
export const fatalProblem = (thrown: unknown): FatalProblem => ({
  title: `${title} can't start`,
  message: fatalSentence(thrown),
})

function unreadableSentence({ file, code, reason }: DeskErrorDetails): string {
  const name = typeof file === 'string' ? `The file ${file}` : 'A file'
  if (reason === 'newer_version')
    return `${name} in the profile folder was written by a newer version of eSIM Desk. Start that version, or this one with another --user-data=DIR; nothing was changed.`
  const cause = typeof code === 'string' && code !== 'unknown' ? ` (${code})` : ''
  return `${name} in the profile folder can't be opened${cause}. Check who may read and write it and whether the disk works; nothing was deleted.`
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
      return `Something unexpected happened (${thrown instanceof Error ? thrown.name : error.code}). The file desk.log in the profile folder says more.`
  }
}
