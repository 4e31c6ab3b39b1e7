/** Printing on Electron: a hidden window with an in-memory session of its own and without a preload script. */
import { BrowserWindow, session as sessions } from 'electron'
import type { Paper, PaperOptions } from '../host.ts'
import { drawExpression, paperAddress } from '../paper.ts'
import { printResult } from './printing.ts'
import { origin, paperOrigin, paperPartition, scheme, webPreferences } from './settings.ts'

const papers = new WeakSet<BrowserWindow>()

/**
 * Returns the desk's windows. Hidden windows for printing are left out, as no person sees them and they cannot be a
 * dialog's parent.
 */
export const visibleWindows = (): readonly BrowserWindow[] =>
  BrowserWindow.getAllWindows().filter((window) => !papers.has(window))

export async function openPaper({ serve, job }: PaperOptions): Promise<Paper> {
  const session = sessions.fromPartition(paperPartition, { cache: false })
  if (!session.protocol.isProtocolHandled(scheme)) {
    session.protocol.handle(scheme, (request) =>
      serve(new Request(paperAddress(origin, request.url), { method: request.method })),
    )
  }
  const window = new BrowserWindow({
    show: false,
    webPreferences: { ...webPreferences, partition: paperPartition, devTools: false },
  })
  papers.add(window)
  const close = (): Promise<void> => {
    if (!window.isDestroyed()) window.destroy()
    return Promise.resolve()
  }
  const { webContents } = window
  try {
    await window.loadURL(`${paperOrigin}/`)
    await webContents.executeJavaScript(drawExpression(job))
  } catch (error) {
    await close()
    throw error
  }
  return {
    print: () =>
      new Promise((resolve, reject) => {
        webContents.print({}, (success, failureReason) => {
          // Cancelling the system's dialog is not a failure.
          if (printResult(success, failureReason) === 'failed') reject(new Error('Printing failed'))
          else resolve()
        })
      }),
    renderPdf: ({ pageSize }) => webContents.printToPDF({ pageSize, printBackground: true }),
    close,
  }
}
