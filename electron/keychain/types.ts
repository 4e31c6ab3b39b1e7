/** Secrets of the desk in the OS keychain, or in memory for this session if there is none. */
export interface Keychain {
  /**
   * Returns `stored` if the system's keychain works, or `session` if there is none and secrets are lost at exit. With
   * `refresh` it probes again if there was none.
   */
  readonly state: (options?: { readonly refresh?: boolean }) => Promise<'stored' | 'session'>
  /**
   * Resolves to null if nothing is stored under this name. All three throw `keychain_unavailable` if the keychain can't
   * be used now, and `keychain_damaged` if what it has can't be read.
   */
  readonly get: (account: string) => Promise<string | null>
  readonly set: (account: string, secret: string) => Promise<'stored' | 'session'>
  readonly remove: (account: string) => Promise<void>
}

/** The library of the system's keychain, as far as it is needed here. */
export interface KeytarLike {
  readonly getPassword: (service: string, account: string) => Promise<string | null>
  readonly setPassword: (service: string, account: string, password: string) => Promise<void>
  readonly deletePassword: (service: string, account: string) => Promise<boolean>
}

/** Secrets by their names. What can't be read is never reported as missing. */
export interface Entries {
  readonly get: (name: string) => Promise<string | null>
  readonly set: (name: string, secret: string) => Promise<void>
  readonly remove: (name: string) => Promise<void>
}
