/**
 * The stand-in for `app`. It keeps Electron's order: names, paths and switches precede `ready`; the folder for user
 * data exists before `ready`; `ready` follows the end of the entry; `quit` emits its events in Electron's order.
 */
import { EventEmitter } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { homedir, hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEvent, report } from './reports.ts'
import { readSettings } from './settings.ts'

export const settings = readSettings(process.env)

/** Node's own `process.exit`, which Electron replaces by `app.exit`. */
const exitProcess = process.exit.bind(process)

/** Chromium's switches. The stand-in reads them when it starts its browser. */
class CommandLine {
  readonly #switches = new Map<string, string>()
  appendSwitch(name: string, value = ''): void {
    this.#switches.set(name, value)
    report('app.commandLine.appendSwitch', { name, value })
  }
  removeSwitch(name: string): void {
    this.#switches.delete(name)
    report('app.commandLine.removeSwitch', name)
  }
  hasSwitch(name: string): boolean {
    return this.#switches.has(name)
  }
  getSwitchValue(name: string): string {
    return this.#switches.get(name) ?? ''
  }
}

export interface QuittingWindow {
  readonly isDestroyed: () => boolean
  readonly close: () => void
  readonly destroy: () => void
  readonly closing: () => Promise<void>
}

class App extends EventEmitter {
  readonly commandLine = new CommandLine()
  readonly isPackaged = settings.packaged
  readonly #paths = new Map<string, string>([
    ['home', homedir()],
    ['appData', join(homedir(), '.config')],
    ['temp', tmpdir()],
    ['downloads', join(homedir(), 'Downloads')],
    ['exe', process.execPath],
  ])
  readonly #ready = Promise.withResolvers<void>()
  #isReady = false
  #sandboxEnabled = false
  #name = 'Electron'
  #lock: string | null = null
  /** Whether the entry has run to its end and Electron's message loop runs. */
  #runs = false
  #isExiting = false
  #exitCode = 0
  /** The windows of the program, which `quit` closes. */
  windows: () => readonly QuittingWindow[] = () => []
  /** Ends the stand-in's browser. */
  onExit: () => Promise<void> = () => Promise.resolve()

  get name(): string {
    return this.#name
  }
  setName(name: string): void {
    this.#name = name
  }
  getName(): string {
    return this.#name
  }
  getVersion(): string {
    const packageJson: unknown = JSON.parse(readFileSync(join(settings.folder, 'package.json'), 'utf8'))
    const version: unknown =
      typeof packageJson === 'object' && packageJson !== null ? Reflect.get(packageJson, 'version') : ''
    return String(version)
  }
  getAppPath(): string {
    return settings.folder
  }
  /** Headless Chromium draws without a GPU. */
  getGPUFeatureStatus(): Readonly<Record<string, string>> {
    return { gpu_compositing: 'disabled_software', rasterization: 'disabled_software' }
  }
  getLocale(): string {
    return 'en-US'
  }
  getPreferredSystemLanguages(): readonly string[] {
    return ['en-US']
  }
  setPath(name: string, path: string): void {
    this.#paths.set(name, path)
  }
  getPath(name: string): string {
    const path = this.#paths.get(name) ?? (name === 'userData' ? join(homedir(), '.config', this.#name) : undefined)
    if (path === undefined) throw new Error(`Failed to get '${name}' path`)
    return path
  }
  setAppUserModelId(id: string): void {
    report('app.setAppUserModelId', id)
  }
  setDesktopName(name: string): void {
    report('app.setDesktopName', name)
  }
  setAboutPanelOptions(options: unknown): void {
    report('app.setAboutPanelOptions', options)
  }
  focus(): void {
    report('app.focus')
  }

  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready')
    // Electron removes the switch here, even if the program runs as root and needs it.
    if (this.commandLine.hasSwitch('no-sandbox')) this.commandLine.removeSwitch('no-sandbox')
    this.#sandboxEnabled = true
    report('app.enableSandbox')
  }
  get sandboxEnabled(): boolean {
    return this.#sandboxEnabled
  }

  isReady(): boolean {
    return this.#isReady
  }
  whenReady(): Promise<void> {
    return this.#ready.promise
  }
  mustBeReady(what: string): void {
    if (!this.#isReady) throw new Error(`${what} can only be used after the app is ready`)
  }
  mustNotBeReady(what: string): void {
    if (this.#isReady) throw new Error(`${what} should be called before app is ready`)
  }
  /** Emits `ready`. The stand-in calls it once the entry has run to its end. */
  async becomeReady(start: () => Promise<void>): Promise<void> {
    this.#runs = true
    mkdirSync(this.getPath('userData'), { recursive: true })
    await start()
    this.#isReady = true
    report('app.ready')
    this.emit('will-finish-launching')
    this.emit('ready', createEvent(), {})
    this.#ready.resolve()
  }

  /** Returns false also if no lock can be created, as Electron does for an unusable folder. */
  requestSingleInstanceLock(): boolean {
    try {
      return this.#requestLock(this.getPath('userData'))
    } catch (error) {
      report('app.lockError', { message: error instanceof Error ? error.message : 'failed' })
      return false
    }
  }
  /** Creates the same link in the user data folder as Chromium on Linux; its target names the holder. */
  #requestLock(folder: string): boolean {
    mkdirSync(folder, { recursive: true })
    const link = join(folder, 'SingletonLock')
    const holder = lockHolder(link)
    if (holder !== null) {
      // The running program watches for this file, while this one continues with `false`.
      const draft = join(folder, `SecondStart-${String(process.pid)}`)
      writeFileSync(draft, JSON.stringify({ argv: process.argv, cwd: process.cwd() }))
      return false
    }
    rmSync(link, { force: true })
    symlinkSync(`${hostname()}-${String(process.pid)}`, link)
    this.#lock = link
    const notice = (): void => this.#readSecondStarts(folder)
    watch(folder, { persistent: false }, notice)
    return true
  }
  releaseSingleInstanceLock(): void {
    if (this.#lock !== null) rmSync(this.#lock, { force: true })
    this.#lock = null
    report('app.releaseSingleInstanceLock')
  }
  #readSecondStarts(folder: string): void {
    for (const name of readdirSync(folder).filter((entry) => entry.startsWith('SecondStart-'))) {
      const file = join(folder, name)
      const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
      if (text === '') continue
      rmSync(file, { force: true })
      const { argv, cwd }: { argv: readonly string[]; cwd: string } = JSON.parse(text)
      this.emit('second-instance', createEvent(), argv, cwd, null)
    }
  }

  /** Emits before-quit, closes every window in turn, then emits will-quit. A prevented event stops it. */
  quit(): void {
    const before = createEvent()
    this.emit('before-quit', before)
    if (before.defaultPrevented) return
    void this.#closeAll().then((isClosed) => {
      if (!isClosed) return
      const will = createEvent()
      this.emit('will-quit', will)
      if (!will.defaultPrevented) this.exit(0)
    })
  }
  async #closeAll(): Promise<boolean> {
    for (const window of this.windows()) {
      window.close()
      await window.closing()
      if (!window.isDestroyed()) return false
    }
    return true
  }
  /**
   * Exits without events that can be prevented. Before the entry has run to its end it ends the process at once. Later
   * it destroys the windows, whose listeners run, and returns. A second call decides the exit code.
   */
  exit(code = 0): void {
    report('app.exit', code)
    this.#exitCode = code
    if (this.#lock !== null) rmSync(this.#lock, { force: true })
    if (!this.#runs) return exitProcess(code)
    for (const window of this.windows()) window.destroy()
    if (this.#isExiting) return
    this.#isExiting = true
    void this.onExit().finally(() => {
      this.emit('quit', createEvent(), this.#exitCode)
      exitProcess(this.#exitCode)
    })
  }
  relaunch(): void {
    report('app.relaunch')
  }
}

function lockHolder(link: string): number | null {
  try {
    const pid = Number(readlinkSync(link).split('-').at(-1))
    process.kill(pid, 0)
    return pid
  } catch {
    return null
  }
}

export const app = new App()
