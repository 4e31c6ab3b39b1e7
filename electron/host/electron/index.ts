/** The Electron host: the product. Complete; it is proven where Electron's binary can be had. */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { app, BrowserWindow, clipboard, ClipboardItem, dialog, Notification, powerMonitor, protocol, session, shell } from 'electron'
import { product } from '../../product.ts'
import { checkExternal } from '../external.ts'
import type { Host } from '../host.ts'
import { fork } from './fork.ts'
import { guardContents } from './policy.ts'
import { privileges, scheme } from './settings.ts'
import type { ElectronUpdates } from './updates/index.ts'
import { openDeskWindow } from './window.ts'

export { origin } from './settings.ts'

export interface ElectronHostOptions {
  /** Address of the built entry: the preload script is beside it. */
  readonly entry: string
  /** Where Chromium keeps what it must: nothing of the window, whose session is in memory. */
  readonly dataFolder: string
  readonly title: string
}

/** Before `app` is ready: what can't be changed later. */
export function prepareElectron({ dataFolder, title }: Omit<ElectronHostOptions, 'entry'>): void {
  app.setName(title)
  // The name under which Windows groups the windows and shows notifications: that of the installed shortcut.
  if (process.platform === 'win32') app.setAppUserModelId(product.id)
  app.setPath('userData', dataFolder)
  app.enableSandbox()
  app.commandLine.appendSwitch('disable-features', 'SpareRendererForSitePerProcess')
  protocol.registerSchemesAsPrivileged([{ scheme, privileges }])
  guardContents()
  // Without a listener the last window's end would end the program, in the middle of what is being sent.
  app.on('window-all-closed', () => undefined)
}

export function createElectronHost({ entry, title }: Omit<ElectronHostOptions, 'dataFolder'>): Host {
  let updates: ElectronUpdates | null = null
  return {
    kind: 'electron',
    async openWindow(options) {
      await app.whenReady()
      return await openDeskWindow(options, fileURLToPath(new URL('../preload/preload.cjs', entry)))
    },
    fork,
    openExternal: (address) => shell.openExternal(checkExternal(address).href),
    async saveFile({ suggestedName, data }) {
      const owner = BrowserWindow.getAllWindows()[0]
      const options = { defaultPath: suggestedName }
      const { canceled, filePath } = owner === undefined ? await dialog.showSaveDialog(options) : await dialog.showSaveDialog(owner, options)
      if (canceled) return null
      await writeFile(filePath, data, { mode: 0o600 })
      return filePath
    },
    writeClipboard: async ({ text, html, png }) => {
      const image = png === undefined ? {} : { 'image/png': new Blob([new Uint8Array(png)], { type: 'image/png' }) }
      await clipboard.write([new ClipboardItem({ 'text/plain': text, ...(html !== undefined && { 'text/html': html }), ...image })])
    },
    notify: (options) => new Notification(options).show(),
    resolveProxy: (address) => session.defaultSession.resolveProxy(address),
    showFatal: async (message) => {
      process.stderr.write(`${title} can't start. ${message}\n`)
      await app.whenReady()
      dialog.showErrorBox(`${title} can't start`, message)
    },
    onQuitRequested: (listener) =>
      void app.on('before-quit', (event) => {
        event.preventDefault()
        listener()
      }),
    onResume: (listener) => void powerMonitor.on('resume', listener),
    async openUpdates(log) {
      const { openElectronUpdates } = await import('./updates/index.ts')
      updates = await openElectronUpdates(log)
      return updates?.source ?? null
    },
    async quit() {
      try {
        await updates?.finish()
      } finally {
        app.exit(0)
      }
    },
  }
}
