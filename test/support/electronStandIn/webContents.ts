/** The stand-in for `webContents`: one page of the installed Chromium, with the events to which the desk listens. */
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type { CDPSession, Page } from 'playwright-core'
import { evaluate } from '../../../electron/host/chromium/evaluate.ts'
import { answerRequests, type PageRequest } from '../../../electron/host/chromium/requests.ts'
import { app, settings } from './app.ts'
import { appAddress, pageAddress, runningBrowser } from './browser.ts'
import { type Frames, names, openIpc, type StandInFrame } from './ipc.ts'
import { createEvent, report } from './reports.ts'
import { type Session, session } from './session.ts'

type Preferences = Readonly<Record<string, unknown>>
type WindowOpenHandler = (details: { readonly url: string }) => { readonly action: string }

let printFailure: string | null = null
/** Makes the next print job fail with a reason; later ones succeed again. */
export const setNextPrint = (failureReason: string): void => void (printFailure = failureReason)

/** Keeps the frames of a page back. It is sent as text, so it must not refer to anything outside itself. */
function holdFrames(): void {
  const draw = globalThis.requestAnimationFrame.bind(globalThis)
  const held: FrameRequestCallback[] = []
  globalThis.requestAnimationFrame = (callback) => -held.push(callback)
  Reflect.set(globalThis, 'drawHeldFrames', () => {
    globalThis.requestAnimationFrame = draw
    held.splice(0).forEach((callback) => draw(callback))
  })
}

const inches: Readonly<Record<string, { readonly paperWidth: number; readonly paperHeight: number }>> = {
  A4: { paperWidth: 8.27, paperHeight: 11.69 },
  Letter: { paperWidth: 8.5, paperHeight: 11 },
}

export class WebContents extends EventEmitter {
  readonly session: Session
  readonly #preferences: Preferences
  #page: Page | null = null
  #session: CDPSession | null = null
  #frames: Frames | null = null
  #isDestroyed = false
  #windowOpenHandler: WindowOpenHandler = () => ({ action: 'allow' })
  #zoomLevel = 0
  #isShown: boolean
  /** The script that keeps frames back, in a window that the system does not draw. */
  #holding: string | null = null
  /** The address that the program itself is loading. Electron emits will-navigate only for navigations of the page. */
  #loading: string | null = null

  constructor(preferences: Preferences, isShown: boolean) {
    super()
    this.#preferences = preferences
    this.#isShown = isShown
    const { partition } = preferences
    this.session = typeof partition === 'string' ? session.fromPartition(partition) : session.defaultSession
    app.emit('web-contents-created', createEvent(), this)
  }

  get page(): Page {
    if (this.#page === null) throw new Error('Nothing is loaded yet')
    return this.#page
  }
  get hasPage(): boolean {
    return this.#page !== null
  }
  get mainFrame(): StandInFrame | null {
    return this.#frames?.main() ?? null
  }
  isDestroyed(): boolean {
    return this.#isDestroyed
  }
  getURL(): string {
    return this.#page === null ? '' : appAddress(this.#page.url())
  }
  getLastWebPreferences(): Preferences {
    return this.#preferences
  }
  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#windowOpenHandler = handler
  }
  setWebRTCIPHandlingPolicy(policy: string): void {
    report('webContents.setWebRTCIPHandlingPolicy', policy)
  }
  getZoomLevel(): number {
    return this.#zoomLevel
  }
  setZoomLevel(level: number): void {
    this.#zoomLevel = level
    report('webContents.setZoomLevel', level)
  }
  getZoomFactor(): number {
    return 1.2 ** this.#zoomLevel
  }
  setZoomFactor(factor: number): void {
    this.setZoomLevel(Math.log(factor) / Math.log(1.2))
  }
  setVisualZoomLevelLimits(): Promise<void> {
    return Promise.resolve()
  }

  /** Resolves after `did-finish-load`, which is emitted for every load, and rejects after `did-fail-load`. */
  async loadURL(url: string): Promise<void> {
    const page = this.#page ?? (await this.#openPage())
    const finished = new Promise((resolve) => this.once('did-finish-load', resolve))
    await this.#goTo(page, url)
    await finished
  }
  /** Where a system draws no hidden windows, it draws this one from now on. */
  async wasShown(): Promise<void> {
    this.#isShown = true
    const [session, identifier] = [this.#session, this.#holding]
    if (session === null || identifier === null) return
    this.#holding = null
    await session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier })
    await evaluate(session, 'globalThis.drawHeldFrames?.()')
  }
  reload(): void {
    const { page } = this
    this.#loading = page.url()
    if (settings.shows === 'untilCrash' && this.#session !== null)
      void this.#holdFrames(this.#session).catch(() => undefined)
    // CDP is used directly, because the driver refuses every call on a page that has crashed once.
    void this.#session?.send('Page.navigate', { url: page.url() }).catch(() => undefined)
  }
  async #holdFrames(session: CDPSession): Promise<string> {
    const source = `(${holdFrames.toString()})()`
    return (await session.send('Page.addScriptToEvaluateOnNewDocument', { source })).identifier
  }
  async #goTo(page: Page, url: string): Promise<void> {
    this.#loading = pageAddress(url)
    try {
      await page.goto(pageAddress(url), { waitUntil: 'load' })
    } catch (error) {
      this.emit('did-fail-load', createEvent(), -2, 'ERR_FAILED', url, true)
      throw error
    } finally {
      this.#loading = null
    }
  }

  async #openPage(): Promise<Page> {
    const context = runningBrowser()
    const page = await context.newPage()
    this.#page = page
    this.#session = await context.newCDPSession(page)
    page.once('close', () => {
      this.#isDestroyed = true
      this.emit('destroyed')
    })
    page.on('crash', () => {
      const details = { reason: 'crashed', exitCode: 139 }
      app.emit('render-process-gone', createEvent(), this, details)
      this.emit('render-process-gone', createEvent(), details)
    })
    page.on('dialog', (dialog) => {
      if (dialog.type() !== 'beforeunload') return void dialog.dismiss().catch(() => undefined)
      const event = createEvent()
      this.emit('will-prevent-unload', event)
      void (event.defaultPrevented ? dialog.accept() : dialog.dismiss()).catch(() => undefined)
    })
    page.on('popup', (popup) => {
      const { action } = this.#windowOpenHandler({ url: appAddress(popup.url()) })
      report('window-open', { action })
      if (action === 'deny') void popup.close().catch(() => undefined)
    })
    this.#session.on('Page.loadEventFired', () => {
      report('webContents.did-finish-load')
      this.emit('did-finish-load')
    })
    const { preload } = this.#preferences
    this.#frames = await openIpc(this.#session, this, typeof preload === 'string' ? readFileSync(preload, 'utf8') : '')
    if (settings.shows === 'never' || (!this.#isShown && settings.readyToShow !== 'drawn'))
      this.#holding = await this.#holdFrames(this.#session)
    const { frameTree } = await this.#session.send('Page.getFrameTree')
    await answerRequests(this.#session, (request) =>
      this.#answer(request, request.isDocument && request.frameId === frameTree.frame.id),
    )
    // A permission that the check allows is granted in the browser, too.
    if (this.session.permissionCheck(this, 'clipboard-sanitized-write', 'app://desk'))
      await context.grantPermissions(['clipboard-write'])
    return page
  }

  async #answer(
    { url: pageUrl, method }: PageRequest,
    isMainDocument: boolean,
  ): Promise<Response | 'blocked' | 'aborted'> {
    const url = appAddress(pageUrl)
    // Reloading the same address is no navigation, whether the program or a debugger causes it.
    const expected = [this.#loading ?? '', this.#page?.url() ?? ''].map((address) => address.split('#')[0])
    if (isMainDocument && !expected.includes(pageUrl)) {
      const event = createEvent()
      this.emit('will-navigate', event, url)
      report('will-navigate', { url, prevented: event.defaultPrevented })
      if (event.defaultPrevented) return 'aborted'
    }
    if (await this.session.webRequest.isCancelled(url, method)) return 'blocked'
    const handler = this.session.protocol.handlers.get(/^([a-z]+):/.exec(url)?.[1] ?? '')
    return handler === undefined ? 'blocked' : await handler(new Request(url, { method }))
  }

  send(channel: string, ...args: readonly unknown[]): void {
    if (this.#isDestroyed) throw new Error('Object has been destroyed')
    const expression = `globalThis.${names.deliver}?.(${JSON.stringify({ channel, args })})`
    if (this.#session !== null) void evaluate(this.#session, expression).catch(() => undefined)
  }
  async executeJavaScript(code: string): Promise<unknown> {
    if (this.#session === null) throw new Error('Nothing is loaded yet')
    return await evaluate(this.#session, code)
  }
  print(options: unknown, callback?: (success: boolean, failureReason: string) => void): void {
    const failureReason = printFailure ?? ''
    printFailure = null
    // The report contains the printed document as PDF, so that a test can read it.
    void this.printToPDF({ pageSize: 'A4', printBackground: true }).then((pdf) => {
      report('webContents.print', { options, failureReason, pdf: Buffer.from(pdf).toString('base64') })
      callback?.(failureReason === '', failureReason)
    })
  }
  async printToPDF({
    pageSize = 'Letter',
    printBackground = false,
  }: {
    readonly pageSize?: string
    readonly printBackground?: boolean
  }): Promise<Uint8Array> {
    if (this.#session === null) throw new Error('Nothing is loaded yet')
    const { data } = await this.#session.send('Page.printToPDF', { ...(inches[pageSize] ?? {}), printBackground })
    return Buffer.from(data, 'base64')
  }
  forcefullyCrashRenderer(): void {
    // The call gets no response, because it ends the process that would send one.
    void this.#session?.send('Page.crash').catch(() => undefined)
  }
}
