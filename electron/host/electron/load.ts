/** The first load of the window's page, which outlives a crash of the page's process. */

type Listener = () => void

/** The part of Electron's `BrowserWindow` that is used here. */
export interface LoadingWindow {
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

/** Milliseconds in which the end of a process is reported after the load that it took with it. */
const crashIsReportedWithin = 1000

/**
 * Loads the page. Where its process ends meanwhile, `loadURL` rejects, although the window loads the page again: then the
 * load that finishes counts. Rejects where the page can't be loaded, or the window is closed for good.
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
    if (!(await happensWithin(crashIsReportedWithin, crashed.promise))) throw error
    const isFinished = await Promise.race([finished.promise.then(() => true), closed.promise.then(() => false)])
    if (!isFinished) throw error
  } finally {
    webContents.removeListener('render-process-gone', crashed.resolve)
    webContents.removeListener('did-finish-load', finished.resolve)
    window.removeListener('closed', closed.resolve)
  }
}

async function happensWithin(milliseconds: number, event: Promise<void>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), milliseconds)
  return await Promise.race([event.then(() => true), late]).finally(() => clearTimeout(timer))
}
