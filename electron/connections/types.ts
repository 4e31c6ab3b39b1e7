/** The public types of connections, for the other modules. */
import type { ConnectionProfile } from '#shared/model/connection.ts'
import type { LocalListRules } from '#shared/model/customer/localList.ts'
import type { HandlersOf } from '../bridge/index.ts'
import type { Endpoint, ServiceClient } from '../service/index.ts'
import type { StoredRelay } from './relayKeys.ts'

export type { StoredRelay } from './relayKeys.ts'

export interface OpenConnection {
  readonly profile: ConnectionProfile
  /** Identifies address, segment and client by a hash that is the same after a restart. Journal rows hold it. */
  readonly identity: string
  readonly client: ServiceClient
  /** Aborted when the connection closes. */
  readonly signal: AbortSignal
}

/**
 * The desk waits for a promise that the listener returns for null, because the connection's files may be deleted after
 * that.
 */
export type ChangeListener = (open: OpenConnection | null) => unknown

/** Which relay a connection's events come from, together with this desk's key. */
export interface Relays {
  /** Throws `connection_not_found`. */
  readonly find: (id: string) => Promise<StoredRelay | null>
  /** Throws `secret_missing` and `keychain_unavailable`. */
  readonly privateKey: (id: string, relay: StoredRelay) => Promise<string>
  /** Throws `connection_not_found` if the connection was removed meanwhile, and stores nothing then. */
  readonly set: (id: string, relay: Omit<StoredRelay, 'key'>, privateKey: string) => Promise<StoredRelay>
  /** Removes the relay with its key. Does nothing if there is none. */
  readonly remove: (id: string) => Promise<void>
}

export interface LocalLists {
  /** Throws `storage_unreadable`, so that no list is written against a rule that cannot be read. */
  readonly rules: (id: string) => Promise<LocalListRules>
  /** `refreshedAt` is when the list was read completely, or `null` if that is not known. */
  readonly setRules: (id: string, rules: LocalListRules, refreshedAt: string | null) => Promise<void>
  /** The age of the list counts from now, because it was read completely or deleted. */
  readonly restartAge: (id: string) => Promise<void>
  /** The stored connections whose list has been without a complete sync for longer than their rules allow. */
  readonly expired: () => Promise<readonly { readonly id: string; readonly name: string }[]>
}

export interface Connections {
  readonly handlers: HandlersOf<'connections'>
  readonly current: () => OpenConnection | null
  /** Throws `not_connected`. */
  readonly require: () => OpenConnection
  /**
   * Calls the listener after a connection was opened (with it) and after it was closed (with null). Returns the
   * function that unsubscribes.
   */
  readonly onChange: (listener: ChangeListener) => () => void
  /** Connects with credentials that are not stored (`--service`). */
  readonly openEphemeral: (input: {
    readonly address: string
    readonly segment: string
    readonly clientId: string
    readonly clientSecret: string
  }) => Promise<void>
  /**
   * Opens the connection that was open when the desk last ended, if there was one. Throws as `open` does. With
   * `askFirst` it only notifies the window which connection that was.
   */
  readonly openLast: (how: { readonly askFirst: boolean }) => Promise<void>
  /**
   * Opens a way to another address through the proxy and with the certificate authorities of this connection. The
   * caller closes it. Throws `not_connected` if the connection was closed, and `address_not_allowed`.
   */
  readonly openEndpoint: (open: OpenConnection, address: string) => Endpoint
  /**
   * Opens a way to an address of no connection, through the proxy that the system reports for it. The caller closes it.
   * Throws `address_not_allowed`.
   */
  readonly openOtherEndpoint: (address: string, ca: string | undefined) => Endpoint
  readonly relays: Relays
  readonly localLists: LocalLists
  /**
   * The control plane of the open connection's sandbox, or null if the connection is not to the sandbox of this desk.
   */
  readonly controlPlane: () => Pick<SandboxInfo, 'controlUrl' | 'controlToken'> | null
  /** Tries at once to reach the service of the open connection again, if it is offline. */
  readonly tryAgain: () => void
  readonly onResume: () => void
  /** A value of the operations module that is stored in the file of profiles. */
  readonly journalMark: { readonly read: () => Promise<unknown>; readonly write: (mark: unknown) => Promise<void> }
  /** The names of the stored connections. */
  readonly names: () => Promise<readonly string[]>
  /**
   * Throws `storage_unreadable` if the file of profiles cannot be opened, or was written by a newer version of the
   * desk.
   */
  readonly checkFile: () => Promise<void>
  /** Waits for money requests that are in flight. */
  readonly close: () => Promise<void>
}

/** The message of a sandbox process that is ready. */
export interface SandboxInfo {
  readonly baseUrl: string
  readonly segment: string
  readonly clientId: string
  readonly clientSecret: string
  readonly controlUrl: string
  readonly controlToken: string
}

export interface SandboxProcess {
  readonly info: SandboxInfo
  /** Calls the listener once, even if the process has ended already. */
  readonly onExit: (listener: () => void) => void
  /** Resolves when the process has ended. */
  readonly stop: () => Promise<void>
}

/** Throws `sandbox_unavailable`. */
export type StartSandboxProcess = (options: { readonly customers?: number }) => Promise<SandboxProcess>
