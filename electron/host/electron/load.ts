/** Loads the window's page for the first time, and survives a crash of the page's process meanwhile. */
import { endsWithin } from '../../base/withTimeout.ts'

type Listener = () => void

/** The part of Electron's `BrowserWindow` that is needed here. */
interface LoadingWindow {
  readonly loadURL: (url: string) => Promise<void>
  once: (event: 'closed', listener: Listener) => unknown
  removeListener: (event: 'closed', listener: Listener) => unknown
  readonly webContents: {
    once: ((event: 'render-process-gone', listener: Listener) => unknown) &
      ((event: 'did-finish-load', listener: Listener) => unknown)
    removeListener: ((event: 'render-process-gone', listener: Listener) => unknown) &
      ((event: 'did-finish-load', listener: Listener) => unknown)
  }
}

/** Milliseconds: a crash may be reported this long after the load that it interrupted. */
const crashReportMs = 1000

/**
 * Loads the page. If its process crashes meanwhile, `loadURL` rejects although the window reloads the page; then the
 * load that finishes counts. Rejects if the page cannot be loaded, or the window is closed.
 */
export async function loadPage(window: LoadingWindow, url: string): Promise<void> {
  const { webContents } = window
  const crashed = Promise.withResolvers<void>()
  const finished = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  webContents.once('render-process-gone', crashed.resolve)
  webContents.once('did-finish-load', finished.resolve)
  window.once('closed', closed.resolve)
  try {
    await window.loadURL(url)
  } catch (error) {
    if (!(await endsWithin(crashed.promise, crashReportMs))) throw error
    const isFinished = await Promise.race([finished.promise.then(() => true), closed.promise.then(() => false)])
    if (!isFinished) throw error
  } finally {
    webContents.removeListener('render-process-gone', crashed.resolve)
    webContents.removeListener('did-finish-load', finished.resolve)
    window.removeListener('closed', closed.resolve)
  }
}
