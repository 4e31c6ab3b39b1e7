/**
 * Integrates the window with the desktop: its bounds and mode, its menus, its zoom, its icon, and its colour before the
 * page is drawn. The rules are pure functions in separate files; this file applies them with Electron.
 */
import { existsSync } from 'node:fs'
import { app, type BrowserWindow, type BrowserWindowConstructorOptions, Menu, screen } from 'electron'
import packageJson from '../../../package.json' with { type: 'json' }
import { withTimeout } from '../../base/withTimeout.ts'
import { drawnFrames } from '../probe.ts'
import { showOnceDrawn } from './appearing.ts'
import { placeWindow, type Size } from './bounds.ts'
import { hideAtEnd } from './closing.ts'
import { contextMenu } from './contextMenu.ts'
import { windowIcon } from './icon.ts'
import { applicationMenu } from './menu.ts'
import type { HostText } from './text/index.ts'
import { onThemeChange, pageColour } from './theme.ts'
import { createWindowStateStore, WindowState } from './windowState.ts'
import { normalZoom, zoomAfter, type ZoomChange } from './zoom.ts'

const minimum: Size = { width: 900, height: 600 }

interface DesktopOptions {
  /** `window.json` in the profile folder. */
  readonly stateFile: string
  /** The program's name. */
  readonly program: string
  /** Returns the text in the language that is set. */
  readonly text: () => HostText
  /** Whether the person has quit the program. A window that was not shown until then is never shown. */
  readonly isEnding: () => boolean
  /** Receives one sentence for the log. */
  readonly onTrouble: (what: string) => void
}

export interface Desktop {
  /** Returns the options of the window. It needs `app` to be ready. */
  readonly prepare: (initial: Size) => Promise<{
    readonly windowOptions: BrowserWindowConstructorOptions
    readonly zoomFactor: number
  }>
  /** Shows the application menu in the language that is set. It does nothing before `prepare`. */
  readonly showMenu: () => void
  /**
   * Shows the window when its page is drawn or loaded, and tracks its state until it is closed. Resolves, once it was
   * shown, to whether it is seen.
   */
  readonly attach: (window: BrowserWindow) => Promise<boolean>
  readonly isInFront: () => boolean
  /** Brings the window to the front, also from a minimised state, and if it is loaded but was not shown. */
  readonly bringForward: () => void
  /** Hides the window while the program ends. Its state stays the one that it has now. */
  readonly retire: (window: BrowserWindow) => void
  /** Stores the last state of the window. */
  readonly flush: () => Promise<void>
}

export function createDesktop({ stateFile, program, text, isEnding, onTrouble }: DesktopOptions): Desktop {
  const store = createWindowStateStore({ file: stateFile, onTrouble })
  let stored: WindowState | null = null
  let shown: BrowserWindow | null = null
  let showLoaded = (): void => undefined
  let hasMenu = false

  const remember = (window: BrowserWindow): void => {
    const state = stateOf(window)
    if (window === shown && state !== null) store.set(state)
  }

  const zoom = (window: BrowserWindow | null, change: ZoomChange): void => {
    if (window === null) return
    window.webContents.setZoomFactor(zoomAfter(window.webContents.getZoomFactor(), change))
    remember(window)
  }

  const showMenu = (): void => installApplicationMenu(program, text(), (change) => zoom(shown, change))

  return {
    async prepare(initial) {
      hasMenu = true
      showMenu()
      stored = await store.read()
      const placement = placeWindow({ stored: stored?.bounds ?? null, workAreas: workAreas(), initial, minimum })
      const { platform, resourcesPath } = process
      const icon = windowIcon({ platform, isPackaged: app.isPackaged, resourcesPath, programFolder: app.getAppPath() })
      return {
        windowOptions: {
          ...placement.bounds,
          minWidth: placement.minimum.width,
          minHeight: placement.minimum.height,
          backgroundColor: pageColour(),
          autoHideMenuBar: true,
          ...(icon !== null && existsSync(icon) && { icon }),
        },
        zoomFactor: stored?.zoom ?? 1,
      }
    },
    showMenu() {
      if (hasMenu) showMenu()
    },
    attach(window) {
      const appeared = Promise.withResolvers<boolean>()
      showLoaded = showOnceDrawn(window, {
        isEnding,
        show() {
          showAs(stored?.mode, window)
          shown = window
          void isSeen(window).then((seen) => {
            if (!isEnding() && !window.isDestroyed()) appeared.resolve(seen)
          })
        },
      })
      onStateChange(window, () => remember(window))
      const { webContents } = window
      webContents.on('zoom-changed', (_event, direction) => zoom(window, direction))
      webContents.on('context-menu', (_event, params) => openContextMenu(window, params, text()))
      const stopFollowing = onThemeChange(() => window.setBackgroundColor(pageColour()))
      window.once('closed', () => {
        stopFollowing()
        shown = null
      })
      return appeared.promise
    },
    isInFront: () => shown?.isFocused() ?? false,
    bringForward() {
      // A window that is not loaded yet comes to the front when it is shown.
      if (shown === null) return showLoaded()
      if (shown.isMinimized()) shown.restore()
      shown.show()
      if (process.platform === 'darwin') app.focus({ steal: true })
      shown.focus()
    },
    retire(window) {
      remember(window)
      if (window === shown) shown = null
      hideAtEnd(window, process.platform)
    },
    flush: store.flush,
  }
}

/**
 * Whether the system shows the window. Electron calls a window visible once it has shown it, also where Wayland never
 * maps it, so its frames are counted too. A page that hangs counts none.
 */
async function isSeen(window: BrowserWindow): Promise<boolean> {
  const counting: Promise<unknown> = window.webContents.executeJavaScript(drawnFrames)
  const frames = await withTimeout(counting, 10_000, () => new Error('The page does not answer')).catch(() => 0)
  return frames === 2 && !window.isDestroyed() && window.isVisible()
}

function onStateChange(window: BrowserWindow, act: () => void): void {
  window.on('resize', act)
  window.on('move', act)
  window.on('maximize', act)
  window.on('unmaximize', act)
  window.on('enter-full-screen', act)
  window.on('leave-full-screen', act)
  window.on('close', act)
}

function showAs(mode: WindowState['mode'] | undefined, window: BrowserWindow): void {
  // `maximize` shows the window too, but gives it no focus.
  if (mode === 'maximized') window.maximize()
  window.show()
  if (mode === 'fullScreen') window.setFullScreen(true)
}

/** Returns the work areas, that of the primary screen first. */
function workAreas(): readonly Electron.Rectangle[] {
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
  return [primary, ...others].map(({ workArea }) => workArea)
}

/** Returns null while the window is minimised, where macOS reports other bounds, and for invalid bounds. */
function stateOf(window: BrowserWindow): WindowState | null {
  if (window.isDestroyed() || window.isMinimized()) return null
  const mode = window.isFullScreen() ? 'fullScreen' : window.isMaximized() ? 'maximized' : 'normal'
  const zoom = normalZoom(window.webContents.getZoomFactor())
  return WindowState.safeParse({ version: 1, bounds: window.getNormalBounds(), mode, zoom }).data ?? null
}

function installApplicationMenu(program: string, text: HostText, onZoom: (change: ZoomChange) => void): void {
  const isDevelopment = !app.isPackaged
  const template = applicationMenu({ platform: process.platform, program, text: text.menu, isDevelopment, onZoom })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  app.setAboutPanelOptions({ applicationName: program, applicationVersion: packageJson.version })
}

/**
 * Opens the context menu. `frame` is not passed on purpose: with it, macOS adds items that pass the text to other
 * programs.
 */
function openContextMenu(window: BrowserWindow, params: Electron.ContextMenuParams, text: HostText): void {
  const items = contextMenu(params, text.menu)
  if (items.length === 0) return
  // After a mouse click Electron opens the menu at the pointer; a key press has no pointer, so the position is passed.
  const position = params.menuSourceType === 'keyboard' ? { x: Math.round(params.x), y: Math.round(params.y) } : {}
  Menu.buildFromTemplate(items).popup({ window, sourceType: params.menuSourceType, ...position })
}
