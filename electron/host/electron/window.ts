/** The desk's window on Electron. */
import { BrowserWindow, dialog, ipcMain, session as sessions } from 'electron'
import { drawnStamps, readStamps } from '../drawn.ts'
import type { DeskWindow, WindowOptions } from '../host.ts'
import { probe } from '../probe.ts'
import { limitedReloads } from '../reloads.ts'
import { channels } from './channels.ts'
import { effectivePreferences, guardSession } from './policy.ts'
import { closeQuestion, closesAnyway, origin, scheme, webPreferences } from './settings.ts'

export async function openDeskWindow({ serve, answer, title, width, height }: WindowOptions, preload: string): Promise<DeskWindow> {
  const session = sessions.fromPartition(webPreferences.partition, { cache: false })
  guardSession(session)
  session.protocol.handle(scheme, serve)

  const window = new BrowserWindow({ title, width, height, minWidth: 900, minHeight: 600, show: false, webPreferences: { ...webPreferences, preload } })
  window.removeMenu()
  window.on('page-title-updated', (event) => event.preventDefault())
  window.once('ready-to-show', () => window.show())
  const { webContents } = window
  // Electron asks nobody by itself: without this a page that wants to stay could never be closed.
  webContents.on('will-prevent-unload', (event) => {
    if (dialog.showMessageBoxSync(window, closeQuestion) === closesAnyway) event.preventDefault()
  })
  const comeBack = limitedReloads()
  webContents.on('render-process-gone', () => {
    if (comeBack()) webContents.reload()
    else window.destroy()
  })

  ipcMain.handle(channels.call, async (event, text: string) => {
    const frame = event.senderFrame
    const isMainFrame = event.sender === webContents && frame !== null && frame === webContents.mainFrame
    return await answer({ origin: frame?.origin ?? '', isMainFrame, text })
  })
  await window.loadURL(`${origin}/`)

  return {
    push: (text) => {
      if (!webContents.isDestroyed()) webContents.send(channels.event, text)
    },
    show: () => {
      if (window.isMinimized()) window.restore()
      window.focus()
    },
    print: () =>
      new Promise((resolve, reject) => {
        webContents.print({}, (done, reason) => (done || reason === 'cancelled' ? resolve() : reject(new Error('Printing failed'))))
      }),
    renderPdf: ({ pageSize }) => webContents.printToPDF({ pageSize, printBackground: true }),
    drawnSheets: async () => readStamps(await webContents.executeJavaScript(drawnStamps)),
    capture: async () => (await webContents.capturePage()).toPNG(),
    securityReport: async () => ({
      host: 'electron',
      versions: { electron: process.versions['electron'], chrome: process.versions['chrome'] },
      webPreferences: effectivePreferences(webContents),
      page: await webContents.executeJavaScript(probe),
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
