/** The Electron host: the product. */
import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  app,
  dialog,
  Menu,
  type MessageBoxOptions,
  type MessageBoxReturnValue,
  powerMonitor,
  protocol,
  session,
} from 'electron'
import { defaultLanguage } from '#shared/language.ts'
import { product } from '../../product.ts'
import type { Host, WindowOptions } from '../host.ts'
import { clearClipboard, writeClipboard } from './clipboard.ts'
import { answerToSecondStart, type CloseGuard, createCloseGuard } from './closing.ts'
import { childGone, pageGone } from './crashes.ts'
import { createDesktop } from './desktop.ts'
import { fork } from './fork.ts'
import { closeQuestion, closesAnyway, isYes, questionBox, stillWaiting } from './messageBoxes.ts'
import { openPaper, visibleWindows } from './paper.ts'
import { guardEverything } from './policy.ts'
import { saveDialogOptions } from './saveDialog.ts'
import { privileges, scheme, webPreferences } from './settings.ts'
import { textIn } from './text/index.ts'
import { setTheme } from './theme.ts'
import type { ElectronUpdates } from './updates/index.ts'
import { openDeskWindow } from './window.ts'

export { ownArguments } from './arguments.ts'
export { origin } from './settings.ts'

export interface ElectronHostOptions {
  /** Address of the built entry: the preload script is beside it. */
  readonly entry: string
  /** Where Chromium keeps what it must: nothing of the window, whose session is in memory. */
  readonly dataFolder: string
  readonly title: string
  /** Tools attach there; refused by the command line of a packaged program. */
  readonly debugPort: number | null
  /** The file in the profile folder that keeps the window's place. */
  readonly windowFile: string
  /** Receives what the log should hold. */
  readonly onTrouble: (what: string) => void
}

const text = textIn(defaultLanguage)

/**
 * Before `app` is ready: what can't be changed later.
 * @returns false where another program runs on the same data folder; its window comes forward, and this one has to end
 */
export function prepareElectron({
  dataFolder,
  title,
  debugPort,
}: Pick<ElectronHostOptions, 'dataFolder' | 'title' | 'debugPort'>): boolean {
  app.setName(title)
  // The name under which Windows groups the windows: that of the installed shortcut.
  if (process.platform === 'win32') app.setAppUserModelId(product.id)
  app.setPath('userData', dataFolder)
  if (!app.requestSingleInstanceLock()) return false
  // As root the sandbox can't work, and enabling it would take the switch back after the first process has started with it.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  app.commandLine.appendSwitch('disable-features', 'SpareRendererForSitePerProcess')
  // The window would look up the names of links, and a name can hold a message.
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false')
  if (debugPort !== null) app.commandLine.appendSwitch('remote-debugging-port', String(debugPort))
  protocol.registerSchemesAsPrivileged([{ scheme, privileges }])
  // Otherwise Electron sets a menu of its own, with developer tools, until the window's is there.
  Menu.setApplicationMenu(null)
  guardEverything()
  // Without a listener the last window's end would end the program, in the middle of what is being sent.
  app.on('window-all-closed', () => undefined)
  return true
}

type HostOptions = Pick<ElectronHostOptions, 'entry' | 'title' | 'windowFile' | 'onTrouble'>

export function createElectronHost({ entry, title, windowFile, onTrouble }: HostOptions): Host {
  const desktop = createDesktop({ stateFile: windowFile, program: title, text, onTrouble })
  logCrashes(onTrouble)
  let lastFolder: string | null = null
  let guard: CloseGuard | null = null
  let systemEnds = false
  let updates: ElectronUpdates | null = null
  /** The person quits: the windows are hidden, and the program ends by itself. */
  let isEnding = false
  let inFlight: WindowOptions['moneyInFlight'] = () => null
  app.on('second-instance', () => {
    const hasWindow = visibleWindows().length > 0
    const shown = answerToSecondStart({ hasWindow, isEnding, moneyInFlight: inFlight() !== null })
    if (shown === 'window') desktop.bringForward()
    if (shown === 'notice') void dialog.showMessageBox(stillWaiting(text.stillWaiting))
  })
  const endByPerson = (listener: () => void): void => {
    isEnding = true
    for (const window of visibleWindows()) window.hide()
    listener()
  }

  return {
    kind: 'electron',
    async openWindow({ moneyInFlight, ...options }) {
      await app.whenReady()
      inFlight = moneyInFlight
      guard = createCloseGuard({ moneyInFlight, ask: askBeforeClosing })
      const preload = fileURLToPath(new URL('../preload/preload.cjs', entry))
      return await openDeskWindow({ ...options, guard, desktop, preload })
    },
    async ask(question, signal) {
      const { response } = await showOverWindow({ ...questionBox(question), title, signal })
      return isYes(response) && !signal.aborted
    },
    openPaper,
    fork,
    async saveFile({ suggestedName, data }) {
      const owner = visibleWindows()[0]
      const wanted = saveDialogOptions(suggestedName, lastFolder ?? app.getPath('downloads'), text.fileTypes)
      const chosen = owner === undefined ? dialog.showSaveDialog(wanted) : dialog.showSaveDialog(owner, wanted)
      const { canceled, filePath } = await chosen
      if (canceled) return null
      lastFolder = dirname(filePath)
      await writeFile(filePath, data, { mode: 0o600 })
      return filePath
    },
    writeClipboard,
    clearClipboard,
    // The window's own session: the default one would be made for this alone, with a cache on the disk.
    resolveProxy: (address) => session.fromPartition(webPreferences.partition, { cache: false }).resolveProxy(address),
    showFatal: (problem) => {
      process.stderr.write(`${problem.title}. ${problem.message}\n`)
      // Before `ready` Electron shows it on Windows and macOS only; Linux has the line above.
      dialog.showErrorBox(problem.title, problem.message)
      return Promise.resolve()
    },
    onQuitRequested(listener) {
      app.on('before-quit', (event) => {
        // A quit that is prevented would stop the system's shut-down on macOS.
        if (systemEnds) return
        event.preventDefault()
        if (isEnding) return
        if (guard === null || guard.mayClose()) return endByPerson(listener)
        void guard.confirm().then((quits) => {
          if (quits) endByPerson(listener)
        })
      })
    },
    onSystemShutdown(listener) {
      const end = (): void => {
        systemEnds = true
        listener()
      }
      powerMonitor.on('shutdown', () => {
        end()
        app.exit(0)
      })
      // Windows ends the process by itself once its windows have heard of it.
      app.on('browser-window-created', (_event, window) => window.on('session-end', end))
    },
    setTheme,
    onResume: (listener) => void powerMonitor.on('resume', listener),
    async openUpdates(log) {
      const { openElectronUpdates } = await import('./updates/index.ts')
      updates = await openElectronUpdates(log)
      return updates?.source ?? null
    },
    async quit(exitCode) {
      try {
        await desktop.flush()
        await updates?.finish()
      } finally {
        app.exit(exitCode)
      }
    },
  }
}

async function askBeforeClosing(signal: AbortSignal): Promise<boolean> {
  const { response } = await showOverWindow({ ...closeQuestion(text.closeQuestion), signal })
  return response === closesAnyway
}

/** The desk's window is the dialog's parent and waits for it. */
function showOverWindow(options: MessageBoxOptions): Promise<MessageBoxReturnValue> {
  const [window] = visibleWindows()
  return window === undefined ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options)
}

/** Electron ends no program because one of its processes crashed: without these lines nobody learns of it. */
function logCrashes(onTrouble: (what: string) => void): void {
  const report = (what: string | null): void => {
    if (what !== null) onTrouble(what)
  }
  app.on('child-process-gone', (_event, details) => report(childGone(details)))
  app.on('render-process-gone', (_event, _contents, details) => report(pageGone(details)))
}
