/**
 * The stand-ins for the desktop: dialogs, menus, clipboard, screens, power and theme. Calls are reported to the test.
 */
import { EventEmitter } from 'node:events'
import { mkdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { app, settings } from './app.ts'
import { report } from './reports.ts'
import { BrowserWindow } from './window.ts'

interface MessageBox {
  readonly message: string
  readonly detail?: string
  readonly defaultId?: number
  readonly buttons?: readonly string[]
  readonly cancelId?: number
  readonly signal?: AbortSignal
}
type Answer = (response: number) => void

const openBoxes: Answer[] = []

export function answerDialog(response: number): void {
  const answer = openBoxes.shift()
  if (answer === undefined) throw new Error('No message box is open')
  answer(response)
}

let saveFolder: string | null = null
/** Sets the folder in which the person saves the next file; others are saved at the path that the dialog proposes. */
export const setNextSave = (folder: string): void => void (saveFolder = folder)

/** Returns the options of a dialog, whose window is an optional first argument. */
const optionsOf = <T>(first: unknown, second: T | undefined): T => second ?? (first as T)

export const shell = {
  openExternal(address: string): Promise<void> {
    report('shell.openExternal', { address })
    return Promise.resolve()
  },
}

export const dialog = {
  showMessageBox(
    first: unknown,
    second?: MessageBox,
  ): Promise<{ readonly response?: number; readonly checkboxChecked: boolean }> {
    app.mustBeReady('dialog')
    const box = optionsOf<MessageBox>(first, second)
    const { message, detail, buttons = ['OK'], cancelId = 0, defaultId = 0, signal } = box
    // Electron then opens no box, and answers without a response.
    if (signal?.aborted === true) return Promise.resolve({ checkboxChecked: false })
    return new Promise((resolve) => {
      const answer: Answer = (response) => {
        report('dialog.closed', { message, response })
        resolve({ response, checkboxChecked: false })
      }
      openBoxes.push(answer)
      report('dialog.showMessageBox', {
        message,
        buttons,
        detail,
        defaultId,
        cancelId,
        hasParent: second !== undefined,
      })
      signal?.addEventListener('abort', () => {
        const index = openBoxes.indexOf(answer)
        if (index === -1) return
        openBoxes.splice(index, 1)
        answer(cancelId)
      })
    })
  },
  showMessageBoxSync(): never {
    throw new Error('The stand-in has no blocking message box')
  },
  showSaveDialog(
    first: unknown,
    second?: { readonly defaultPath?: string; readonly filters?: unknown },
  ): Promise<{ readonly canceled: boolean; readonly filePath: string }> {
    app.mustBeReady('dialog')
    const options = optionsOf<{ readonly defaultPath?: string; readonly filters?: unknown }>(first, second)
    report('dialog.showSaveDialog', options)
    if (!settings.saves) return Promise.resolve({ canceled: true, filePath: '' })
    const proposed = resolve(app.getPath('downloads'), options.defaultPath ?? 'file')
    const filePath = saveFolder === null ? proposed : join(saveFolder, basename(proposed))
    saveFolder = null
    mkdirSync(dirname(filePath), { recursive: true })
    return Promise.resolve({ canceled: false, filePath })
  },
  showErrorBox(title: string, content: string): void {
    // Before `ready`, Electron writes to standard error on Linux, and nobody sees a box.
    report(app.isReady() ? 'dialog.showErrorBox' : 'dialog.errorText', { title, content })
  },
}

const notifications: Notification[] = []

export class Notification extends EventEmitter {
  readonly #options: { readonly title?: string; readonly body?: string }
  #isTimedOut = false
  constructor(options: { readonly title?: string; readonly body?: string } = {}) {
    super()
    app.mustBeReady('Notification')
    this.#options = options
  }
  static isSupported(): boolean {
    return true
  }
  show(): void {
    notifications.push(this)
    report('notification.show', this.#options)
    this.emit('show', {})
  }
  close(): void {
    const index = notifications.indexOf(this)
    if (index === -1) return
    notifications.splice(index, 1)
    report('notification.close', this.#options)
    if (!this.#isTimedOut) this.emit('close', {})
  }
  /** Windows reports the end of the time on the screen as a closing, and keeps it in the notification centre. */
  timeOut(): void {
    this.#isTimedOut = true
    this.emit('close', { reason: 'timedOut' })
  }
}

function lastNotification(): Notification {
  const last = notifications.at(-1)
  if (last === undefined) throw new Error('No notification is shown')
  return last
}

/** Clicks the last notification, as a person does. */
export const clickNotification = (): void => void lastNotification().emit('click', {})

export const timeOutNotification = (): void => lastNotification().timeOut()

interface MenuTemplate {
  readonly label?: string
  readonly role?: string
  readonly type?: string
  readonly accelerator?: string
  readonly submenu?: readonly MenuTemplate[] | Menu
  readonly click?: (item: unknown, window: unknown, event: unknown) => void
}

let applicationMenu: Menu | null = null

export class Menu {
  readonly items: readonly MenuTemplate[]
  constructor(items: readonly MenuTemplate[] = []) {
    this.items = items
  }
  static buildFromTemplate(template: readonly MenuTemplate[]): Menu {
    for (const { label, role, type, submenu } of template) {
      if (label === undefined && role === undefined && type !== 'separator')
        throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type')
      if (submenu !== undefined && !(submenu instanceof Menu)) Menu.buildFromTemplate(submenu)
    }
    return new Menu(template)
  }
  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu
    report('Menu.setApplicationMenu', menu?.items ?? null)
  }
  static getApplicationMenu(): Menu | null {
    return applicationMenu
  }
  popup(): void {
    report('menu.popup', this.items)
  }
}

export class MenuItem {
  readonly label: string | undefined
  readonly role: string | undefined
  readonly click: MenuTemplate['click']
  constructor({ label, role, click }: MenuTemplate) {
    this.label = label
    this.role = role
    this.click = click
  }
}

/**
 * Clicks an item of the application menu. Electron itself implements the roles, of which the stand-in has only Quit.
 */
export function clickMenu(path: readonly string[]): void {
  let items = applicationMenu?.items ?? []
  for (const [depth, label] of path.entries()) {
    const item = items.find((candidate) => candidate.label === label || candidate.role === label)
    if (item === undefined) throw new Error(`The menu has no item ${path.slice(0, depth + 1).join(' > ')}`)
    if (depth < path.length - 1) {
      items = item.submenu instanceof Menu ? item.submenu.items : (item.submenu ?? [])
      continue
    }
    if (item.role === 'quit') return app.quit()
    item.click?.(item, BrowserWindow.getFocusedWindow(), {})
  }
}

class StandInClipboardItem {
  readonly #items: Readonly<Record<string, unknown>>
  constructor(items: Readonly<Record<string, unknown>>) {
    this.#items = items
  }
  get types(): readonly string[] {
    return Object.keys(this.#items)
  }
  async text(type: string): Promise<string | null> {
    const item = await this.#items[type]
    if (typeof item === 'string') return item
    return item instanceof Blob ? await item.text() : null
  }
  async base64(type: string): Promise<string | null> {
    const item = await this.#items[type]
    return item instanceof Blob ? Buffer.from(await item.arrayBuffer()).toString('base64') : null
  }
}

export { StandInClipboardItem as ClipboardItem }

let clipboardItem: StandInClipboardItem | null = null

/** Also writes to the clipboard of the stand-in's page, so that a test can paste the content. */
export const clipboard = {
  async write([item]: readonly StandInClipboardItem[]): Promise<void> {
    if (item === undefined) return
    clipboardItem = item
    const [text, html, png] = await Promise.all([
      item.text('text/plain'),
      item.text('text/html'),
      item.base64('image/png'),
    ])
    const page = BrowserWindow.getAllWindows()[0]?.webContents.page
    await page?.evaluate(
      async (content) => {
        const blobs: Record<string, Blob> = {}
        if (content.text !== null) blobs['text/plain'] = new Blob([content.text], { type: 'text/plain' })
        if (content.html !== null) blobs['text/html'] = new Blob([content.html], { type: 'text/html' })
        if (content.png !== null) {
          const bytes = Uint8Array.from(atob(content.png), (character) => character.charCodeAt(0))
          blobs['image/png'] = new Blob([bytes], { type: 'image/png' })
        }
        await navigator.clipboard.write([new ClipboardItem(blobs)])
      },
      { text, html, png },
    )
    report('clipboard.write', { types: item.types })
  },
  async readText(): Promise<string> {
    return (await clipboardItem?.text('text/plain')) ?? ''
  },
  async writeText(text: string): Promise<void> {
    await clipboard.write([new StandInClipboardItem({ 'text/plain': text })])
  },
  clear(): void {
    clipboardItem = null
    report('clipboard.clear')
  },
}

class PowerMonitor extends EventEmitter {
  constructor() {
    super()
    // The first listener starts Electron's source of these events, which requires the app to be ready.
    this.once('newListener', () => app.mustBeReady('powerMonitor'))
  }
}
export const powerMonitor = new PowerMonitor()

class NativeTheme extends EventEmitter {
  #source = 'system'
  #systemIsDark = false
  get themeSource(): string {
    return this.#source
  }
  set themeSource(source: string) {
    this.#source = source
    report('nativeTheme.themeSource', source)
    setImmediate(() => this.emit('updated'))
  }
  get shouldUseDarkColors(): boolean {
    return this.#source === 'system' ? this.#systemIsDark : this.#source === 'dark'
  }
  setSystemTheme(isDark: boolean): void {
    this.#systemIsDark = isDark
    this.emit('updated')
  }
}
export const nativeTheme = new NativeTheme()

interface Display {
  readonly id: number
  readonly workArea: (typeof settings.workAreas)[number]
  readonly scaleFactor: number
}

class Screen extends EventEmitter {
  getPrimaryDisplay(): Display {
    const [first] = this.getAllDisplays()
    if (first === undefined) throw new Error('The stand-in has no screen')
    return first
  }
  getAllDisplays(): readonly Display[] {
    app.mustBeReady('screen')
    return settings.workAreas.map((workArea, id) => ({ id, workArea, scaleFactor: 1 }))
  }
}
export const screen = new Screen()

export const nativeImage = {
  createFromPath: (path: string) => ({ path, isEmpty: () => false }),
}
