/**
 * What the person's desktop sees of the window: its place and mode, its menus, its zoom, its icon and its colour before
 * the page is drawn. The rules are pure functions in files of their own; here they meet Electron.
 */
import { existsSync } from 'node:fs'
import { app, type BrowserWindow, type BrowserWindowConstructorOptions, Menu, screen } from 'electron'
import packageJson from '../../../package.json' with { type: 'json' }
import { placeWindow, type Size } from './bounds.ts'
import { contextMenu } from './contextMenu.ts'
import { windowIcon } from './icon.ts'
import { applicationMenu } from './menu.ts'
import type { HostText } from './text/index.ts'
import { onThemeChange, pageColour } from './theme.ts'
import { createWindowStateStore, WindowState } from './windowState.ts'
import { normalZoom, zoomAfter, type ZoomChange } from './zoom.ts'

const minimum: Size = { width: 900, height: 600 }

export interface DesktopOptions {
  /** `window.json` in the profile folder. */
  readonly stateFile: string
  /** The program's name. */
  readonly program: string
  readonly text: HostText
  /** Receives one sentence for the log. */
  readonly onTrouble: (what: string) => void
}

export interface Desktop {
  /** What the window is made with. Once `app` is ready. */
  readonly prepare: (initial: Size) => Promise<{
    readonly windowOptions: BrowserWindowConstructorOptions
    readonly zoomFactor: number
  }>
  /** Shows the window when its page is drawn, and follows it until it is closed. */
  readonly attach: (window: BrowserWindow) => void
  /** Brings the window in front of the others, wherever it is. */
  readonly bringForward: () => void
  /** Stores the window's last place. */
  readonly flush: () => Promise<void>
}

export function createDesktop({ stateFile, program, text, onTrouble }: DesktopOptions): Desktop {
  const store = createWindowStateStore({ file: stateFile, onTrouble })
  let stored: WindowState | null = null
  let shown: BrowserWindow | null = null

  const remember = (window: BrowserWindow): void => {
    const state = stateOf(window)
    if (window === shown && state !== null) store.set(state)
  }

  const zoom = (window: BrowserWindow | null, change: ZoomChange): void => {
    if (window === null) return
    window.webContents.setZoomFactor(zoomAfter(window.webContents.getZoomFactor(), change))
    remember(window)
  }

  const show = (window: BrowserWindow): void => {
    // On Windows and macOS this shows the window too; on Linux it doesn't.
    if (stored?.mode === 'maximized') window.maximize()
    window.show()
    if (stored?.mode === 'fullScreen') window.setFullScreen(true)
    shown = window
  }

  return {
    async prepare(initial) {
      installApplicationMenu(program, text, (change) => zoom(shown, change))
      stored = await store.read()
      const place = placeWindow({ stored: stored?.bounds ?? null, workAreas: workAreas(), initial, minimum })
      const { platform, resourcesPath } = process
      const icon = windowIcon({ platform, isPackaged: app.isPackaged, resourcesPath, programFolder: app.getAppPath() })
      return {
        windowOptions: {
          ...place.bounds,
          minWidth: place.minimum.width,
          minHeight: place.minimum.height,
          backgroundColor: pageColour(),
          autoHideMenuBar: true,
          ...(icon !== null && existsSync(icon) && { icon }),
        },
        zoomFactor: stored?.zoom ?? 1,
      }
    },
    attach(window) {
      window.once('ready-to-show', () => show(window))
      window.on('resize', () => remember(window))
      window.on('move', () => remember(window))
      window.on('maximize', () => remember(window))
      window.on('unmaximize', () => remember(window))
      window.on('enter-full-screen', () => remember(window))
      window.on('leave-full-screen', () => remember(window))
      window.on('close', () => remember(window))
      const { webContents } = window
      webContents.on('zoom-changed', (_event, direction) => zoom(window, direction))
      webContents.on('context-menu', (_event, params) => openContextMenu(window, params, text))
      const stopFollowing = onThemeChange(() => window.setBackgroundColor(pageColour()))
      window.once('closed', () => {
        stopFollowing()
        shown = null
      })
    },
    bringForward() {
      // A window that isn't drawn yet comes forward by itself when it is.
      if (shown === null) return
      if (shown.isMinimized()) shown.restore()
      shown.show()
      if (process.platform === 'darwin') app.focus({ steal: true })
      shown.focus()
    },
    flush: store.flush,
  }
}

/** Those of the first screen first. */
function workAreas(): readonly Electron.Rectangle[] {
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
  return [primary, ...others].map(({ workArea }) => workArea)
}

/** Null while the window is minimised, where macOS reports other bounds, and for bounds that can't be a window's. */
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
 * The frame is left out on purpose: with it macOS adds items to the menu that hand the text to other programs.
 */
function openContextMenu(window: BrowserWindow, params: Electron.ContextMenuParams, text: HostText): void {
  const items = contextMenu(params, text.menu)
  if (items.length === 0) return
  // A mouse click opens the menu at the pointer, where Electron opens it by itself; a key has no pointer.
  const place = params.menuSourceType === 'keyboard' ? { x: Math.round(params.x), y: Math.round(params.y) } : {}
  Menu.buildFromTemplate(items).popup({ window, sourceType: params.menuSourceType, ...place })
}
