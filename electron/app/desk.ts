/**
 * The desk: binds the modules, which `modules.ts` builds, to the bridge, and opens the first connection. It knows the
 * program around it only as a `Host`.
 *
 * The window is served and may call from the first moment on: a call waits until the modules are built.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Events } from '#shared/contract.ts'
import { asDeskError } from '#shared/errors.ts'
import { createBridge, createEmitter } from '../bridge/index.ts'
import type { Connections } from '../connections/index.ts'
import { asksForEachEntry, createKeychain } from '../keychain/index.ts'
import { type DeskWindow, type ForkRequest, HostProblem, type RawCall } from '../host/index.ts'
import { createAssets } from './assets.ts'
import type { DeskOptions } from './deskOptions.ts'
import type { Flags } from './flags.ts'
import type { CloseOptions } from './closeModules.ts'
import { buildModules, type Modules } from './modules.ts'
import { createStartSignals, type StartSignals } from './startup/startSignals.ts'
import { waitForStartup } from './startup/waitForStartup.ts'

export interface Desk {
  readonly serve: (request: Request) => Promise<Response>
  readonly answer: (call: RawCall) => Promise<string>
  /** Resolves when the window has its script and styles; see StartSignals. */
  readonly pageServed: Promise<void>
  /** Rejects with whatever keeps the desk from working at all, such as `already_running`. */
  readonly ready: Promise<void>
  readonly attach: (window: DeskWindow) => void
  /**
   * Opens the connection that the flags request, else the one that was open when the desk last ended. Resolves to
   * whether that succeeded; a failure is shown in the window, not thrown.
   */
  readonly connect: (flags: Pick<Flags, 'sandbox' | 'sandboxCustomers' | 'service'>) => Promise<boolean>
  readonly onResume: () => void
  /** Resolves once no money request is in flight; null if there is none. */
  readonly moneyInFlight: () => Promise<void> | null
  /**
   * Closes the databases as they are, before it returns: nothing can be sent or written after that. After a failure the
   * next start does not open the last connection automatically.
   */
  readonly closeFilesNow: (after: 'shutdown' | 'failure') => void
  /**
   * Closes everything. An update that the person chose to install on close is only installed if `mayInstallUpdate` is
   * set.
   */
  readonly close: (options: CloseOptions) => Promise<void>
  /** Whether the system's keychain keeps a thread of this process busy, for which an end of the process would wait. */
  readonly isKeychainPending: () => boolean
}

export function createDesk(options: DeskOptions): Desk {
  const { host, profile, origin, entry } = options
  const renderer = fileURLToPath(new URL('../renderer', entry))
  if (!existsSync(join(renderer, 'index.html'))) throw new HostProblem('The window is not built: npm run build.')
  const { log } = profile
  const emitter = createEmitter(log)
  const signals = createStartSignals()
  let built: Modules | null = null
  const serve = createAssets({
    folder: renderer,
    origin,
    flag: async (iso2) => await (await building).flag(iso2),
  })
  const closedEarly = new AbortController()
  const keychain = createKeychain({
    folderId: profile.folder.id,
    fork: process.platform === 'linux' ? () => host.fork(keychainProcess(entry)) : undefined,
    onWaiting: () => calls.tellOfKeychain(),
    closing: closedEarly.signal,
  })
  const building = buildModules({ ...options, keychain }, emitter.emit, { started: signals.started, serve })
  building.then(
    (modules) => (built = modules),
    () => undefined,
  )
  const connected = new AbortController()
  const handlers = building.then((modules) => ({
    ...modules.handlers,
    connections: waitForStartup(modules.handlers.connections, connected.signal),
  }))
  // `ready` reports the failure, and so does a waiting call; the rejection must not count as unhandled.
  handlers.catch(() => undefined)
  const bridge = createBridge({ handlers, origin, log })
  const calls = createWindowCalls(bridge, emitter, signals)

  return {
    async serve(request) {
      const response = await serve(request)
      signals.onResponse(response)
      return response
    },
    pageServed: signals.pageServed,
    answer: calls.answer,
    attach: calls.attach,
    ready: handlers.then(() => undefined),
    async connect(flags) {
      const { connections, endedUncleanly } = await building
      try {
        await connectByFlags(connections, flags, {
          onlyLoopback: options.flags.debugPort !== null,
          askFirst: endedUncleanly,
        })
        return true
      } catch (thrown) {
        const { code } = asDeskError(thrown)
        log.warn('The connection could not be opened at start', { code })
        emitter.emit('notice', { code: 'not_connected_at_start', level: 'warning', details: { problem: code } })
        return false
      } finally {
        connected.abort()
      }
    },
    onResume: () => void building.then((modules) => modules.onResume()),
    moneyInFlight: () => built?.moneyInFlight() ?? null,
    closeFilesNow: (after) => built?.closeFilesNow(after),
    async close(closeOptions) {
      // Modules that are built may still write to the keychain.
      if (built === null) closedEarly.abort()
      signals.end()
      emitter.disconnect()
      bridge.close()
      await building.then(
        (modules) => modules.close(closeOptions),
        () => undefined,
      )
    },
    isKeychainPending: keychain.isPending,
  }
}

const keychainProcess = (entry: string): ForkRequest => ({
  entry: new URL('keychain.js', entry),
  args: [],
  name: 'eSIM Desk keychain',
  usesSession: true,
})

/** Answers the window's calls, and pushes events to the window from its first answer on. */
function createWindowCalls(
  bridge: Pick<ReturnType<typeof createBridge>, 'answer'>,
  emitter: Pick<ReturnType<typeof createEmitter>, 'connect'>,
  signals: Pick<StartSignals, 'onCall' | 'onWindow'>,
): Pick<Desk, 'answer' | 'attach'> & { readonly tellOfKeychain: () => void } {
  let window: DeskWindow | null = null
  let hasAnswered = false
  let keychainWaits = false
  /** The modules are being built, so nothing else is pushed yet. A window listens for this before its first call. */
  const pushWaiting = (): void => {
    const payload: Events['keychain.waiting'] = { asks: asksForEachEntry }
    if (keychainWaits && !hasAnswered) window?.push(JSON.stringify({ event: 'keychain.waiting', payload }))
  }
  return {
    tellOfKeychain() {
      keychainWaits = true
      pushWaiting()
    },
    async answer(call) {
      signals.onCall()
      pushWaiting()
      const text = await bridge.answer(call)
      // A window that calls has registered its listeners.
      hasAnswered = true
      if (window !== null) emitter.connect(window.push)
      return text
    },
    attach(opened) {
      window = opened
      signals.onWindow()
      pushWaiting()
      if (hasAnswered) emitter.connect(window.push)
    },
  }
}

async function connectByFlags(
  connections: Connections,
  { sandbox, sandboxCustomers, service }: Parameters<Desk['connect']>[0],
  { onlyLoopback, askFirst }: { readonly onlyLoopback: boolean; readonly askFirst: boolean },
): Promise<void> {
  const call = { signal: new AbortController().signal }
  if (service !== null) return await connections.openEphemeral(service)
  if (sandbox)
    return void (await connections.handlers.startSandbox(
      sandboxCustomers === null ? undefined : { customers: sandboxCustomers },
      call,
    ))
  // The last connection may be to a live service, and after an unclean end it may be the cause, so a person opens it
  // then.
  if (!onlyLoopback) await connections.openLast({ askFirst })
}
