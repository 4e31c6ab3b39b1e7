/**
 * Composition root: builds every module once, by hand, and binds them to the bridge. It knows the program around it
 * only as a `Host`.
 *
 * The window is served and may call from the first moment on: a call waits until the modules are built.
 */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Emit } from '#shared/contract.ts'
import { asDeskError, DeskError } from '#shared/errors.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { createApprovals } from '../approvals/index.ts'
import { createAssets } from './assets.ts'
import { createBridge, createEmitter } from '../bridge/index.ts'
import type { Handlers } from '../bridge/index.ts'
import { systemClock } from '../base/clock.ts'
import { type Connections, createConnections, createSandboxStarter } from '../connections/index.ts'
import { createCustomers, type CustomersOptions } from '../customers/index.ts'
import { releaseDebugFolder } from './debugFolder.ts'
import { guardConnections, guardMail } from './debugPort.ts'
import type { Flags } from './flags.ts'
import { type DeskWindow, type Host, HostProblem, type RawCall } from '../host/index.ts'
import { createDocuments, createMailer, createOutbox } from '../documents/index.ts'
import { createInventory } from '../inventory/index.ts'
import { createKeychain } from '../keychain/index.ts'
import { waitForStartup } from './waitForStartup.ts'
import { createOperations, keychainMarkStore } from '../operations/index.ts'
import { createSettings } from '../settings/index.ts'
import type { Profile } from './profile.ts'
import { recoverInterrupted } from './recoverInterrupted.ts'
import { setRunMark } from './runMark.ts'
import { createParser } from '../service/index.ts'
import { openStorage } from '../storage/index.ts'
import { createSimulator } from '../simulator/index.ts'
import { createUpdates } from '../updates/index.ts'

export interface DeskOptions {
  readonly host: Host
  readonly profile: Profile
  readonly flags: Pick<Flags, 'debugPort'>
  /** The window's origin on this host. */
  readonly origin: string
  readonly osUser: string
  /** URL of the built entry file; worker, sandbox and window are beside it. */
  readonly entry: string
}

export interface Desk {
  readonly serve: (request: Request) => Promise<Response>
  readonly answer: (call: RawCall) => Promise<string>
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
}

interface CloseOptions {
  readonly mayInstallUpdate: boolean
}

interface Modules {
  readonly connections: Connections
  /** Whether the last desk on this profile folder was killed or crashed. */
  readonly endedUncleanly: boolean
  readonly handlers: Handlers
  readonly flag: (iso2: string) => Promise<Uint8Array | null>
  readonly onResume: () => void
  readonly moneyInFlight: () => Promise<void> | null
  readonly closeFilesNow: Desk['closeFilesNow']
  readonly close: (options: CloseOptions) => Promise<void>
}

export function createDesk(options: DeskOptions): Desk {
  const { profile, origin, entry } = options
  const renderer = fileURLToPath(new URL('../renderer', entry))
  if (!existsSync(join(renderer, 'index.html'))) throw new HostProblem('The window is not built: npm run build.')
  const { log } = profile
  const emitter = createEmitter(log)
  const windowLoaded = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  let window: DeskWindow | null = null
  let built: Modules | null = null
  const serve = createAssets({
    folder: renderer,
    origin,
    flag: async (iso2) => await (await building).flag(iso2),
  })
  const building = buildModules(options, emitter.emit, {
    windowLoaded: windowLoaded.promise,
    started: started.promise,
    serve,
  })
  building.then(
    (modules) => (built = modules),
    () => undefined,
  )
  const start = new AbortController()
  const handlers = building.then((modules) => ({
    ...modules.handlers,
    connections: waitForStartup(modules.handlers.connections, start.signal),
  }))
  // `ready` reports the failure, and so does a waiting call; the rejection must not count as unhandled.
  handlers.catch(() => undefined)
  windowLoaded.promise.catch(() => undefined)

  const bridge = createBridge({ handlers, origin, log })
  let hasCalled = false
  let hasAnswered = false

  return {
    serve,
    async answer(call) {
      if (!hasCalled) {
        hasCalled = true
        // Answer the first call before anything else starts.
        setImmediate(windowLoaded.resolve)
        setTimeout(started.resolve, firstScreenMs).unref()
      }
      const text = await bridge.answer(call)
      // A window that calls has registered its listeners.
      hasAnswered = true
      if (window !== null) emitter.connect(window.push)
      return text
    },
    ready: handlers.then(() => undefined),
    attach(opened) {
      window = opened
      if (hasAnswered) emitter.connect(window.push)
    },
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
        start.abort()
      }
    },
    onResume: () => void building.then((modules) => modules.onResume()),
    moneyInFlight: () => built?.moneyInFlight() ?? null,
    closeFilesNow: (after) => built?.closeFilesNow(after),
    async close(closeOptions) {
      windowLoaded.reject(new DeskError('aborted', 'The desk has ended'))
      started.resolve()
      emitter.disconnect()
      bridge.close()
      await building.then(
        (modules) => modules.close(closeOptions),
        () => undefined,
      )
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

/** Milliseconds from a window's first call until it has drawn its first screen and deferred work may begin. */
const firstScreenMs = 1000

interface Start extends Pick<CustomersOptions, 'windowLoaded' | 'started'> {
  readonly serve: Desk['serve']
}

/** Returns the name of a damaged file in quarantine, or null. */
const quarantinedName = (quarantined: readonly string[], file: string): string | null =>
  quarantined.map((path) => basename(path)).find((name) => name.startsWith(`${file}.`)) ?? null

/** Builds the modules in the order of their dependencies. */
async function buildModules(
  { host, profile, flags, osUser, entry }: DeskOptions,
  emit: Emit,
  { serve, ...start }: Start,
): Promise<Modules> {
  const clock = systemClock
  const { folder, log } = profile
  const keychain = createKeychain({ folderId: folder.id })
  const hasDebugPort = flags.debugPort !== null
  const approvals = createApprovals({ ask: host.ask, clock, log })
  const storage = await openStorage({ folder: profile.path, keychain, clock, log })
  if (!hasDebugPort) await releaseDebugFolder(profile.path)
  const settings = createSettings({
    file: folder.path('settings.json'),
    work: storage.work,
    keychain,
    approvals,
    clock,
    osUser,
    version: packageJson.version,
    host: host.kind,
    emit,
    onTheme: host.setTheme,
  })
  const parser = createParser(new URL('parser.js', entry))
  const connections = createConnections({
    parser,
    file: folder.path('profiles.json'),
    keychain,
    approvals,
    clock,
    log,
    emit,
    startSandboxProcess: createSandboxStarter({ host, entry: new URL('sandbox.js', entry) }),
    deleteDirectory: storage.deleteDirectory,
    resolveProxy: host.resolveProxy,
  })
  // A file that this desk cannot read ends the start before anything is opened or sent.
  await Promise.all([settings.checkFile(), connections.checkFile()])
  const mark = await setRunMark(folder.path('running'))
  connections.onChange(async (open) => {
    // A keychain that was unlocked after the start stores secrets again, but what agents enter stays in memory.
    if (open !== null && storage.workLocation === 'memory' && (await keychain.state()) === 'stored')
      emit('notice', { code: 'work_in_memory', level: 'warning', details: {} })
  })
  const inventory = createInventory({ connections, clock, log })
  const operations = createOperations({
    connections,
    approvals,
    journal: storage.journal,
    work: storage.work,
    workStorage: storage.workLocation,
    markStores: [{ name: 'profiles.json', ...connections.journalMark }, keychainMarkStore(keychain)],
    quarantined: {
      journal: quarantinedName(storage.quarantined, 'journal.db'),
      work: quarantinedName(storage.quarantined, 'work.db'),
    },
    connectionNames: connections.names,
    inventoryItems: inventory.items,
    agent: () => ({ osUser, displayName: settings.agent().agentName }),
    clock,
    emit,
    log,
    onFresh: (customer) => customers.storeFresh(customer),
    saveFile: host.saveFile,
  })
  const customers = createCustomers({
    connections,
    storage,
    inventoryItems: inventory.items,
    lockedItems: operations.lockedItems,
    countrySetOf: operations.countrySetOf,
    onRead: operations.onCustomerRead,
    clock,
    emit,
    log,
    workerUrl: new URL('directory.js', entry),
    maxCustomers: settings.customerLimit,
    ...start,
  })

  const outbox = createOutbox(storage.journal, storage.work, clock)
  const updates = createUpdates({
    open: () => host.openUpdates(log),
    version: packageJson.version,
    unresolvedOperations: operations.unresolved,
    emit,
    log,
    clock,
  })
  void start.started.then(updates.start)
  recoverInterrupted([operations.recover, outbox.recover], emit, log)
  const mailSettings = hasDebugPort ? guardMail(settings) : settings
  const mailer = createMailer({
    outbox,
    approvals,
    mail: mailSettings.mail,
    agent: settings.agent,
    onChange: (mail) => emit('mail.changed', mail),
    clock,
    log,
  })
  const installation = createDocuments({
    connections,
    approvals,
    host,
    openPaper: (job) => host.openPaper({ serve, job: JSON.stringify(job) }),
    documents: settings.documents,
    outbox,
    mailer,
  })

  let hasFailed = false
  return {
    connections,
    endedUncleanly: mark.endedUncleanly,
    handlers: {
      connections: hasDebugPort ? guardConnections(connections.handlers) : connections.handlers,
      inventory: inventory.handlers,
      customers: customers.handlers,
      operations: updates.guard(operations.handlers),
      installation: installation.handlers,
      settings: mailSettings.handlers,
      sandbox: createSimulator({ currentSandbox: connections.controlPlane }).handlers,
      updates: updates.handlers,
    },
    flag: inventory.flag,
    onResume() {
      connections.onResume()
      operations.onResume()
      updates.onResume()
    },
    moneyInFlight: operations.inFlight,
    closeFilesNow(after) {
      storage.close()
      hasFailed ||= after === 'failure'
      if (!hasFailed) mark.remove()
    },
    async close({ mayInstallUpdate }) {
      approvals.close()
      // Operations are closed first and wait for requests in flight, so that their results are in the journal.
      await operations.close()
      await installation.close()
      await updates.close({ mayInstall: mayInstallUpdate })
      await customers.close()
      inventory.close()
      await connections.close()
      await parser.close()
      storage.close()
      if (!hasFailed) mark.remove()
    },
  }
}
