/** The Electron host, on which the packaged product runs. */
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
import { product } from '../../base/product.ts'
import type { Host, WindowOptions } from '../host.ts'
import { clearClipboard, writeClipboard } from './clipboard.ts'
import { answerToSecondStart, type CloseGuard, createCloseGuard } from './closing.ts'
import { childGone, pageGone } from './crashes.ts'
import { createDesktop } from './desktop.ts'
import { fork } from './fork.ts'
import { closeQuestion, closeAnywayButton, isYes, questionBox, stillWaiting } from './messageBoxes.ts'
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
  /** URL of the built entry file; the preload script is in a folder beside it. */
  readonly entry: string
  /** The folder for Chromium's data. It holds nothing of the window, whose session is in memory. */
  readonly dataFolder: string
  readonly title: string
  /** The port for debugging tools. The command line of a packaged program refuses it. */
  readonly debugPort: number | null
  /** The file in the profile folder that stores the window's state. */
  readonly windowFile: string
  /** Receives one sentence for the log. */
  readonly onTrouble: (what: string) => void
}

const text = textIn(defaultLanguage)

/**
 * Applies everything that cannot be changed once `app` is ready.
 * @returns false if another process runs on the same data folder; its window comes to the front, and this process has
 * to end
 */
export function prepareElectron({
  dataFolder,
  title,
  debugPort,
}: Pick<ElectronHostOptions, 'dataFolder' | 'title' | 'debugPort'>): boolean {
  app.setName(title)
  // Windows groups windows by this id, which is that of the installed shortcut.
  if (process.platform === 'win32') app.setAppUserModelId(product.id)
  app.setPath('userData', dataFolder)
  if (!app.requestSingleInstanceLock()) return false
  // As root the sandbox cannot work, and enabling it would remove the switch after the first process has started with
  // it.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  app.commandLine.appendSwitch('disable-features', 'SpareRendererForSitePerProcess')
  // DNS prefetching is off: the window would look up the host names of links, and a name can carry a message.
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false')
  if (debugPort !== null) app.commandLine.appendSwitch('remote-debugging-port', String(debugPort))
  protocol.registerSchemesAsPrivileged([{ scheme, privileges }])
  // Otherwise Electron sets its default menu, with developer tools, until the window's menu is set.
  Menu.setApplicationMenu(null)
  guardEverything()
  // Without a listener, closing the last window would end the program while a request is in flight.
  app.on('window-all-closed', () => undefined)
  return true
}

type HostOptions = Pick<ElectronHostOptions, 'entry' | 'title' | 'windowFile' | 'onTrouble'>

export function createElectronHost({ entry, title, windowFile, onTrouble }: HostOptions): Host {
  const desktop = createDesktop({ stateFile: windowFile, program: title, text, onTrouble })
  logCrashes(onTrouble)
  let lastFolder: string | null = null
  let guard: CloseGuard | null = null
  let isSystemShutdown = false
  let updates: ElectronUpdates | null = null
  /** Whether the person has quit: the windows are hidden, and the program is ending. */
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
      const dialogOptions = saveDialogOptions(suggestedName, lastFolder ?? app.getPath('downloads'), text.fileTypes)
      const result =
        owner === undefined ? dialog.showSaveDialog(dialogOptions) : dialog.showSaveDialog(owner, dialogOptions)
      const { canceled, filePath } = await result
      if (canceled) return null
      lastFolder = dirname(filePath)
      await writeFile(filePath, data, { mode: 0o600 })
      return filePath
    },
    writeClipboard,
    clearClipboard,
    // Uses the window's session, because the default session would be created only for this, with a cache on the disk.
    resolveProxy: (address) => session.fromPartition(webPreferences.partition, { cache: false }).resolveProxy(address),
    showFatal: (problem) => {
      process.stderr.write(`${problem.title}. ${problem.message}\n`)
      // Before `ready`, Electron shows the box on Windows and macOS only; on Linux the line above remains.
      dialog.showErrorBox(problem.title, problem.message)
      return Promise.resolve()
    },
    onQuitRequested(listener) {
      app.on('before-quit', (event) => {
        // Preventing this quit would stop the system's shutdown on macOS.
        if (isSystemShutdown) return
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
        isSystemShutdown = true
        listener()
      }
      powerMonitor.on('shutdown', () => {
        end()
        app.exit(0)
      })
      // Windows ends the process itself once its windows have handled this event.
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
  return response === closeAnywayButton
}

/** Shows the dialog as a child of the desk's window. */
function showOverWindow(options: MessageBoxOptions): Promise<MessageBoxReturnValue> {
  const [window] = visibleWindows()
  return window === undefined ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options)
}

/** Logs crashes of child processes. Electron does not end the program for them, so nothing else would record them. */
function logCrashes(onTrouble: (what: string) => void): void {
  const report = (what: string | null): void => {
    if (what !== null) onTrouble(what)
  }
  app.on('child-process-gone', (_event, details) => report(childGone(details)))
  app.on('render-process-gone', (_event, _contents, details) => report(pageGone(details)))
}
