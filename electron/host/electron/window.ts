/** Opens the desk's window on Electron. */
import { app, BrowserWindow, ipcMain, session as sessions } from 'electron'
import type { DeskWindow, WindowOptions } from '../host.ts'
import { probe } from '../probe.ts'
import { limitedReloads } from '../reloads.ts'
import { channels } from './channels.ts'
import type { CloseGuard } from './closing.ts'
import type { Desktop } from './desktop.ts'
import { loadPage } from './load.ts'
import { effectivePreferences } from './policy.ts'
import { origin, scheme, webPreferences } from './settings.ts'
import { isWindowTitle } from './windowTitle.ts'

interface ElectronWindowOptions extends Omit<WindowOptions, 'moneyInFlight'> {
  readonly preload: string
  readonly guard: CloseGuard
  readonly desktop: Desktop
}

export async function openDeskWindow(options: ElectronWindowOptions): Promise<DeskWindow> {
  const { serve, answer, title, width, height, preload, guard, desktop } = options
  const session = sessions.fromPartition(webPreferences.partition, { cache: false })
  session.protocol.handle(scheme, serve)

  const { windowOptions, zoomFactor } = await desktop.prepare({ width, height })
  const preferences = { ...webPreferences, devTools: !app.isPackaged, zoomFactor, preload }
  const window = new BrowserWindow({ ...windowOptions, title, show: false, webPreferences: preferences })
  const shown = desktop.attach(window)
  window.on('page-title-updated', (event, next) => {
    if (!isWindowTitle(next, title)) event.preventDefault()
  })
  confirmBeforeClose(window, guard)
  reloadAfterCrash(window)

  const { webContents } = window
  ipcMain.handle(channels.call, async (event, text: string) => {
    const frame = event.senderFrame
    const isMainFrame = event.sender === webContents && frame !== null && frame === webContents.mainFrame
    return await answer({ origin: frame?.origin ?? '', isMainFrame, text })
  })
  await loadPage(window, `${origin}/`)

  return {
    push: (text) => {
      if (!webContents.isDestroyed()) webContents.send(channels.event, text)
    },
    show: desktop.bringForward,
    shown,
    selfCheck: async () => ({
      host: 'electron',
      browserSandbox: !app.commandLine.hasSwitch('no-sandbox'),
      versions: { electron: process.versions['electron'], chrome: process.versions['chrome'] },
      webPreferences: effectivePreferences(webContents),
      page: await webContents.executeJavaScript(probe),
      isVisible: window.isVisible(),
      display: displayFacts(),
      // Electron has it once it has drawn.
      graphics: app.getGPUFeatureStatus(),
    }),
    onClosed: (listener) => {
      if (window.isDestroyed()) listener()
      else window.once('closed', listener)
    },
    close: async () => {
      ipcMain.removeHandler(channels.call)
      if (!window.isDestroyed()) window.destroy()
    },
  }
}

/** On Linux, Electron adds the switch that names the display server that it has chosen. */
const displayFacts = (): Readonly<Record<string, unknown>> => ({
  session: process.env['XDG_SESSION_TYPE'] ?? null,
  server: app.commandLine.getSwitchValue('ozone-platform') || null,
})

function confirmBeforeClose(window: BrowserWindow, guard: CloseGuard): void {
  window.on('close', (event) => {
    if (guard.mayClose()) return
    event.preventDefault()
    void guard.confirm().then((closes) => {
      if (closes && !window.isDestroyed()) window.destroy()
    })
  })
  // The main process has decided to close; a page that still wants to stay has not yet handled its latest events.
  window.webContents.on('will-prevent-unload', (event) => event.preventDefault())
}

function reloadAfterCrash(window: BrowserWindow): void {
  const mayReload = limitedReloads()
  window.webContents.on('render-process-gone', () => {
    if (window.isDestroyed()) return
    if (mayReload()) window.webContents.reload()
    else window.destroy()
  })
}
