/** What the desk is built from. */
import type { Host } from '../host/index.ts'
import type { Keychain } from '../keychain/index.ts'
import type { Flags } from './flags.ts'
import type { Profile } from './profile.ts'

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

/** What its modules are built from. */
export interface BuildOptions extends DeskOptions {
  readonly keychain: Keychain
}
