/**
 * The Chromium host: the installed Chromium, Chrome or Edge shows the window, and the desk runs in Node beside it. It
 * is for development, tests and machines without Electron's binary. The browser starts as soon as the host is created,
 * so that the desk builds its modules meanwhile.
 */
import type { Theme } from '#shared/model/settings.ts'
import { withTimeout } from '../../base/withTimeout.ts'
import type { DeskWindow, Host } from '../host.ts'
import { HostProblem } from '../problem.ts'
import { type Browser, closeTimeoutMs, startBrowser } from './browser.ts'
import { findBrowser, missingBrowser } from './browsers.ts'
import { writeClipboard } from './clipboard.ts'
import { fork } from './fork.ts'
import { onLauncherEnd } from './launcher.ts'
import { BrowserEnded, type BrowserProcess, watchProcess, whileItRuns } from './process.ts'
import { sweepBrowserProfiles } from './profile.ts'
import { watchResume } from './resume.ts'
import { openDeskWindow } from './window.ts'

export { origin } from './launch.ts'

export interface ChromiumHostOptions {
  readonly headless: boolean
  readonly debugPort: number | null
  readonly width: number
  readonly height: number
  /** Receives one sentence for the log. */
  readonly onTrouble: (what: string) => void
  /** Milliseconds in which the window has to open, and in which it has to be back after a crash. */
  readonly openTimeoutMs?: number
  readonly reloadTimeoutMs?: number
}

export interface ChromiumHost extends Host {
  /**
   * Resolves when the browser's process runs or has failed to start. Whatever is loaded before that delays its start.
   */
  readonly spawned: Promise<void>
  /** The debugging port, known once the window is open; null without `--debug-port`. */
  readonly debugPort: () => number | null
}

export function createChromiumHost({
  onTrouble,
  openTimeoutMs = 60_000,
  reloadTimeoutMs = 20_000,
  ...startOptions
}: ChromiumHostOptions): ChromiumHost {
  const hadLauncher = process.connected
  const executable = findBrowser(process.platform, process.env)
  const first = begin(startOptions, executable)
  let starting = first.browser
  let browser: Browser | null = null
  let mayStartAgain = true
  let theme: Theme = 'system'

  return {
    kind: 'chromium',
    spawned: first.spawned,
    debugPort: () => browser?.debugPort ?? null,
    async openWindow(options) {
      const open = async (): Promise<DeskWindow> => {
        browser = await starting
        return await whileItRuns(browser, openDeskWindow(browser, options, { onTrouble, reloadTimeoutMs }))
      }
      const openAgain = async (reason: unknown): Promise<DeskWindow> => {
        if (!mayStartAgain || !(reason instanceof BrowserEnded && reason.hasCrashed)) throw reason
        mayStartAgain = false
        onTrouble(`The browser has crashed during its start (${reason.how}) and is started once more.`)
        await browser?.close().catch(() => undefined)
        starting = begin(startOptions, executable).browser
        return await open()
      }
      const window = await withTimeout(open().catch(openAgain), openTimeoutMs, tooSlow).finally(() => {
        mayStartAgain = false
      })
      void sweepBrowserProfiles()
      return window
    },
    async ask(question, signal) {
      const { askInOwnWindow } = await import('./question.ts')
      const started = await starting
      return await whileItRuns(started, askInOwnWindow(started, question, theme, signal))
    },
    async print(options, signals) {
      const { print } = await import('./paper.ts')
      const started = await starting
      await whileItRuns(started, print(started, options, signals))
    },
    async renderPdf(options, signal) {
      const { renderPdf } = await import('./paper.ts')
      const started = await starting
      return await whileItRuns(started, renderPdf(started, options, signal))
    },
    fork,
    saveFile: async (options) => await (await shell()).saveFile(options),
    async writeClipboard(content) {
      if (browser !== null) await writeClipboard(browser, content)
    },
    // Only the page could read the clipboard, and it is not allowed to.
    clearClipboard: () => Promise.resolve(),
    // The program that opens addresses would get this one on its command line, where others can read it.
    openAddress: () => Promise.resolve(false),
    resolveProxy: async (address) => (await shell()).resolveProxy(address, process.env),
    showFatal: ({ title, message }) => {
      process.stderr.write(`${title}. ${message}\n`)
      return Promise.resolve()
    },
    // A browser cannot request a quit: its window closes, or a signal arrives.
    onQuitRequested: (listener) => {
      if (startOptions.headless) onLauncherEnd(listener, hadLauncher, process)
    },
    onSystemShutdown: () => undefined,
    // The browser's own frame follows the system's theme; the page of a question follows the desk's.
    setTheme: (next) => void (theme = next),
    // Node.js reads the language from the environment as other programs do.
    languages: () => [navigator.language],
    // The texts of a question bring their language with them, and this host has no others.
    setLanguage: () => undefined,
    // Only the page could show one, and it is allowed nothing; the window's title has the number that needs a person.
    notify: () => undefined,
    onResume: watchResume,
    openUpdates: () => Promise.resolve(null),
    async quit() {
      mayStartAgain = false
      const started = await withTimeout(starting, closeTimeoutMs, tooSlow).catch(() => null)
      await started?.close()
    },
  }
}

/** Loaded lazily, so that the browser starts before anything else is read from the disk. */
const shell = () => import('./shell.ts')

/** A hanging browser would otherwise leave a desk without a window that locks the journal. */
const tooSlow = (): HostProblem =>
  new HostProblem('The browser did not open the window within a minute. End it, then start the desk again.')

const noValue = (): void => undefined

type StartOptions = Omit<ChromiumHostOptions, 'onTrouble' | 'openTimeoutMs' | 'reloadTimeoutMs'>

interface BeginningBrowser {
  readonly browser: Promise<Browser>
  /** Resolves when the browser's process runs or has failed to start. */
  readonly spawned: Promise<void>
}

function begin(startOptions: StartOptions, executable: string | null): BeginningBrowser {
  const browserProcess = executable === null ? null : watchProcess(executable)
  const browser = start(startOptions, executable, browserProcess)
  // This handler keeps the rejection from counting as unhandled until `openWindow` reports the failure.
  const settled = browser.then(noValue, noValue)
  return { browser, spawned: Promise.race([...(browserProcess === null ? [] : [browserProcess.spawned]), settled]) }
}

async function start(
  startOptions: StartOptions,
  executable: string | null,
  browserProcess: BrowserProcess | null,
): Promise<Browser> {
  if (executable === null || browserProcess === null) throw new HostProblem(missingBrowser(process.platform))
  if (!startOptions.headless && !hasDisplay())
    throw new HostProblem(
      'There is no display: neither DISPLAY nor WAYLAND_DISPLAY is set. With --headless the desk runs without a window on the screen.',
    )
  return await startBrowser({ ...startOptions, executable, process: browserProcess })
}

function hasDisplay(): boolean {
  return (
    process.platform !== 'linux' ||
    (process.env['DISPLAY'] ?? '') !== '' ||
    (process.env['WAYLAND_DISPLAY'] ?? '') !== ''
  )
}
