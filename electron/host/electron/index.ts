/** The Electron host, on which the packaged product runs. */
import { fileURLToPath } from 'node:url'
import { app, Menu, powerMonitor, protocol, session, shell } from 'electron'
import type { Host, WindowOptions } from '../host.ts'
import { clearClipboard, writeClipboard } from './clipboard.ts'
import { answerToSecondStart, createCloseGuard } from './closing.ts'
import { childGone, pageGone } from './crashes.ts'
import { createDesktop } from './desktop.ts'
import {
  askBeforeClosing,
  createAsk,
  createSaveFile,
  setLanguage,
  showFatal,
  showStillWaiting,
  text,
} from './dialogs.ts'
import { type EndingContext, onQuitRequested, onSystemShutdown } from './ending.ts'
import { fork } from './fork.ts'
import { isMessageAddress } from './messageAddress.ts'
import { createNotifications } from './notifications.ts'
import { print, renderPdf, visibleWindows } from './paper.ts'
import { guardEverything } from './policy.ts'
import { privileges, scheme, webPreferences } from './settings.ts'
import { setTheme } from './theme.ts'
import type { ElectronUpdates } from './updates/index.ts'
import { openDeskWindow } from './window.ts'
import { identifyToWindows } from './windowsIdentity.ts'

export { ownArguments } from './arguments.ts'
export { showFatal } from './dialogs.ts'
export { origin } from './settings.ts'

interface ElectronHostOptions {
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
  if (process.platform === 'win32') identifyToWindows(app)
  app.setPath('userData', dataFolder)
  if (!app.requestSingleInstanceLock()) return false
  // As root the sandbox cannot work, and enabling it would remove the switch after the first process has started with
  // it.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
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
  const ending: EndingContext = {
    guard: null,
    isSystemShutdown: false,
    isEnding: false,
    hide: (window) => desktop.retire(window),
  }
  const isEnding = (): boolean => ending.isEnding
  const desktop = createDesktop({ stateFile: windowFile, program: title, text, isEnding, onTrouble })
  const notifications = createNotifications(desktop)
  logCrashes(onTrouble)
  let updates: ElectronUpdates | null = null
  let inFlight: WindowOptions['moneyInFlight'] = () => null
  app.on('second-instance', () => {
    const hasWindow = visibleWindows().length > 0
    const shown = answerToSecondStart({ hasWindow, isEnding: ending.isEnding, moneyInFlight: inFlight() !== null })
    if (shown === 'window') desktop.bringForward()
    if (shown === 'notice') showStillWaiting()
  })

  return {
    kind: 'electron',
    async openWindow({ moneyInFlight, ...options }) {
      await app.whenReady()
      inFlight = moneyInFlight
      const guard = createCloseGuard({ moneyInFlight, ask: askBeforeClosing })
      ending.guard = guard
      const preload = fileURLToPath(new URL('../preload/preload.cjs', entry))
      return await openDeskWindow({ ...options, guard, desktop, preload })
    },
    ask: createAsk(title),
    print,
    renderPdf,
    fork,
    saveFile: createSaveFile(),
    writeClipboard,
    clearClipboard,
    // A failure names the address, which may have an activation code in it.
    openAddress: async (address) =>
      isMessageAddress(address) &&
      (await shell.openExternal(address).then(
        () => true,
        () => false,
      )),
    // Uses the window's session, because the default session would be created only for this, with a cache on the disk.
    resolveProxy: (address) => session.fromPartition(webPreferences.partition, { cache: false }).resolveProxy(address),
    showFatal,
    onQuitRequested: (listener) => onQuitRequested(ending, listener),
    onSystemShutdown: (listener) => onSystemShutdown(ending, listener),
    setTheme,
    languages: () => app.getPreferredSystemLanguages(),
    setLanguage(language) {
      if (setLanguage(language)) desktop.showMenu()
    },
    notify: notifications.notify,
    onResume: (listener) => void powerMonitor.on('resume', listener),
    async openUpdates(log) {
      const { openElectronUpdates } = await import('./updates/index.ts')
      updates = await openElectronUpdates(log)
      return updates?.source ?? null
    },
    async quit(exitCode) {
      try {
        notifications.closeAll()
        await desktop.flush()
        await updates?.finish()
      } finally {
        app.exit(exitCode)
      }
    },
  }
}

/** Logs crashes of child processes. Electron does not end the program for them, so nothing else would record them. */
function logCrashes(onTrouble: (what: string) => void): void {
  const report = (what: string | null): void => {
    if (what !== null) onTrouble(what)
  }
  app.on('child-process-gone', (_event, details) => report(childGone(details)))
  app.on('render-process-gone', (_event, _contents, details) => report(pageGone(details)))
}
