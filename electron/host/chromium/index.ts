/**
 * The Chromium host: the installed Chromium, Chrome or Edge shows the window, the desk runs in Node beside it. For
 * development, tests and machines where Electron's binary can't be had. The browser starts when the host is made, so
 * that the desk builds its rooms meanwhile.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Theme } from '#shared/model/settings.ts'
import type { DeskWindow, Host } from '../host.ts'
import { HostProblem } from '../problem.ts'
import { type Browser, closeLimit, startBrowser } from './browser.ts'
import { findBrowser, missingBrowser } from './browsers.ts'
import { evaluate } from './evaluate.ts'
import { fork } from './fork.ts'
import { onLauncherEnd } from './launcher.ts'
import { type BrowserProcess, watchProcess, whileItRuns } from './process.ts'
import { sweepBrowserProfiles } from './profile.ts'
import { watchResume } from './resume.ts'
import { openDeskWindow } from './window.ts'

export { origin } from './launch.ts'

export interface ChromiumHostOptions {
  readonly headless: boolean
  readonly debugPort: number | null
  readonly width: number
  readonly height: number
  /** Hears of what the log should hold. */
  readonly onTrouble: (what: string) => void
  /** Milliseconds that the window may take to open, and to be there again after a crash. */
  readonly openLimit?: number
  readonly reloadLimit?: number
}

export interface ChromiumHost extends Host {
  /** The browser's process runs, or will not: what is loaded before that makes it start later. */
  readonly spawned: Promise<void>
  /** Known once the window is open; null without `--debug-port`. */
  readonly debugPort: () => number | null
}

export function createChromiumHost({
  onTrouble,
  openLimit = 60_000,
  reloadLimit = 20_000,
  ...wish
}: ChromiumHostOptions): ChromiumHost {
  const hadLauncher = process.connected
  const executable = findBrowser(process.platform, process.env)
  const browserProcess = executable === null ? null : watchProcess(executable)
  const starting = start(wish, executable, browserProcess)
  // Whoever opens the window hears of a failure; until then it is not unhandled.
  starting.catch(() => undefined)
  let browser: Browser | null = null
  let theme: Theme = 'system'

  return {
    kind: 'chromium',
    spawned: Promise.race([
      ...(browserProcess === null ? [] : [browserProcess.spawned]),
      starting.then(noValue, noValue),
    ]),
    debugPort: () => browser?.debugPort ?? null,
    async openWindow(options) {
      const open = async (): Promise<DeskWindow> => {
        browser = await starting
        return await whileItRuns(browser, openDeskWindow(browser, options, { onTrouble, reloadLimit }))
      }
      const window = await Promise.race([open(), tooLong(openLimit)])
      void sweepBrowserProfiles()
      return window
    },
    async ask(question, signal) {
      const { askInOwnWindow } = await import('./question.ts')
      const started = await starting
      return await whileItRuns(started, askInOwnWindow(started, question, theme, signal))
    },
    async openPaper(options) {
      const { openPaper } = await import('./paper.ts')
      const started = await starting
      const { print, renderPdf, close } = await whileItRuns(started, openPaper(started, options))
      return {
        print: () => whileItRuns(started, print()),
        renderPdf: (of) => whileItRuns(started, renderPdf(of)),
        close,
      }
    },
    fork,
    saveFile: async (options) => await (await shell()).saveFile(options),
    async writeClipboard(content) {
      const page = browser?.context.pages()[0]
      if (browser === null || page === undefined) return
      const session = await browser.context.newCDPSession(page)
      const input = {
        text: content.text,
        html: content.html ?? null,
        png: content.png === undefined ? null : Buffer.from(content.png).toString('base64'),
      }
      const written = evaluate(session, `(${writeToClipboard.toString()})(${JSON.stringify(input)})`)
      await whileItRuns(browser, written).finally(() => session.detach().catch(() => undefined))
    },
    // The page alone could read it, and is not allowed to.
    clearClipboard: () => Promise.resolve(),
    resolveProxy: async (address) => (await shell()).resolveProxy(address, process.env),
    showFatal: ({ title, message }) => {
      process.stderr.write(`${title}. ${message}\n`)
      return Promise.resolve()
    },
    // A browser has no way to ask: its window closes, or a signal comes.
    onQuitRequested: (listener) => {
      if (wish.headless) onLauncherEnd(listener, hadLauncher, process)
    },
    onSystemShutdown: () => undefined,
    // The browser's own frame follows the system; the page of a question follows the desk.
    setTheme: (chosen) => void (theme = chosen),
    onResume: watchResume,
    openUpdates: () => Promise.resolve(null),
    async quit() {
      const started = await Promise.race([starting.catch(() => null), wait(closeLimit, null, { ref: false })])
      await started?.close()
    },
  }
}

/** Loaded when it is needed: the browser starts before anything else is read from the disk. */
const shell = () => import('./shell.ts')

/** A browser that hangs would leave a desk without a window that holds the journal. */
async function tooLong(milliseconds: number): Promise<never> {
  await wait(milliseconds, undefined, { ref: false })
  throw new HostProblem('The browser did not open the window within a minute. End it, then start the desk again.')
}

const noValue = (): void => undefined

type Wish = Omit<ChromiumHostOptions, 'onTrouble' | 'openLimit' | 'reloadLimit'>

async function start(wish: Wish, executable: string | null, browserProcess: BrowserProcess | null): Promise<Browser> {
  if (executable === null || browserProcess === null) throw new HostProblem(missingBrowser(process.platform))
  if (!wish.headless && !hasDisplay())
    throw new HostProblem(
      'There is no display: neither DISPLAY nor WAYLAND_DISPLAY is set. With --headless the desk runs without a window on the screen.',
    )
  return await startBrowser({ ...wish, executable, process: browserProcess })
}

function hasDisplay(): boolean {
  return (
    process.platform !== 'linux' ||
    (process.env['DISPLAY'] ?? '') !== '' ||
    (process.env['WAYLAND_DISPLAY'] ?? '') !== ''
  )
}

interface ClipboardContent {
  readonly text: string
  readonly html: string | null
  readonly png: string | null
}

/** Runs in the page; sent there as text. */
const writeToClipboard = async ({ text, html, png }: ClipboardContent): Promise<void> => {
  const bytes = (base64: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const items: Record<string, Blob> = { 'text/plain': new Blob([text], { type: 'text/plain' }) }
  if (html !== null) items['text/html'] = new Blob([html], { type: 'text/html' })
  if (png !== null) items['image/png'] = new Blob([bytes(png)], { type: 'image/png' })
  const Item: unknown = Reflect.get(globalThis, 'ClipboardItem')
  if (typeof Item !== 'function') throw new TypeError('No clipboard here')
  const clipboard: unknown = Reflect.get(navigator, 'clipboard')
  if (
    typeof clipboard !== 'object' ||
    clipboard === null ||
    !('write' in clipboard) ||
    typeof clipboard.write !== 'function'
  )
    throw new TypeError('No clipboard here')
  await Reflect.apply(clipboard.write, clipboard, [[Reflect.construct(Item, [items])]])
}
