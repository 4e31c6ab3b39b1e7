/**
 * The connections of the desk: their profiles, their secrets and the active one.
 *
 * One connection is open at a time, and opening, closing and changing run one after another. An open connection stays
 * open until the next one has passed its check. Secrets come in through `add` and `update` and are never returned.
 */
import type { Emit } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Clock } from '../base/clock.ts'
import { createMutex } from '../base/mutex.ts'
import type { Keychain } from '../keychain/index.ts'
import type { Log } from '../log/index.ts'
import {
  createEndpoint,
  createProxies,
  createServiceClient,
  type CreateServiceClient,
  type ListParser,
} from '../service/index.ts'
import { createActiveConnection } from './activeConnection.ts'
import type { ConnectionsContext } from './context.ts'
import { createHandlers } from './handlers.ts'
import { openEphemeral, openLast } from './openConnection.ts'
import { onSandboxExit, sandboxId } from './openSandbox.ts'
import { createLocalLists } from './localLists.ts'
import { createProfileStore } from './profileStore.ts'
import { systemProxies, type ResolveProxy } from './proxy.ts'
import { createRelayKeys } from './relayKeys.ts'
import { createRelays } from './relays.ts'
import { createSandboxRun } from './sandboxRun.ts'
import { createSecrets } from './secrets.ts'
import { defaultRetry } from './session.ts'
import { createTryOut } from './tryOut.ts'
import type { Connections, StartSandboxProcess } from './types.ts'

export interface ConnectionsOptions {
  /** `profiles.json` in the profile folder. */
  readonly file: string
  readonly keychain: Keychain
  /** Asks a person before an endpoint is contacted or stored that is not stored yet. */
  readonly approvals: Pick<Approvals, 'service'>
  readonly clock: Clock
  readonly log: Log
  readonly emit: Emit
  readonly startSandboxProcess: StartSandboxProcess
  /** Deletes what the desk stores of a connection that is removed. */
  readonly deleteFiles: (connectionId: string) => Promise<void>
  /** Returns the system's proxy for an address, as `Host` reports it. */
  readonly resolveProxy: ResolveProxy
  /** The variables in which a proxy of the system may have its credentials. */
  readonly environment?: NodeJS.ProcessEnv
  readonly createClient?: CreateServiceClient
  /** Parses large answers of the service. By default they are parsed on the calling thread. */
  readonly parser?: ListParser
  /** Milliseconds before the next attempt in the background. */
  readonly retryAfter?: (tries: number) => number
  /**
   * Milliseconds that `open` waits for a service that worked before. After that the check goes on in the background.
   */
  readonly timeoutMs?: number
}

/** Milliseconds. This is longer than all time limits of one unit of work together. */
const maxTurnMs = 180_000

function contextOf(options: ConnectionsOptions, shutdown: AbortSignal): ConnectionsContext {
  const { file, approvals, keychain, clock, log, emit, deleteFiles, resolveProxy, environment = {} } = options
  const {
    parser,
    createClient: makeClient = createServiceClient,
    retryAfter = defaultRetry,
    timeoutMs = 4000,
  } = options
  const createClient: CreateServiceClient = (client) =>
    makeClient({ ...client, ...(parser !== undefined && { parser }) })
  const active = createActiveConnection({ keychain, emit, log })
  const systemProxy = systemProxies(resolveProxy, environment, log)
  return {
    approvals,
    keychain,
    clock,
    log,
    emit,
    deleteFiles,
    systemProxy,
    createClient,
    retryAfter,
    timeoutMs,
    store: createProfileStore(file, clock),
    secrets: createSecrets(keychain),
    relayKeys: createRelayKeys(keychain),
    active,
    sandbox: createSandboxRun(options.startSandboxProcess, () => {
      onSandboxExit({ active, emit })
    }),
    tryOut: createTryOut({ createClient, systemProxy, clock, log }),
    runExclusively: createMutex(maxTurnMs),
    shutdown,
  }
}

export function createConnections(options: ConnectionsOptions): Connections {
  const shutdown = new AbortController()
  const context = contextOf(options, shutdown.signal)
  const { store, active, sandbox, runExclusively, systemProxy, clock, log } = context
  /** One for all addresses of no connection, because it remembers which credentials a proxy has refused. */
  const otherProxies = createProxies(systemProxy, clock)
  return {
    handlers: createHandlers(context),
    current: () => active.session()?.open ?? null,
    require() {
      const session = active.session()
      if (session === null) throw new DeskError('not_connected', 'No connection is open')
      return session.open
    },
    onChange: active.onChange,
    openEphemeral: (input) => runExclusively((turn) => openEphemeral(context, input, turn)),
    openLast: ({ askFirst }) => runExclusively((turn) => openLast(context, askFirst, turn)),
    openEndpoint(open, address) {
      const session = active.session()
      if (session?.open !== open) throw new DeskError('not_connected', 'This connection was closed')
      return session.openEndpoint(address)
    },
    openOtherEndpoint(address, ca) {
      return createEndpoint({ address, ca, proxies: otherProxies, clock, log })
    },
    relays: createRelays(context),
    localLists: createLocalLists(context),
    controlPlane: () => (active.holds(sandboxId) ? sandbox.info() : null),
    tryAgain() {
      active.session()?.tryAgain()
      otherProxies.tryAgain()
    },
    onResume: () => active.session()?.wake(),
    journalMark: { read: store.journalMark, write: store.setJournalMark },
    names: async () => (await store.all()).map(({ name }) => name),
    checkFile: async () => void (await store.all()),
    close() {
      shutdown.abort()
      return runExclusively(async () => {
        await active.close()
        await active.drained()
        await sandbox.stop()
        await store.idle()
      })
    },
  }
}
