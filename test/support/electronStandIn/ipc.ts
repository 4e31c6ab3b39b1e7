/**
 * The stand-in for `ipcMain`, and its counterpart in the page: the preload script's `electron` module, which is sent to
 * the page as text.
 */
import { EventEmitter } from 'node:events'
import type { CDPSession } from 'playwright-core'
import { appAddress } from './browser.ts'

type Handler = (event: unknown, ...args: readonly unknown[]) => unknown

class IpcMain extends EventEmitter {
  readonly #handlers = new Map<string, Handler>()
  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.#handlers.set(channel, handler)
  }
  removeHandler(channel: string): void {
    this.#handlers.delete(channel)
  }
  async invoke(channel: string, event: unknown, args: readonly unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel)
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
    return await handler(event, ...args)
  }
}

export const ipcMain = new IpcMain()

/** A frame like Electron's WebFrameMain. Each frame has one object, because hosts compare frames by identity. */
export interface StandInFrame {
  readonly origin: string
}

export interface Frames {
  /** Returns the same object until a document of another origin is loaded into the frame. */
  readonly main: () => StandInFrame | null
}

export const names = { call: '__electron_stand_in_call', deliver: '__electron_stand_in_deliver' } as const

interface PageContext extends StandInFrame {
  readonly frameId: string
}

/** Connects the page to `ipcMain` by CDP, because the driver's own bindings end with the first process of a page. */
export async function openIpc(session: CDPSession, sender: unknown, preload: string): Promise<Frames> {
  const contexts = new Map<number, PageContext>()
  const { frameTree } = await session.send('Page.getFrameTree')
  const mainFrame = frameTree.frame.id

  session.on('Runtime.executionContextCreated', ({ context }) => {
    const { frameId, isDefault }: { frameId?: string; isDefault?: boolean } = context.auxData ?? {}
    if (isDefault === true) contexts.set(context.id, { origin: appAddress(context.origin), frameId: frameId ?? '' })
  })
  session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => contexts.delete(executionContextId))
  session.on('Runtime.executionContextsCleared', () => contexts.clear())
  session.on('Runtime.bindingCalled', ({ payload, executionContextId }) => {
    const senderFrame = contexts.get(executionContextId)
    if (senderFrame === undefined) return
    const { id, channel, args }: { id: number; channel: string; args: readonly unknown[] } = JSON.parse(payload)
    const deliver = (answer: object): void => {
      const expression = `globalThis.${names.deliver}?.(${JSON.stringify({ id, ...answer })})`
      session
        .send('Runtime.evaluate', { expression, contextId: executionContextId, silent: true })
        .catch(() => undefined)
    }
    ipcMain.invoke(channel, { sender, senderFrame }, args).then(
      (value) => deliver({ value }),
      (error: unknown) => deliver({ error: error instanceof Error ? error.message : 'failed' }),
    )
  })
  await session.send('Page.enable')
  await session.send('Runtime.enable')
  await session.send('Runtime.addBinding', { name: names.call })
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: preloadScript(preload) })
  return { main: () => [...contexts.values()].findLast(({ frameId }) => frameId === mainFrame) ?? null }
}

/**
 * Returns the whole init script. The preload script runs with a `require` that provides only `electron`, as in a
 * sandboxed window.
 */
function preloadScript(preload: string): string {
  return `(${installPreload.toString()})((require, module, exports) => {\n${preload}\n}, ${JSON.stringify(names)})`
}

/** Runs in the page before any of its scripts. It is sent as text, so it must not refer to anything outside itself. */
function installPreload(
  preload: (require: (name: string) => unknown, module: object, exports: object) => void,
  wire: { readonly call: string; readonly deliver: string },
): void {
  const call: unknown = Reflect.get(globalThis, wire.call)
  const top: unknown = Reflect.get(globalThis, 'top')
  if (top !== globalThis || typeof call !== 'function') return
  const listeners = new Map<string, ((event: object, ...args: readonly unknown[]) => void)[]>()
  const pending = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
  >()
  let last = 0
  const ipcRenderer = {
    invoke: (channel: string, ...args: readonly unknown[]): unknown =>
      new Promise((resolve, reject) => {
        last += 1
        pending.set(last, { resolve, reject })
        Reflect.apply(call, undefined, [JSON.stringify({ id: last, channel, args })])
      }),
    on(channel: string, listener: (event: object, ...args: readonly unknown[]) => void) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      return ipcRenderer
    },
  }
  const freeze = <T>(value: T): T => {
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(freeze)
    return Object.freeze(value)
  }
  const contextBridge = {
    exposeInMainWorld(name: string, api: unknown): void {
      Object.defineProperty(globalThis, name, { value: freeze(api), enumerable: true })
    },
  }
  Object.defineProperty(globalThis, wire.deliver, {
    value: (message: {
      readonly id?: number
      readonly value?: unknown
      readonly error?: string
      readonly channel?: string
      readonly args?: readonly unknown[]
    }) => {
      const { id, value, error, channel, args = [] } = message
      if (id === undefined) return void listeners.get(channel ?? '')?.forEach((listener) => listener({}, ...args))
      const answer = pending.get(id)
      pending.delete(id)
      if (error === undefined) answer?.resolve(value)
      else answer?.reject(new Error(error))
    },
  })
  const require = (name: string): unknown => {
    if (name === 'electron') return { ipcRenderer, contextBridge }
    throw new Error(`A sandboxed preload script cannot load ${name}`)
  }
  const module = { exports: {} }
  preload(require, module, module.exports)
}
