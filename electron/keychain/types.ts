/** Secrets of the desk in the OS keychain, or in memory for this session if there is none. */
export interface Keychain {
  /**
   * Returns `stored` if the system's keychain works, or `session` if there is none and secrets are lost at exit. With
   * `refresh` it probes again if there was none.
   */
  readonly state: (options?: { readonly refresh?: boolean }) => Promise<'stored' | 'session'>
  /** Resolves to null if nothing is stored under this name. Throws if the keychain cannot be read now. */
  readonly get: (account: string) => Promise<string | null>
  readonly set: (account: string, secret: string) => Promise<'stored' | 'session'>
  readonly remove: (account: string) => Promise<void>
}
