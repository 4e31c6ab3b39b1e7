/** An open connection as the other rooms see it. */
import type { ConnectionProfile } from '#shared/model/connection.ts'
import type { HandlersOf } from '../call.ts'
import type { ServiceClient } from '../service/index.ts'

export interface OpenConnection {
  readonly profile: ConnectionProfile
  /** Names address, segment and client without telling them: the same after a restart. For journal rows. */
  readonly identity: string
  readonly client: ServiceClient
  /** Aborted when the connection closes. */
  readonly signal: AbortSignal
}

/** A promise returned for null is waited for: the files of the connection may be deleted after it. */
export type ChangeListener = (open: OpenConnection | null) => unknown

export interface Connections {
  readonly handlers: HandlersOf<'connections'>
  readonly current: () => OpenConnection | null
  /** Throws `not_connected`. */
  readonly require: () => OpenConnection
  /** Returns the unsubscribe function. Called after a connection opened (with it) and after it closed (null). */
  readonly onChange: (listener: ChangeListener) => () => void
  /** Connects with credentials that are kept nowhere (`--service`). */
  readonly openEphemeral: (input: {
    readonly address: string
    readonly segment: string
    readonly clientId: string
    readonly clientSecret: string
  }) => Promise<void>
  /**
   * Opens the connection that was open when the desk last ended, if there was one. Throws as `open` does. With `askFirst`
   * it only tells the window which one that was.
   */
  readonly openLast: (how: { readonly askFirst: boolean }) => Promise<void>
  /** The control plane of the open connection's sandbox; null where that is none of this desk. */
  readonly controlPlane: () => Pick<SandboxInfo, 'controlUrl' | 'controlToken'> | null
  readonly onResume: () => void
  /** What the operations keep in the file of profiles. */
  readonly journalMark: { readonly read: () => Promise<unknown>; readonly write: (mark: unknown) => Promise<void> }
  /** Of the stored ones. */
  readonly names: () => Promise<readonly string[]>
  /** Throws `storage_unreadable` where the file of profiles can't be opened, or was written by a newer desk. */
  readonly checkFile: () => Promise<void>
  /** Waits for money requests that are under way. */
  readonly close: () => Promise<void>
}

/** What a sandbox process says when it is ready. */
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
  /** Called once, also where it has ended already. */
  readonly onExit: (listener: () => void) => void
  /** Resolves when the process has gone. */
  readonly stop: () => Promise<void>
}

/** Throws `sandbox_unavailable`. */
export type StartSandboxProcess = (options: { readonly customers?: number }) => Promise<SandboxProcess>
