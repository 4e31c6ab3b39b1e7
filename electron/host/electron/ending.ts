/** What ends the program: a person who quits, who is asked first while money is in flight, or the system. */
import { app, type BrowserWindow, powerMonitor } from 'electron'
import type { CloseGuard } from './closing.ts'
import { visibleWindows } from './paper.ts'

export interface EndingContext {
  /** The guard of the open window, or null before it is opened. */
  guard: CloseGuard | null
  isSystemShutdown: boolean
  /** Whether the person has quit: the windows are hidden, and the program is ending. */
  isEnding: boolean
  readonly hide: (window: BrowserWindow) => void
}

export function onQuitRequested(context: EndingContext, listener: () => void): void {
  const endByPerson = (): void => {
    context.isEnding = true
    for (const window of visibleWindows()) context.hide(window)
    listener()
  }
  app.on('before-quit', (event) => {
    const { guard } = context
    // Preventing this quit would stop the system's shutdown on macOS.
    if (context.isSystemShutdown) return
    event.preventDefault()
    if (context.isEnding) return
    if (guard === null || guard.mayClose()) return endByPerson()
    void guard.confirm().then((quits) => {
      if (quits) endByPerson()
    })
  })
}

export function onSystemShutdown(context: EndingContext, listener: () => void): void {
  const end = (): void => {
    context.isSystemShutdown = true
    listener()
  }
  powerMonitor.on('shutdown', () => {
    end()
    app.exit(0)
  })
  // Windows ends the process itself once its windows have handled this event.
  app.on('browser-window-created', (_event, window) => window.on('session-end', end))
}
