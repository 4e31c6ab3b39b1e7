/** The stand-in for `session`, which can be used only after `ready`. The creation of every session is emitted. */
import { EventEmitter } from 'node:events'
import { app, settings } from './app.ts'
import { report } from './reports.ts'

type ProtocolHandler = (request: Request) => Promise<Response> | Response
type RequestListener = (
  details: { readonly url: string; readonly method: string },
  callback: (response: { readonly cancel?: boolean }) => void,
) => void
type PermissionCheck = (contents: unknown, permission: string, origin: string) => boolean

let proxyAnswer = settings.proxy
export const setProxyAnswer = (callback: string): void => void (proxyAnswer = callback)

class Protocol {
  readonly handlers = new Map<string, ProtocolHandler>()
  handle(scheme: string, handler: ProtocolHandler): void {
    if (this.handlers.has(scheme)) throw new Error(`The scheme ${scheme} is handled already`)
    this.handlers.set(scheme, handler)
  }
  unhandle(scheme: string): void {
    this.handlers.delete(scheme)
  }
  isProtocolHandled(scheme: string): boolean {
    return this.handlers.has(scheme)
  }
}

class WebRequest {
  #before: RequestListener | null = null
  onBeforeRequest(first: unknown, second?: RequestListener): void {
    const listener = second ?? first
    this.#before =
      typeof listener === 'function'
        ? (details, callback) => void Reflect.apply(listener, undefined, [details, callback])
        : null
  }
  isCancelled(url: string, method: string): Promise<boolean> {
    const before = this.#before
    if (before === null) return Promise.resolve(false)
    return new Promise((resolve) => before({ url, method }, ({ cancel = false }) => resolve(cancel)))
  }
}

/** A pending request of the main process. */
interface OpenRequest {
  readonly fail: (text: string) => void
}

class Session extends EventEmitter {
  readonly requests = new Set<OpenRequest>()
  readonly protocol = new Protocol()
  readonly webRequest = new WebRequest()
  readonly partition: string
  permissionCheck: PermissionCheck = () => true
  constructor(partition: string) {
    super()
    this.partition = partition
  }
  setPermissionRequestHandler(handler: unknown): void {
    report('session.setPermissionRequestHandler', { partition: this.partition, isSet: handler !== null })
  }
  setPermissionCheckHandler(handler: PermissionCheck | null): void {
    this.permissionCheck = handler ?? (() => true)
  }
  setDevicePermissionHandler(): void {
    report('session.setDevicePermissionHandler', { partition: this.partition })
  }
  setDisplayMediaRequestHandler(): void {
    report('session.setDisplayMediaRequestHandler', { partition: this.partition })
  }
  setSpellCheckerEnabled(enabled: boolean): void {
    report('session.setSpellCheckerEnabled', { partition: this.partition, enabled })
  }
  setSpellCheckerLanguages(languages: readonly string[]): void {
    report('session.setSpellCheckerLanguages', { partition: this.partition, languages })
  }
  setSpellCheckerDictionaryDownloadURL(url: string): void {
    report('session.setSpellCheckerDictionaryDownloadURL', { partition: this.partition, url })
  }
  closeAllConnections(): Promise<void> {
    for (const request of [...this.requests]) request.fail('net::ERR_CONNECTION_ABORTED')
    return Promise.resolve()
  }
  resolveProxy(url: string): Promise<string> {
    report('session.resolveProxy', { partition: this.partition, url })
    return Promise.resolve(proxyAnswer)
  }
}
export type { Session }

const sessions = new Map<string, Session>()

function sessionOf(partition: string): Session {
  app.mustBeReady('session')
  const existing = sessions.get(partition)
  if (existing !== undefined) return existing
  const created = new Session(partition)
  sessions.set(partition, created)
  app.emit('session-created', created)
  report('session-created', { partition })
  return created
}

export const session = {
  fromPartition: (partition: string): Session => sessionOf(partition),
  get defaultSession(): Session {
    return sessionOf('persist:default')
  },
}

/** The module `protocol`. Schemes become privileged before `ready`; handlers belong to the default session. */
export const protocol = {
  registerSchemesAsPrivileged(schemes: unknown): void {
    app.mustNotBeReady('protocol.registerSchemesAsPrivileged')
    report('protocol.registerSchemesAsPrivileged', schemes)
  },
  handle: (scheme: string, handler: ProtocolHandler): void => session.defaultSession.protocol.handle(scheme, handler),
}
