/**
 * The transport of the bridge on Chromium. A binding passes a call out of the page together with its execution context,
 * whose origin and frame the browser itself reports. Answers and events are delivered by evaluation in that same
 * context.
 *
 * It uses the debugging protocol directly instead of the driver's own binding: a round trip takes half the time, and
 * the origin is reported by the browser instead of read from an address that may be changing.
 */
import { randomBytes } from 'node:crypto'
import { contractNames, eventNames } from '#shared/contract-names.ts'
import type { CDPSession } from 'playwright-core'
import { makeDeskApi } from '../deskApi.ts'
import type { RawCall } from '../host.ts'

interface Channel {
  /**
   * Sends an event. It is dropped while no page of the desk is loaded: a page reads the state that it needs when it
   * starts.
   */
  readonly push: (text: string) => void
}

interface PageContext {
  readonly id: number
  readonly origin: string
  readonly frame: string
}

export async function openChannel(
  session: CDPSession,
  origin: string,
  answer: (call: RawCall) => Promise<string>,
): Promise<Channel> {
  const names = {
    call: `__desk_call_${randomBytes(8).toString('hex')}`,
    deliver: `__desk_deliver_${randomBytes(8).toString('hex')}`,
  }
  const contexts = new Map<number, PageContext>()
  let mainFrame = ''

  session.on('Runtime.executionContextCreated', ({ context }) => {
    const data: unknown = context.auxData
    const { frameId, isDefault } = readAuxData(data)
    if (isDefault) contexts.set(context.id, { id: context.id, origin: context.origin, frame: frameId })
  })
  session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => contexts.delete(executionContextId))
  session.on('Runtime.executionContextsCleared', () => contexts.clear())

  const deliver = (context: PageContext, message: string): void => {
    const expression = `globalThis.${names.deliver}?.(${JSON.stringify(message)})`
    // The context may be destroyed by now; then nobody waits for the answer.
    session.send('Runtime.evaluate', { expression, contextId: context.id, silent: true }).catch(() => undefined)
  }

  session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
    const context = contexts.get(executionContextId)
    if (name !== names.call || context === undefined) return
    const { id, text } = splitCall(payload)
    void answer({ origin: context.origin, isMainFrame: context.frame === mainFrame, text }).then((response) =>
      deliver(context, `${id} ${response}`),
    )
  })

  await Promise.all([
    session.send('Page.enable'),
    session.send('Runtime.enable'),
    session.send('Page.getFrameTree').then(({ frameTree }) => {
      mainFrame = frameTree.frame.id
    }),
    session.send('Runtime.addBinding', { name: names.call }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: initScript(origin, names) }),
  ])

  return {
    push(text) {
      for (const context of contexts.values())
        if (context.frame === mainFrame && context.origin === origin) deliver(context, `event ${text}`)
    },
  }
}

function readAuxData(data: unknown): { readonly frameId: string; readonly isDefault: boolean } {
  if (typeof data !== 'object' || data === null) return { frameId: '', isDefault: false }
  const frameId = 'frameId' in data && typeof data.frameId === 'string' ? data.frameId : ''
  return { frameId, isDefault: 'isDefault' in data && data.isDefault === true }
}

/** Splits `<number> <json>`. The page chooses the number, and it is only returned to the page. */
function splitCall(payload: string): { readonly id: string; readonly text: string } {
  const space = payload.indexOf(' ')
  const id = payload.slice(0, Math.max(0, space))
  return /^\d{1,15}$/.test(id) ? { id, text: payload.slice(space + 1) } : { id: '0', text: payload }
}

function initScript(origin: string, names: { readonly call: string; readonly deliver: string }): string {
  const inputs = [origin, names, contractNames, eventNames].map((value) => JSON.stringify(value))
  return `(${installDesk.toString()})(${makeDeskApi.toString()}, ${inputs.join(', ')})`
}

/** Runs in the page before any of its scripts. It is sent there as text, so it must not use anything outside itself. */
function installDesk(
  makeApi: typeof makeDeskApi,
  deskOrigin: string,
  names: { readonly call: string; readonly deliver: string },
  operations: Readonly<Record<string, readonly string[]>>,
  events: readonly string[],
): void {
  const call: unknown = Reflect.get(globalThis, names.call)
  Reflect.deleteProperty(globalThis, names.call)
  const location: unknown = Reflect.get(globalThis, 'location')
  const isDesk = typeof location === 'object' && location !== null && Reflect.get(location, 'origin') === deskOrigin
  const top: unknown = Reflect.get(globalThis, 'top')
  if (!isDesk || top !== globalThis || typeof call !== 'function') return

  const waiting = new Map<string, (answer: string) => void>()
  let last = 0
  let onEvent: (text: string) => void = () => undefined

  const api = makeApi(operations, events, {
    send: (text) =>
      new Promise((resolve) => {
        last += 1
        waiting.set(String(last), resolve)
        Reflect.apply(call, undefined, [`${String(last)} ${text}`])
      }),
    receive: (listener) => {
      onEvent = listener
    },
  })
  Object.defineProperty(globalThis, names.deliver, {
    value: (message: string) => {
      const space = message.indexOf(' ')
      const to = message.slice(0, space)
      const text = message.slice(space + 1)
      if (to === 'event') return onEvent(text)
      waiting.get(to)?.(text)
      waiting.delete(to)
    },
  })
  Object.defineProperty(globalThis, 'desk', { value: api, enumerable: true })
}
