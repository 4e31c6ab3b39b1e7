/**
 * Decides when a window that was created hidden is shown. `ready-to-show` alone can't decide it: on Wayland it may come
 * only once the window is shown, and without a working GPU never. It also comes for each further page of the window,
 * and may come after the window is destroyed.
 */
import { systemTimer, type Timer } from '../../base/timer.ts'

type On<Event extends string> = (event: Event, listener: () => void) => unknown

/** The part of Electron's `BrowserWindow` that is needed here. */
interface HiddenWindow {
  once: On<'ready-to-show'> & On<'closed'>
  readonly webContents: { once: On<'did-finish-load'> & On<'did-fail-load'> }
}

interface Appearing {
  /** Whether the person has quit the program, which then shows no window any more. */
  readonly isEnding: () => boolean
  readonly show: () => void
  readonly timer?: Timer
}

/** Milliseconds. A loaded page is usually drawn sooner; a window that is shown before has the page's colour alone. */
export const drawingMs = 300

/**
 * Calls `show` once: when the page is drawn, and otherwise shortly after it has been loaded or could not be.
 * @returns calls `show` now if the page is loaded and the window was not shown
 */
export function showOnceDrawn(window: HiddenWindow, { isEnding, show, timer = systemTimer }: Appearing): () => void {
  let isLoaded = false
  let isDone = false
  let cancel: () => void = () => undefined

  const end = (): void => {
    isDone = true
    cancel()
  }
  const appear = (): void => {
    if (isDone) return
    end()
    if (!isEnding()) show()
  }
  const onLoaded = (): void => {
    if (isDone || isLoaded) return
    isLoaded = true
    cancel = timer(drawingMs, appear)
  }
  window.once('ready-to-show', appear)
  window.once('closed', end)
  window.webContents.once('did-finish-load', onLoaded)
  window.webContents.once('did-fail-load', onLoaded)
  return () => {
    if (isLoaded) appear()
  }
}
