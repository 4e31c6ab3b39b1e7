/**
 * Drives the built desk from outside: starts it on its own profile folder, waits for its ready line, and attaches to
 * its debugging port. Every wait is for a state. The desk runs on one of three hosts (`testHost.ts`).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { z } from 'zod'
import { limits } from '../limits.ts'
import { connectStandIn, type StandIn } from './electronStandIn/remote.ts'
import { eventually } from './eventually.ts'
import { childrenNamed } from './processes.ts'
import { confirmPace } from './questions.ts'
import { freePort, launchOf, type StandInOptions, testHost, type TestHost } from './testHost.ts'

const root = new URL('../../', import.meta.url)

export interface DeskOptions {
  /** Flags in addition to `--headless`, `--debug-port` and `--user-data`. */
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** A profile folder that remains; by default a new one, which is deleted with the desk. */
  readonly userData?: string
  readonly colorScheme?: 'light' | 'dark'
  readonly viewport?: { readonly width: number; readonly height: number }
  /** Another built program that accepts the same flags and prints the same ready line. */
  readonly entry?: string
  /** The start is expected to fail: `startDesk` resolves when the process has ended. */
  readonly expectExit?: boolean
  /**
   * The stand-in for Electron shows its window, and nothing attaches to it: a packaged program opens no debugging port.
   */
  readonly unattached?: boolean
  /**
   * Tests work faster than a person. By default the simulated person confirms questions about this pace, and nothing
   * else; `absent` answers no question at all.
   */
  readonly person?: 'confirmsPace' | 'absent'
  /** The host of the whole test run by default. */
  readonly host?: TestHost
  /** Attaches to the window once there is one, which may be before the desk is ready. */
  readonly early?: boolean
  /** The settings of the stand-in for Electron. */
  readonly standIn?: StandInOptions
}

export interface RunningDesk {
  readonly host: TestHost
  /** The desk's window. Throws if the start was expected to fail. */
  readonly page: Page
  readonly userData: string
  readonly pid: number
  /** The exit code, or null while the desk runs. */
  readonly exitCode: number | null
  /** Returns what the desk has printed so far to both streams. */
  readonly output: () => string
  /** Returns the errors of the page: exceptions, console errors, policy violations. */
  readonly consoleErrors: () => readonly string[]
  /** Removes the errors so far, for the next test on the same desk. */
  readonly forgetConsoleErrors: () => void
  /** Reads the content of every file of the profile folder, as Latin-1 text. */
  readonly profileContents: () => Promise<string>
  /** Returns the process ids of the sandbox that this desk started. */
  readonly sandboxPids: () => Promise<readonly number[]>
  /** The remote control of the stand-in for Electron. Throws on other hosts. */
  readonly standIn: StandIn
  /** Resolves to the exit code once the process has ended by itself. */
  readonly ended: () => Promise<number | null>
  /** Ends the desk in an orderly way and deletes its folder, unless `userData` was given. */
  readonly close: () => Promise<void>
}

const Ready = z.object({ ready: z.literal(true), debugPort: z.number().int(), isVisible: z.boolean().optional() })

export async function startDesk(options: DeskOptions = {}): Promise<RunningDesk> {
  if (!existsSync(fileURLToPath(new URL('out/main/main.js', root))))
    throw new Error('The desk is not built: npm run build')
  const userData = options.userData ?? (await mkdtemp(join(tmpdir(), 'esim-desk-test-')))
  const { entry, standIn, host = entry === undefined ? testHost() : 'chromium' } = options
  const debugPort = options.early === true ? await freePort() : null
  const launch = await launchOf(host, {
    ...(debugPort !== null && { debugPort }),
    flags: [`--user-data=${userData}`, ...(options.args ?? [])],
    ...(entry !== undefined && { entry }),
    ...(standIn !== undefined && { standIn }),
  })
  const child = spawn(launch.program, launch.args, {
    // On Chromium the channel notifies the desk when a test run is killed; for the stand-in it is the remote control.
    stdio: host === 'electron' ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...minimalEnvironment(), ...launch.env, ...options.env },
  })
  const output = collect(child)
  const remote = host === 'electron-stand-in' ? connectStandIn(child) : null
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))

  let browser: Browser | null = null
  let page: Page | null = null
  const consoleErrors: string[] = []

  const close = async (): Promise<void> => {
    await browser?.close().catch(() => undefined)
    await stopChild(child, exited)
    if (options.userData === undefined) await rm(userData, { recursive: true, force: true, maxRetries: 5 })
  }

  try {
    if (options.expectExit === true)
      await withTimeout(limits.state, exited, () => `The desk did not end:\n${output.text()}`)
    else if (options.unattached === true)
      await withTimeout(
        limits.state,
        Promise.resolve(remote?.nextReport('window.show')),
        () => `The desk shows no window:\n${output.text()}`,
      )
    else if (debugPort !== null)
      [browser, page] = await eventually(async () => {
        const opened = await chromium.connectOverCDP(`http://127.0.0.1:${String(debugPort)}`)
        try {
          return [opened, await attach(opened, options, consoleErrors)]
        } catch (error) {
          await opened.close()
          throw error
        }
      })
    else {
      const { debugPort, isVisible } = Ready.parse(
        JSON.parse(
          await withTimeout(limits.state, output.firstLine(exited), () => `The desk is not ready:\n${output.text()}`),
        ),
      )
      // The page of a window that nobody sees answers the debugging port as any other.
      if (host !== 'chromium' && isVisible !== true) throw new Error(`The desk's window is hidden.\n${output.text()}`)
      browser = await chromium.connectOverCDP(`http://127.0.0.1:${String(debugPort)}`, { timeout: limits.state })
      page = await attach(browser, options, consoleErrors)
    }
  } catch (error) {
    await close()
    throw error
  }

  const desk: RunningDesk = {
    host,
    get page() {
      if (page === null) throw new Error('This desk was expected to exit')
      return page
    },
    userData,
    get standIn() {
      if (remote === null) throw new Error('This desk does not run on the stand-in for Electron')
      return remote
    },
    pid: child.pid ?? 0,
    get exitCode() {
      return child.exitCode
    },
    output: output.text,
    consoleErrors: () => consoleErrors,
    forgetConsoleErrors: () => void consoleErrors.splice(0),
    profileContents: () => readAllFiles(userData),
    sandboxPids: () => childrenNamed(child.pid ?? 0, 'sandbox.js'),
    ended: async () => {
      await withTimeout(limits.state, exited, () => `The desk did not end:\n${output.text()}`)
      return child.exitCode
    },
    close,
  }
  if (page !== null && options.person !== 'absent') confirmPace(desk)
  return desk
}

/** Finds the desk's window and applies the colour scheme and the viewport. */
async function attach(
  browser: Browser,
  { colorScheme, viewport }: DeskOptions,
  consoleErrors: string[],
): Promise<Page> {
  // The stand-in's browser has an empty page in addition to the window.
  const page = browser
    .contexts()[0]
    ?.pages()
    .find((candidate) => !/^(about|data):/.test(candidate.url()))
  if (page === undefined) throw new Error('The desk has no window')
  page.setDefaultTimeout(limits.state)
  page.on('pageerror', (error) => consoleErrors.push(`exception: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      consoleErrors.push(`${message.type()}: ${message.text()}`)
  })
  if (colorScheme !== undefined) await page.emulateMedia({ colorScheme })
  if (viewport !== undefined) await page.setViewportSize(viewport)
  return page
}

/** Has no display, session bus or proxy, so that every test starts in the same environment. */
function minimalEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', XDG_STATE_HOME = '', TMPDIR } = process.env
  return { PATH, HOME, XDG_STATE_HOME, LANG: 'C.UTF-8', TZ: 'UTC', ...(TMPDIR !== undefined && { TMPDIR }) }
}

function collect(child: ChildProcess) {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (text += part))
  return {
    text: () => text,
    firstLine: (exited: Promise<void>) =>
      new Promise<string>((resolve, reject) => {
        if (child.stdout === null) return reject(new Error('The desk has no standard output'))
        createInterface({ input: child.stdout }).once('line', resolve)
        child.once('error', reject)
        void exited.then(() => reject(new Error(`The desk ended before it was ready:\n${text}`)))
      }),
  }
}

async function stopChild(child: ChildProcess, exited: Promise<void>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  await withTimeout(limits.state, exited, () => 'The desk did not end').catch(async () => {
    child.kill('SIGKILL')
    await exited
  })
}

async function withTimeout<T>(milliseconds: number, work: Promise<T>, errorMessage: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(errorMessage())), milliseconds)
  })
  return await Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

async function readAllFiles(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((found) => found.isFile())
    .map((found) => readFile(join(found.parentPath, found.name), 'latin1'))
  return (await Promise.all(files)).join('\n')
}
