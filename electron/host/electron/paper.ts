/** Printing on Electron: a hidden window with an in-memory session of its own and without a preload script. */
import { BrowserWindow, session as sessions, type WebContents } from 'electron'
import { raceAbort } from '../../base/raceAbort.ts'
import type { PaperOptions, PdfOptions, PrintSignals } from '../host.ts'
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

export const print = (options: PaperOptions, { drawing, dialog }: PrintSignals): Promise<void> =>
  withPaper({ ...options, parent: dialogOwner() }, drawing, dialog, printInDialog)

export const renderPdf = ({ pageSize, ...options }: PdfOptions, signal: AbortSignal): Promise<Uint8Array> =>
  withPaper({ ...options, parent: undefined }, signal, signal, (contents) =>
    contents.printToPDF({ pageSize, printBackground: true }),
  )

/**
 * The dialog of the system belongs to the window of the page, which nobody sees. As a child of the desk's window it
 * keeps the dialog above that one. On macOS the dialog belongs to the program, and a child would be shown.
 */
const dialogOwner = (): BrowserWindow | undefined => (process.platform === 'darwin' ? undefined : visibleWindows()[0])

/** Runs `act` on a page that has drawn the job, and destroys the page in any case. */
async function withPaper<T>(
  { serve, job, parent }: PaperOptions & { readonly parent: BrowserWindow | undefined },
  drawing: AbortSignal,
  acting: AbortSignal,
  act: (contents: WebContents) => Promise<T>,
): Promise<T> {
  const session = sessions.fromPartition(paperPartition, { cache: false })
  if (!session.protocol.isProtocolHandled(scheme)) {
    session.protocol.handle(scheme, (request) =>
      serve(new Request(paperAddress(origin, request.url), { method: request.method })),
    )
  }
  const window = new BrowserWindow({
    show: false,
    ...(parent !== undefined && { parent }),
    webPreferences: { ...webPreferences, partition: paperPartition, devTools: false },
  })
  papers.add(window)
  const { webContents } = window
  const draw = async (): Promise<void> => {
    await window.loadURL(`${paperOrigin}/`)
    await webContents.executeJavaScript(drawExpression(job))
  }
  // What runs in a page whose process has ended may stay pending forever.
  const crash = new Promise<never>((_resolve, reject) => {
    webContents.once('render-process-gone', () => reject(new Error('The page that is printed crashed')))
  })
  try {
    await raceAbort(Promise.race([draw(), crash]), drawing)
    return await raceAbort(Promise.race([act(webContents), crash]), acting)
  } finally {
    if (!window.isDestroyed()) window.destroy()
  }
}

const printInDialog = (contents: WebContents): Promise<void> =>
  new Promise((resolve, reject) => {
    contents.print({}, (success, failureReason) => {
      // Cancelling the system's dialog is not a failure.
      if (printResult(success, failureReason) === 'failed') reject(new Error('Printing failed'))
      else resolve()
    })
  })
