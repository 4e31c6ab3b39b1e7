/** The stand-in for `BrowserWindow`: a page with the state that a window manager would store. */
import { EventEmitter } from 'node:events'
import { app, settings } from './app.ts'
import { createEvent, report } from './reports.ts'
import { WebContents } from './webContents.ts'

interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
type WindowState = 'normal' | 'maximized' | 'minimized' | 'full-screen'

export interface WindowOptions extends Partial<Bounds> {
  readonly title?: string
  readonly show?: boolean
  readonly backgroundColor?: string
  readonly parent?: BrowserWindow
  readonly webPreferences?: Readonly<Record<string, unknown>>
}

const windows = new Set<BrowserWindow>()

export class BrowserWindow extends EventEmitter {
  readonly webContents: WebContents
  #bounds: Bounds
  #state: WindowState = 'normal'
  #isVisible: boolean
  /** Whether a page is loaded for which `ready-to-show` was not emitted yet. */
  #isLoaded = false
  #isDestroyed = false
  #closing: Promise<void> = Promise.resolve()

  static getAllWindows(): readonly BrowserWindow[] {
    return [...windows]
  }
  static getFocusedWindow(): BrowserWindow | null {
    return [...windows].find((window) => window.isVisible()) ?? null
  }
  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return [...windows].find((window) => window.webContents === contents) ?? null
  }

  constructor(options: WindowOptions = {}) {
    super()
    app.mustBeReady('BrowserWindow')
    report('BrowserWindow', { ...options, parent: options.parent !== undefined })
    this.#bounds = {
      x: options.x ?? 100,
      y: options.y ?? 100,
      width: options.width ?? 800,
      height: options.height ?? 600,
    }
    this.#isVisible = options.show ?? true
    this.webContents = new WebContents(options.webPreferences ?? {}, this.#isVisible)
    this.webContents.on('did-finish-load', () => {
      this.#isLoaded = true
      if (settings.readyToShow === 'drawn' || this.#isVisible) this.#readyToShow()
    })
    windows.add(this)
    app.emit('browser-window-created', createEvent(), this)
  }

  async loadURL(url: string): Promise<void> {
    await this.webContents.loadURL(url)
    this.webContents.page.once('close', () => this.#ended())
  }
  /** Electron emits it one tick later, and then no longer asks whether the window exists. */
  #readyToShow(): void {
    if (settings.readyToShow === 'never' || !this.#isLoaded) return
    this.#isLoaded = false
    process.nextTick(() => this.emit('ready-to-show'))
  }

  /** Emits events in Electron's order: `close`, then `will-prevent-unload` if the page objects, then `closed`. */
  close(): void {
    this.#closing = this.#close()
  }
  closing(): Promise<void> {
    return this.#closing
  }
  async #close(): Promise<void> {
    const event = createEvent()
    this.emit('close', event)
    if (event.defaultPrevented || this.#isDestroyed) return
    if (!this.webContents.hasPage) return this.destroy()
    const { page } = this.webContents
    const stayed = new Promise<void>((resolve) => page.once('dialog', () => setTimeout(resolve, 500)))
    const closed = new Promise<void>((resolve) => this.once('closed', resolve))
    await page.close({ runBeforeUnload: true })
    await Promise.race([closed, stayed])
  }
  destroy(): void {
    if (this.#isDestroyed) return
    if (this.webContents.hasPage) void this.webContents.page.close().catch(() => undefined)
    this.#ended()
  }
  #ended(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    windows.delete(this)
    report('window.closed')
    this.emit('closed')
    // Electron quits the program here if there is no listener.
    if (windows.size > 0) return
    if (app.listenerCount('window-all-closed') === 0) app.quit()
    else app.emit('window-all-closed')
  }
  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  show(): void {
    this.#isVisible = true
    if (settings.shows !== 'never') void this.webContents.wasShown().catch(() => undefined)
    report('window.show')
    this.emit('show')
    this.#readyToShow()
  }
  showInactive(): void {
    this.show()
  }
  hide(): void {
    this.#isVisible = false
    report('window.hide')
    this.emit('hide')
  }
  isVisible(): boolean {
    return this.#isVisible
  }
  focus(): void {
    if (!this.#isVisible) return
    report('window.focus')
    this.emit('focus')
  }
  isFocused(): boolean {
    return this.#isVisible && !this.isMinimized()
  }

  getBounds(): Bounds {
    return this.#bounds
  }
  getNormalBounds(): Bounds {
    return this.#bounds
  }
  setBounds(bounds: Partial<Bounds>): void {
    this.#bounds = { ...this.#bounds, ...bounds }
    this.emit('resize')
    this.emit('move')
  }
  arrange(state: WindowState): void {
    const event = {
      normal: 'unmaximize',
      maximized: 'maximize',
      minimized: 'minimize',
      'full-screen': 'enter-full-screen',
    }[state]
    this.#state = state
    report('window.state', state)
    this.emit(event)
  }
  /** Shows a hidden window too, as `minimize` does. */
  maximize(): void {
    if (!this.#isVisible) this.show()
    this.arrange('maximized')
  }
  unmaximize(): void {
    this.arrange('normal')
  }
  minimize(): void {
    if (!this.#isVisible) this.show()
    this.arrange('minimized')
  }
  restore(): void {
    this.arrange('normal')
  }
  setFullScreen(flag: boolean): void {
    this.arrange(flag ? 'full-screen' : 'normal')
  }
  isMaximized(): boolean {
    return this.#state === 'maximized'
  }
  isMinimized(): boolean {
    return this.#state === 'minimized'
  }
  isFullScreen(): boolean {
    return this.#state === 'full-screen'
  }

  setTitle(title: string): void {
    report('window.setTitle', title)
  }
  setBackgroundColor(color: string): void {
    report('window.setBackgroundColor', color)
  }
  setMenu(menu: unknown): void {
    report('window.setMenu', { isNull: menu === null })
  }
  removeMenu(): void {
    report('window.removeMenu')
  }
  setMenuBarVisibility(visible: boolean): void {
    report('window.setMenuBarVisibility', visible)
  }
  setAutoHideMenuBar(hidden: boolean): void {
    report('window.setAutoHideMenuBar', hidden)
  }
  setIcon(): void {
    report('window.setIcon')
  }
  setProgressBar(progress: number): void {
    report('window.setProgressBar', progress)
  }
  flashFrame(flash: boolean): void {
    report('window.flashFrame', flash)
  }
}

app.windows = () => BrowserWindow.getAllWindows()
